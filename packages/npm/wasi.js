// The command as a module of WebAssembly, to which WASI gives files and streams.
import { readFile } from "node:fs/promises";
import { parse } from "node:path";
import process from "node:process";

/** Runs the command; gives its exit status. */
export async function run(flags) {
  // That node calls WASI experimental is nothing that users of the command can do anything about.
  const emit = process.emitWarning;
  process.emitWarning = (warning, ...rest) => {
    if (!String(warning).includes("WASI")) emit.call(process, warning, ...rest);
  };
  const { WASI } = await import("node:wasi");

  const here = process.cwd();
  const { root } = parse(here);
  const folder = `/${here.slice(root.length).replaceAll("\\", "/")}`;
  const wasi = new WASI({
    version: "preview1",
    args: ["schemefmt", ...flags],
    env: { ...process.env, PWD: folder },
    preopens: { "/": root },
    returnOnExit: true,
  });
  const module = await WebAssembly.compile(await readFile(new URL("./command.wasm", import.meta.url)));
  const instance = await WebAssembly.instantiate(module, wasi.getImportObject());
  return wasi.start(instance);
}
