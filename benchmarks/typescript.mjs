// Measures in one process: every contender runs in each round, so that whatever slows the machine slows all.
// Arguments: the folder of the compiled package, rounds, and pairs of a file with one line and repeats.
// Prints JSON: for each file and operation, microseconds a message by contender, a number a round.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, rounds, ...pairs] = process.argv.slice(2);
const { decode, encode } = await import(pathToFileURL(`${folder}/index.js`).href);
const { check } = await import(pathToFileURL(`${folder}/rules.js`).href);
const utf8 = new TextDecoder();
const bytes = new TextEncoder();
const results = [];

for (let at = 0; at < pairs.length; at += 2) {
  const line = readFileSync(pairs[at]);
  const repeats = Number(pairs[at + 1]);
  const typed = decode(line);
  const plain = JSON.parse(utf8.decode(line));
  const operations = {
    decode: {
      "JSON.parse (untyped)": () => JSON.parse(utf8.decode(line)),
      decode: () => decode(line),
      "decode and check": () => check(decode(line)),
    },
    encode: {
      "JSON.stringify (untyped)": () => bytes.encode(JSON.stringify(plain) + "\n"),
      encode: () => encode(typed),
    },
  };
  for (const [operation, contenders] of Object.entries(operations)) {
    const times = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
    for (let round = 0; round < Number(rounds); round += 1) {
      for (const [name, run] of Object.entries(contenders)) {
        const start = process.hrtime.bigint();
        for (let turn = 0; turn < repeats; turn += 1) run();
        times[name].push(Number(process.hrtime.bigint() - start) / 1000 / repeats);
      }
    }
    results.push({ file: pairs[at], operation, times });
  }
}
console.log(JSON.stringify(results));
