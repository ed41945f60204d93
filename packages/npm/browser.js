import { schemefmt } from "./module.js";

export async function load(compiled) {
  const file = () => fetch(new URL("./schemefmt.wasm", import.meta.url));
  return schemefmt(compiled ?? (await WebAssembly.compileStreaming(file())));
}
