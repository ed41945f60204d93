// What the page asks of the formatter.
import { changes } from "./changes.js";
import { schemefmt } from "./module.js";

/** A formatter that answers questions. */
export async function load() {
  const file = fetch(new URL("./schemefmt.wasm", import.meta.url));
  const formatter = schemefmt(await WebAssembly.compileStreaming(file));
  const answers = {
    about: () => ({ version: formatter.version, options: formatter.options }),
    format({ source, options }) {
      const start = performance.now();
      const formatted = formatter.format(source, options);
      const time = performance.now() - start;
      const diff = formatted.text === null ? null : changes(source, formatted.text);
      return { ...formatted, time, diff, toml: formatter.toml({ ...options, fileName: undefined }) };
    },
    explain: ({ source, place, options }) => formatter.explain(source, place, options),
  };
  return ({ ask, ...question }) => answers[ask](question);
}
