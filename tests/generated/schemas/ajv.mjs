// A validator that answers on standard output, a JSON line for each JSON line on standard input:
//   {"set", "draft", "keywords", "schemas"} registers and compiles schemas; the answer is null
//   {"set", "schema", "instance"}           validates; the answer is a list of {keyword, at, missing, extra}
//   {"pattern", "flags", "text"}            asks ECMAScript's own engine; the answer is a boolean
// Whatever ajv would only warn about is an error; an error ends the process.
import { createInterface } from "node:readline";
import Ajv07 from "ajv";
import Ajv2020 from "ajv/dist/2020.js";

const refuse = (...words) => {
  throw new Error(`ajv warns: ${words.join(" ")}`);
};
const sets = new Map();

function register({ set, draft, keywords, schemas }) {
  const Ajv = draft === "2020-12" ? Ajv2020 : Ajv07;
  const ajv = new Ajv({
    strict: true,
    allErrors: true,
    // Members may be called like something that every object inherits.
    ownProperties: true,
    logger: { log: refuse, warn: refuse, error: refuse },
  });
  ajv.addVocabulary(keywords);
  ajv.addSchema(schemas);
  for (const { $id } of schemas) ajv.getSchema($id);
  sets.set(set, ajv);
  return null;
}

function validate({ set, schema, instance }) {
  const validator = sets.get(set).getSchema(schema);
  if (validator === undefined) throw new Error(`no schema ${schema}`);
  if (validator(instance)) return [];
  return validator.errors.map(({ keyword, instancePath, params }) => ({
    keyword,
    at: instancePath,
    missing: params.missingProperty ?? null,
    extra: params.additionalProperty ?? null,
  }));
}

function answer(request) {
  if ("schemas" in request) return register(request);
  if ("pattern" in request) return new RegExp(request.pattern, request.flags).test(request.text);
  return validate(request);
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(answer(JSON.parse(line)))}\n`);
}
