// Reads the file «pairs», in which texts stand two by two as lists of character codes, and says of each pair whether this
// reader finds the same data in both. Before this stands read(text), a promise of data as arrays and strings.
const lists = require("fs").readFileSync("pairs", "utf8").trim().split("\n");
const texts = lists.map((list) => (list.match(/\d+/g) ?? []).map((code) => String.fromCodePoint(code)).join(""));
const data = async (text) => {
  try {
    return JSON.stringify(await read(text));
  } catch {
    return undefined;
  }
};
(async () => {
  for (let i = 0; i + 1 < texts.length; i += 2) {
    const [before, after] = [await data(texts[i]), await data(texts[i + 1])];
    const isSame = before === after;
    const verdict =
      before === undefined ? (isSame ? "unreadable" : "gained") : after === undefined ? "lost" : isSame ? "same" : "misread";
    require("fs").writeSync(1, `verdict ${verdict}\n`);
  }
})();
