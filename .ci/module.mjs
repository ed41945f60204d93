// The module of the npm package, in node: `node module.mjs PACKAGE PROGRAM [FOLDER...]`. PACKAGE is the folder where it is installed,
// PROGRAM the native one, which has to make the same of each file of the folders.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

const [packed, program, ...folders] = process.argv.slice(2);
const { load } = await import(resolve(packed, "node.js"));
const schemefmt = await load();
const manifest = JSON.parse(readFileSync(join(packed, "package.json"), "utf8"));

assert.equal(schemefmt.version, manifest.version);
assert.equal(manifest.scripts, undefined, "nothing runs while it is installed");
assert.deepEqual(schemefmt.format("(f  x)"), {
  text: "(f x)\n",
  dialect: "auto",
  reason: "nothing in the text identifies a dialect",
  untouched: null,
  diagnostics: [],
});
assert.deepEqual(schemefmt.format(Uint8Array.of(0x22, 0xe9, 0x22)).text, Uint8Array.of(0x22, 0xe9, 0x22, 0x0a), "Latin-1");
assert.equal(schemefmt.format("\ufeff(a)").text, "\ufeff(a)\n", "a byte order mark");
assert.equal(schemefmt.format("(a\r\n  b)").text, "(a b)\r\n");
const error = schemefmt.format("(define x\n  (f 1");
assert.equal(error.text, null);
assert.equal(error.diagnostics[0].code, "unclosed-list");
assert.deepEqual(error.diagnostics[0].labels[0].start, { line: 2, column: 7 });
assert.equal(schemefmt.format("(f x)", { fileName: "a.sls" }).dialect, "r6rs");
assert.equal(schemefmt.format("(f x)", { fileName: "a.sls" }).reason, "the name ends in .sls");
assert.equal(schemefmt.format("(list aaa bbb)", { "line-width": 10 }).text, "(list aaa\n      bbb)\n");
// What a preset sets is what the style begins with, wherever it stands.
const style = { "line-width": 100, style: { cond: "hang", preset: "guile" } };
assert.equal(schemefmt.toml(style), 'line-width = 100\n\n[style]\npreset = "guile"\ncond = "hang"\n');
assert.equal(schemefmt.toml({ style: { preset: "guile" } }), '[style]\npreset = "guile"\n');
assert.match(schemefmt.explain("(let ((x 1))\n  x y)", { line: 2, column: 3 }), /^source:1:1: \(let \.\.\.\)\n {2}rule {6}let\n/);
assert.equal(schemefmt.explain("x", { line: 1, column: 1 }), null);
assert.throws(() => schemefmt.format("", { width: 1 }), /there is no option `width`/);
assert.throws(() => schemefmt.format("", { style: { cond: "x" } }), /wrong value for `style.cond`: expected auto, hang or break/);
assert.throws(() => schemefmt.format("\ud800"), /half of a surrogate pair/);
assert.throws(() => schemefmt.format("", { dialect: "a\0b" }), /NUL/);

// As deep as texts go: 1,000 levels, and not one more.
for (const [open, close, each] of [["(", ")", 1], ["(f 'aaaaaaaa ", ")", 1], ["(let ((x ", "))x)", 3], ["(if (aaaaa bbbbb) ", ")", 1]]) {
  const times = Math.floor(999 / each);
  const { text, diagnostics } = schemefmt.format(open.repeat(times) + close.repeat(times));
  assert.deepEqual(diagnostics, [], open);
  assert.ok(text.length > times, open);
}
assert.equal(schemefmt.format("(".repeat(1001) + ")".repeat(1001)).diagnostics[0].code, "too-deep");
assert.equal(schemefmt.format("(a)").text, "(a)\n", "and it goes on after that");

function* files(folder) {
  for (const name of readdirSync(folder).sort()) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* files(path);
    else yield path;
  }
}

let same = 0;
let refused = 0;
const different = [];
for (const file of folders.flatMap((folder) => [...files(folder)])) {
  const source = readFileSync(file);
  const fileName = basename(file);
  const native = spawnSync(program, ["--no-config", "--config", "emacs-rules=false", "--stdin-filepath", `/nowhere/${fileName}`, "-"], {
    input: source,
    maxBuffer: 1 << 28,
  });
  const { text, diagnostics } = schemefmt.format(source, { fileName, "emacs-rules": "false" });
  if (text === null ? native.status === 2 && diagnostics.length : native.status === 0 && native.stdout.equals(text)) {
    if (text === null) refused++;
    else same++;
  } else {
    different.push(file);
  }
}
assert.deepEqual(different, [], "files of which the module makes something else");

const module = readFileSync(join(packed, "schemefmt.wasm"));
const small = brotliCompressSync(module).length;
console.log(`the same as the program: ${same} files formatted, ${refused} refused`);
console.log(`${module.length} bytes, ${gzipSync(module, { level: 9 }).length} by gzip, ${small} by brotli`);
// The aim is 130 kB, which the tables of forms exceed; more than this is too much.
assert.ok(small <= 135_000, "the module has at most 135 kB compressed");
