// What formatting has changed: blanks and line ends between words, and the spelling of a few words.

const isBlank = (letter) => letter === " " || letter === "\n" || letter === "\t" || letter === "\r" || letter === "\f";
const isEnd = (letter) => letter === undefined || isBlank(letter) || letter === "(" || letter === ")" || letter === "[" || letter === "]";

/** Where the letters from `at` on end of which `holds`. */
function past(text, at, holds) {
  while (at < text.length && holds(text[at])) at++;
  return at;
}

/** The spans that differ between a text and the formatted one, `[from, to]` in the first and `[from, to]` in the other, in order. */
export function changes(before, after) {
  const found = [];
  let [a, b] = [0, 0];
  // Where the last difference ends.
  let last = 0;
  while (a < before.length || b < after.length) {
    const isBetween = isBlank(before[a]) || isBlank(after[b]);
    if (!isBetween && before[a] === after[b]) {
      a++;
      b++;
      continue;
    }
    // The whole word differs.
    while (!isBetween && a > last && !isEnd(before[a - 1])) {
      a--;
      b--;
    }
    const holds = isBetween ? isBlank : (letter) => !isEnd(letter);
    let [endA, endB] = [past(before, a, holds), past(after, b, holds)];
    // A bracket that only one has; nothing else would bring them on.
    if (endA === a && endB === b) [endA, endB] = [a + 1, b + 1];
    if (before.slice(a, endA) !== after.slice(b, endB)) found.push([[a, endA], [b, endB]]);
    [a, b] = [endA, endB];
    last = a;
  }
  return found;
}
