// The module of WebAssembly, called as packages/wasm/src/lib.rs says.

const encoder = new TextEncoder();
// A byte order mark is a part of the text.
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** What an instance of a compiled module can do; see index.d.ts. */
export function schemefmt(compiled) {
  let instance = null;

  // `ask` calls one function of the module, after the options and the text are in their place.
  function call(options, source, ask) {
    const chosen = encoder.encode(words(options));
    const text = bytes(source);
    instance ??= new WebAssembly.Instance(compiled, {});
    const { memory, reserve, report_start, report_length, text_start, text_length } = instance.exports;
    try {
      const start = reserve(chosen.length + text.length) >>> 0;
      const input = new Uint8Array(memory.buffer, start, chosen.length + text.length);
      input.set(chosen);
      input.set(text, chosen.length);
      ask(instance.exports, chosen.length);
    } catch (error) {
      // Whatever stopped it may have left its memory in the middle of something.
      instance = null;
      throw new Error(`schemefmt could not go on: ${error.message}`, { cause: error });
    }
    // The memory may have moved meanwhile.
    const output = (from, length) => new Uint8Array(memory.buffer, from() >>> 0, length() >>> 0).slice();
    const report = JSON.parse(decoder.decode(output(report_start, report_length)));
    if (report.wrongOption !== undefined) throw new RangeError(report.wrongOption);
    return { report, output: output(text_start, text_length) };
  }

  function formatted(source, options, ask) {
    const { report, output } = call(options, source, ask);
    const { formatted, ...rest } = report;
    return { text: formatted ? asGiven(source, output) : null, ...rest };
  }

  const { version, options } = call({}, "", (module) => module.options()).report;
  return {
    version,
    options,
    format(source, options = {}) {
      return formatted(source, options, (module, split) => module.format(split));
    },
    formatReadable(source, options = {}) {
      return formatted(source, options, (module, split) => module.format_readable(split));
    },
    repair(source, options = {}) {
      const { report, output } = call(options, source, (module, split) => module.repair(split));
      return { text: asGiven(source, output), ...report };
    },
    explain(source, { line, column }, options = {}) {
      return call(options, source, (module, split) => module.explain(split, line, column)).report.text;
    },
    indentation(source, line, options = {}) {
      return call(options, source, (module, split) => module.indentation(split, line)).report.text;
    },
    toml(options) {
      return call(options, "", (module, split) => module.toml(split)).report.text;
    },
  };
}

/** A text for a string, bytes for bytes. */
const asGiven = (source, output) => (typeof source === "string" ? decoder.decode(output) : output);

function bytes(source) {
  if (typeof source !== "string") return source;
  // It would become another character.
  const half = /\p{Surrogate}/u.exec(source);
  if (half) throw new RangeError(`half of a surrogate pair at index ${half.index} stands for no character`);
  return encoder.encode(source);
}

/** `{ "line-width": 100, style: { cond: "hang" } }` as names and values, each ended by NUL. */
function words(options, table = "") {
  let text = "";
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    const key = table + (name === "fileName" && !table ? "file-name" : name);
    if (typeof value === "object" && value !== null) {
      text += words(value, `${key}.`);
    } else {
      if (`${key}${value}`.includes("\0")) throw new RangeError("NUL in an option");
      text += `${key}\0${value}\0`;
    }
  }
  return text;
}
