// The module of the npm package, in node: `node module.mjs PACKAGE PROGRAM [FOLDER...]`. PACKAGE is the folder where it is installed,
// PROGRAM the native one, which has to make the same of each file of the folders.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { brotliCompressSync } from "node:zlib";

const [packed, program, ...folders] = process.argv.slice(2);
const { load } = await import(resolve(packed, "node.js"));
const schemefmt = await load();
const manifest = JSON.parse(readFileSync(join(packed, "package.json"), "utf8"));

assert.equal(schemefmt.version, manifest.version);
assert.equal(manifest.scripts, undefined, "nothing runs while it is installed");
const { text, dialect, width, skipped, diagnostics } = schemefmt.format("(f  x)");
assert.deepEqual({ text, dialect, width, skipped, diagnostics }, { text: "(f x)\n", dialect: "auto", width: 80, skipped: null, diagnostics: [] });
assert.equal(schemefmt.format("#lang racket/base").width, 102);
assert.deepEqual(schemefmt.format(Uint8Array.of(0x22, 0xe9, 0x22)).text, Uint8Array.of(0x22, 0xe9, 0x22, 0x0a), "Latin-1");
const error = schemefmt.format("(define x\n  (f 1");
assert.equal(error.text, null);
assert.equal(error.diagnostics[0].code, "unclosed-list");
const lacking = "(define (f x)\n  (let ((y x))\n    (g y))\n\n(define z 1)\n";
assert.equal(schemefmt.format(lacking).diagnostics[0].note, "`schemefmt repair` fixes this");
const readable = schemefmt.formatReadable(`${lacking}(h   x)`);
assert.deepEqual([readable.text, readable.diagnostics.length], [`${lacking}(h x)\n`, 1]);
assert.deepEqual(schemefmt.repair(lacking), { text: lacking.replace("y))", "y)))"), repaired: 1, leftAlone: [] });
assert.equal(schemefmt.format("(f x)", { fileName: "a.sls" }).dialect, "r6rs");
assert.equal(schemefmt.format("(list aaa bbb)", { "line-width": 10 }).text, "(list aaa\n      bbb)\n");
const style = { "line-width": 100, style: { cond: "hang" } };
assert.equal(schemefmt.toml(style), 'line-width = 100\n\n[style]\ncond = "hang"\n');
assert.match(schemefmt.explain("(let ((x 1))\n  x y)", { line: 2, column: 3 }), /^source:1:1: \(let \.\.\.\)\n {2}rule {6}let\n/);
assert.deepEqual([1, 2, 9].map((line) => schemefmt.indentation("(let ((x 1))\nx y)", line)), ["", "  ", null]);
assert.throws(() => schemefmt.format("", { width: 1 }), /unknown option `width`/);
assert.throws(() => schemefmt.format("", { style: { cond: "x" } }), /invalid value for `style.cond`: expected auto, hang or break/);

// As deep as texts go: 1,000 levels, and not one more.
for (const [open, close, times] of [["(", ")", 999], ["(let ((x ", "))x)", 333]]) {
  assert.deepEqual(schemefmt.format(open.repeat(times) + close.repeat(times)).diagnostics, [], open);
}
assert.equal(schemefmt.format("(".repeat(1001) + ")".repeat(1001)).diagnostics[0].code, "too-deep");
assert.equal(schemefmt.format("(a)").text, "(a)\n", "and it goes on after that");

const found = folders.flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }));
const files = found.filter((entry) => entry.isFile() && !entry.name.startsWith(".")).map((entry) => join(entry.parentPath ?? entry.path, entry.name));
const different = files.filter((file) => {
  const input = readFileSync(file);
  const fileName = basename(file);
  const flags = ["--no-config", "--config", "emacs-rules=false", "--stdin-filepath", `/nowhere/${fileName}`, "-"];
  const { status, stdout } = spawnSync(resolve(program), flags, { cwd: "/", input, maxBuffer: 1 << 28 });
  const { text, skipped } = schemefmt.format(input, { fileName, "emacs-rules": "false" });
  // The program may reject what is no Scheme by its name and its text; the module returns it unchanged.
  return status === 2 ? text !== null && skipped?.code !== "not-scheme" : status !== 0 || text === null || !stdout.equals(text);
});
assert.deepEqual(different, [], "files of which the module makes something else");

const small = brotliCompressSync(readFileSync(join(packed, "schemefmt.wasm"))).length;
console.log(`${files.length} files as the program has them; ${small} bytes by brotli`);
// What explains and repairs is three tenths of it; the page has a module without that, of at most 198 kB.
assert.ok(small <= 257_000, "the module has at most 257 kB compressed");
