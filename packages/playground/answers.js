// What the page asks of the formatter.
import { changes } from "./changes.js";
import { schemefmt } from "./module.js";

export const compiled = (name) => WebAssembly.compileStreaming(fetch(new URL(name, import.meta.url)));

/** How often a text is formatted before anything is timed: the first times, the browser is still at work on the module. */
const WARM = 20;

/** A formatter, of the compiled module, that answers questions. */
export function load(module) {
  const formatter = schemefmt(module);
  // What explains and repairs is not needed for the first result, so it is loaded when it is asked for.
  let more = null;
  const other = async () => (more ??= schemefmt(await compiled("./more.wasm")));
  const answers = {
    about({ source }) {
      for (let time = 0; time < WARM; time++) formatter.format(source);
      return { version: formatter.version, options: formatter.options };
    },
    async format({ source, options, isCompared }) {
      const start = performance.now();
      let formatted = formatter.format(source, options);
      const time = performance.now() - start;
      // The other module formats around errors, and finds where the brackets are wrong.
      if (formatted.text === null) formatted = await other().then((more) => more.formatReadable(source, options), () => formatted);
      const changed = isCompared && formatted.text !== null ? changes(source, formatted.text) : [];
      return { ...formatted, time, changed, toml: formatter.toml({ ...options, fileName: undefined }) };
    },
    explain: async ({ source, place, options }) => (await other()).explain(source, place, options),
    repair: async ({ source, options }) => (await other()).repair(source, options),
  };
  return ({ ask, ...question }) => answers[ask](question);
}
