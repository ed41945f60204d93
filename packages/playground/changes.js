// What differs between two texts, in lines.

/** Lines around a change that are shown with it. */
const CONTEXT = 3;
/** More lines than these, taken out and put in, are not compared any closer. */
const MOST = 2000;

/** The changes as `[sign, line]`: "-" is only in the first text, "+" only in the second, " " in both, "@" where lines are left out. */
export function changes(before, after) {
  const [a, b] = [before.split("\n"), after.split("\n")];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const middle = script(a.slice(start, a.length - end), b.slice(start, b.length - end));
  if (middle.length === 0) return [];
  const same = (lines) => lines.map((line) => [" ", line]);
  const all = [...same(a.slice(0, start)), ...middle, ...same(a.slice(a.length - end))];
  return near(all);
}

/** Leaves out what is far from any change. */
function near(all) {
  const shown = new Uint8Array(all.length);
  all.forEach(([sign], at) => {
    if (sign !== " ") shown.fill(1, Math.max(0, at - CONTEXT), at + CONTEXT + 1);
  });
  const kept = [];
  let line = 1;
  all.forEach((entry, at) => {
    if (shown[at]) {
      if (!shown[at - 1]) kept.push(["@", `line ${line}`]);
      kept.push(entry);
    }
    if (entry[0] !== "+") line++;
  });
  return kept;
}

/** The shortest way from one list of lines to another: E. Myers, "An O(ND) difference algorithm and its variations", 1986. */
function script(a, b) {
  const whole = () => [...a.map((line) => ["-", line]), ...b.map((line) => ["+", line])];
  const most = Math.min(a.length + b.length, MOST);
  // How far each diagonal has come, before each step.
  const steps = [];
  let reach = new Map([[1, 0]]);
  for (let d = 0; d <= most; d++) {
    steps.push(new Map(reach));
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && (reach.get(k - 1) ?? -1) < (reach.get(k + 1) ?? -1));
      let x = down ? reach.get(k + 1) : reach.get(k - 1) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      reach.set(k, x);
      if (x >= a.length && x - k >= b.length) return back(a, b, steps);
    }
  }
  return whole();
}

function back(a, b, steps) {
  const found = [];
  let [x, y] = [a.length, b.length];
  for (let d = steps.length - 1; d >= 0; d--) {
    const reach = steps[d];
    const k = x - y;
    const down = k === -d || (k !== d && (reach.get(k - 1) ?? -1) < (reach.get(k + 1) ?? -1));
    const from = down ? k + 1 : k - 1;
    const startX = reach.get(from);
    const startY = startX - from;
    while (x > startX && y > startY) {
      found.push([" ", a[x - 1]]);
      x--;
      y--;
    }
    if (d > 0) found.push(down ? ["+", b[y - 1]] : ["-", a[x - 1]]);
    [x, y] = [startX, startY];
  }
  return found.reverse();
}
