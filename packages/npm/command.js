#!/usr/bin/env node
// The command: the program for this platform, which npm installs as an optional dependency, else the module of WebAssembly.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import process from "node:process";

const platform = `${process.platform}-${process.arch}`;

/** The path of the program; null where none is installed. */
function installed() {
  const name = process.platform === "win32" ? "schemefmt.exe" : "schemefmt";
  try {
    return createRequire(import.meta.url).resolve(`@schemefmt/${platform}/${name}`);
  } catch (error) {
    if (error.code !== "MODULE_NOT_FOUND") throw error;
    return null;
  }
}

const program = installed();
const flags = process.argv.slice(2);
if (program !== null) {
  const { error, signal, status } = spawnSync(program, flags, { stdio: "inherit" });
  if (error) throw error;
  if (signal !== null) process.kill(process.pid, signal);
  process.exitCode = status;
} else if (flags[0] === "lsp") {
  console.error(`schemefmt: the language server needs the program, of which none is installed for ${platform}: npm install @schemefmt/${platform}`);
  process.exitCode = 2;
} else {
  const { run } = await import("./wasi.js");
  process.exitCode = await run(flags);
}
