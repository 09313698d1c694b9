// A validator that answers on standard output, a JSON line for each JSON line on standard input:
//   {"document"}                     validates an OpenRPC document against the official meta-schema
//   {"document", "at", "instance"}   validates an instance against the schema at a JSON pointer of the document
// The answer is a list of {keyword, at}; an error ends the process.
import { createInterface } from "node:readline";
import Ajv from "ajv";
import { openrpcDocument } from "@open-rpc/meta-schema";
import { jsonSchema } from "@json-schema-tools/meta-schema";

const options = { strict: false, allErrors: true, validateSchema: false, ownProperties: true, validateFormats: false };

const meta = new Ajv(options);
meta.addSchema(jsonSchema);
meta.addSchema(jsonSchema, "https://meta.json-schema.tools");
const isOpenRpc = meta.compile(openrpcDocument);

const read = new Map();

function compiled(document, at) {
  const key = JSON.stringify(document);
  if (!read.has(key)) read.set(key, new Ajv(options).addSchema(document, `urn:document:${read.size}`));
  const number = [...read.keys()].indexOf(key);
  const validator = read.get(key).getSchema(`urn:document:${number}#${encodeURI(at)}`);
  if (validator === undefined) throw new Error(`no schema at ${at}`);
  return validator;
}

function answer({ document, at, instance }) {
  const validator = at === undefined ? isOpenRpc : compiled(document, at);
  if (validator(at === undefined ? document : instance)) return [];
  return validator.errors.map(({ keyword, instancePath }) => ({ keyword, at: instancePath }));
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(answer(JSON.parse(line)))}\n`);
}
