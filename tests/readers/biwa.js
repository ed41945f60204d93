const biwa = require("biwascheme");
const read = async (text) => biwa.Parser.parse(text).map((datum) => shown(datum));
// What tells data apart: their classes, and all that is in them.
const shown = (datum) => {
  if (datum instanceof biwa.Pair) return ["(", shown(datum.car), shown(datum.cdr)];
  if (Array.isArray(datum)) return ["#(", ...datum.map(shown)];
  return [datum?.constructor?.name ?? typeof datum, biwa.to_write(datum)];
};
