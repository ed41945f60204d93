import { readFile } from "node:fs/promises";
import { schemefmt } from "./module.js";

export async function load(compiled) {
  const file = () => readFile(new URL("./schemefmt.wasm", import.meta.url));
  return schemefmt(compiled ?? (await WebAssembly.compile(await file())));
}
