// Lets a module of WebAssembly trap where it would compose a message about why it stops, which nobody can read: trap.cjs FROM TO
const { readFileSync, writeFileSync } = require("node:fs");

const stops = /panicking|(?:unwrap|expect|assert|slice_error|_index)_fail|panic_already|capacity_overflow|handle_(?:alloc_)?error/;

// The package has no other way in than `import`.
import(require.resolve("binaryen")).then(({ default: binaryen }) => {
  const [from, to] = process.argv.slice(2);
  const module = binaryen.readBinary(readFileSync(from));
  const all = Array.from({ length: module.getNumFunctions() }, (_, at) => binaryen.getFunctionInfo(module.getFunctionByIndex(at)));
  for (const { name, params, results } of all.filter(({ name }) => stops.test(name))) {
    module.removeFunction(name);
    module.addFunction(name, params, results, [], module.unreachable());
  }
  writeFileSync(to, module.emitBinary());
});
