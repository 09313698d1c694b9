// A client made of vscode-jsonrpc: it calls the command that is given, and prints what came of it as JSON.
import { spawn } from "node:child_process";
import { once } from "node:events";
import rpc from "vscode-jsonrpc/node";

const [count, most, ...command] = process.argv.slice(2);
const child = spawn(command[0], command.slice(1), { stdio: ["pipe", "pipe", "inherit"] });
const exited = once(child, "exit");
const connection = rpc.createMessageConnection(
  new rpc.StreamMessageReader(child.stdout),
  new rpc.StreamMessageWriter(child.stdin),
);
const stray = [];
connection.onUnhandledNotification((message) => stray.push(message));
connection.onError(([error]) => stray.push(String(error)));
connection.listen();

const call = (method, params) => connection.sendRequest(method, rpc.ParameterStructures.byName, params);
const failure = (error) => ({ code: error.code, message: error.message, data: error.data });
// Any delays will do, as long as they are the same in every run.
let state = 7;
const delay = () => (state = (state * 1103515245 + 12345) % 2 ** 31) % (Number(most) + 1);
const query = (goal) => ({ query: { goal, max_frames: 1, max_tokens: delay() } });

const ack = await call("context/handshake", { protocol_version: "contextgraph/1.0-draft" });
const goals = Array.from({ length: Number(count) }, (_, index) => `goal ${index} \u2028 "é"`);
const order = [];
const answers = await Promise.all(
  goals.map(async (goal) => {
    const result = await call("context/query", query(goal)).catch((error) => ({ error: failure(error) }));
    order.push(goal);
    return result;
  }),
);
const verified = await call("context/verify", { request: { frames: [] } });
const unknown = await call("context/nothing", {}).catch(failure);
const broken = await call("context/query", { query: { goal: 1 } }).catch(failure);
await connection.sendNotification("context/shutdown");
const [code] = await exited;
console.log(
  JSON.stringify({
    name: ack.provider.name,
    right: answers.filter((answer, index) => answer.frames?.[0].title === goals[index]).length,
    failures: answers.filter((answer) => answer.error).map((answer) => answer.error),
    overtaken: order.some((goal, index) => goal !== goals[index]),
    verified,
    unknown,
    broken,
    stray,
    code,
  }),
);
process.exit(0);
