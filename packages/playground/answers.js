// What the page asks of the formatter.
import { changes } from "./changes.js";
import { schemefmt } from "./module.js";

const compiled = (name) => WebAssembly.compileStreaming(fetch(new URL(name, import.meta.url)));

/** How often a text is formatted before anything is timed: the first times, the browser is still at work on the module. */
const WARM = 20;

/** A formatter that answers questions. */
export async function load() {
  const formatter = schemefmt(await compiled("./schemefmt.wasm"));
  // Few texts have to be repaired, so what does that is loaded when it is asked for.
  let repairer = null;
  const answers = {
    about({ source }) {
      for (let time = 0; time < WARM; time++) formatter.format(source);
      return { version: formatter.version, options: formatter.options };
    },
    format({ source, options, isCompared }) {
      const start = performance.now();
      const formatted = formatter.format(source, options);
      const time = performance.now() - start;
      const changed = isCompared && formatted.text !== null ? changes(source, formatted.text) : [];
      return { ...formatted, time, changed, toml: formatter.toml({ ...options, fileName: undefined }) };
    },
    explain: ({ source, place, options }) => formatter.explain(source, place, options),
    async repair({ source, options }) {
      repairer ??= schemefmt(await compiled("./repair.wasm"));
      return repairer.repair(source, options);
    },
  };
  return ({ ask, ...question }) => answers[ask](question);
}
