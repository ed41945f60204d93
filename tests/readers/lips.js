const lips = require("@jcubic/lips");
const read = async (text) => (await lips.parse(text)).map((datum) => shown(datum));
// What tells data apart: their classes, and all that is in them.
const shown = (datum) => {
  if (datum instanceof lips.Pair) return ["(", shown(datum.car), shown(datum.cdr)];
  if (Array.isArray(datum)) return ["#(", ...datum.map(shown)];
  if (datum instanceof RegExp) return ["regexp", String(datum)];
  if (datum instanceof lips.LSymbol) return ["symbol", String(datum.__name__ ?? datum)];
  if (datum !== null && typeof datum === "object") return [datum.constructor?.name ?? "", String(datum)];
  return [typeof datum, String(datum)];
};
