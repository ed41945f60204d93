import { load } from "./answers.js";
import { EXAMPLES } from "./examples.js";
import * as link from "./link.js";

const at = (id) => document.getElementById(id);

/** An element with attributes and children, of which strings become text. */
function element(name, attributes, ...children) {
  const made = Object.assign(document.createElement(name), attributes);
  made.append(...children);
  return made;
}

// The worker answers each question in turn.

const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
const waiting = new Map();
let asked = 0;

function ask(question) {
  const id = asked++;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject, question });
    worker.postMessage({ id, ...question });
  });
}

// A worker has half the stack of a page, which is not enough for the few texts that nest deeper than some 600 levels. These take
// the page some hundredths of a second.
let own = null;

worker.addEventListener("message", async ({ data: { id, answer, error, isOutOfRoom } }) => {
  const { resolve, reject, question } = waiting.get(id);
  waiting.delete(id);
  if (error === undefined) return resolve(answer);
  if (!isOutOfRoom) return reject(new Error(error));
  try {
    own ??= await load();
    resolve(own(question));
  } catch (error) {
    reject(error);
  }
});

worker.addEventListener("error", () => say("The formatter cannot be loaded.", true));

// What holds.

let fileName = "";
/** The options that differ from their default, by their names. */
let chosen = {};
/** What the last answer was. */
let result = null;
let view = "text";

const options = () => ({ ...chosen, ...(fileName && { fileName }) });

// Formatting as one types: while the worker is at a text, only the last one after it waits.

let busy = false;
let stale = false;

async function refresh() {
  stale = true;
  if (busy) return;
  busy = true;
  document.body.dataset.state = "busy";
  while (stale) {
    stale = false;
    const source = at("source").value;
    try {
      result = { source, ...(await ask({ ask: "format", source, options: options() })) };
      show();
    } catch (error) {
      say(error.message, true);
    }
  }
  busy = false;
  document.body.dataset.state = "ready";
}

function say(text, failed = false) {
  at("status").textContent = text;
  at("status").classList.toggle("failed", failed);
}

function show() {
  const { text, dialect, reason, untouched, diagnostics, time, source, toml } = result;
  const failed = text === null;
  const read = dialect === null ? "" : ` Read as ${dialect === "auto" ? "Scheme of no certain dialect" : dialect}: ${reason}.`;
  const count = diagnostics.length;
  const found = (what) => (count === 1 ? `1 ${what}` : `${count} ${what}s`);
  let told = text === source ? "Formatted already" : `Formatted in ${time.toFixed(1)} ms`;
  if (failed) told = `Not formatted: ${found("error")}`;
  else if (untouched) told = `Left as it is: ${untouched.message}`;
  else if (count) told += `, ${found("warning")}`;
  say(`${told}.${read}`, failed);
  at("toml").textContent = toml || "# Nothing differs from the default.\n";
  showFindings();
  showResult();
}

function showResult() {
  const { text, diff } = result;
  at("explanation").hidden = true;
  const none = text === null ? "There is no result while the text has errors." : "";
  if (view === "text") {
    at("result").textContent = none || text;
  } else {
    const lines = diff?.map(([sign, line]) => {
      const name = { "+": "ins", "-": "del" }[sign] ?? "span";
      const shown = sign === "@" ? `@ ${line}` : sign + line;
      return name === "span" ? element("span", {}, `${shown}\n`) : element(name, {}, shown);
    });
    at("result").replaceChildren(...(none || !lines.length ? [none || "Nothing changes."] : lines));
  }
}

// Errors and warnings.

/** The index in a text of a line and a column, which counts characters, not halves of them. */
function index(lines, { line, column }) {
  const before = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  return before + within(lines[line - 1] ?? "", column);
}

function within(line, column) {
  let at = 0;
  for (let left = column - 1; left > 0 && at < line.length; left--) at += line.codePointAt(at) > 0xffff ? 2 : 1;
  return at;
}

/** A text with what is marked in it; of marks that overlap the first one stands. */
function marked(text, marks) {
  const parts = [];
  let end = 0;
  for (const mark of marks.toSorted((a, b) => a.start - b.start)) {
    if (mark.start < end) continue;
    parts.push(text.slice(end, mark.start));
    // Where nothing stands there is something to see all the same.
    parts.push(element("mark", { className: mark.kind }, text.slice(mark.start, mark.end).replace(/^(?=\n|$)/, " ")));
    end = mark.end;
  }
  return [...parts, text.slice(end)];
}

/** The most findings that are shown, and marks that are drawn. */
const MOST = 50;

function showFindings() {
  const { source, diagnostics } = result;
  const lines = source.split("\n");
  const shown = diagnostics.slice(0, MOST);
  const marks = shown.flatMap(({ severity, labels: [place] }) => {
    if (!place) return [];
    const start = index(lines, place.start);
    // A place between two characters is marked on the one before.
    const end = index(lines, place.end);
    return [start === end ? { start: Math.max(0, start - 1), end, kind: severity } : { start, end, kind: severity }];
  });
  at("marks").replaceChildren(...marked(source, marks), "\n");
  align();
  at("findings").replaceChildren(...shown.map((finding) => item(finding, lines)));
}

function item({ severity, code, message, note, labels }, lines) {
  const made = element("li", {}, element("p", {}, element("strong", { className: severity }, `${severity}[${code}]`), `: ${message}`));
  if (labels.length) {
    made.append(excerpt(severity, labels, lines));
    const { start } = labels[0];
    const go = element("button", { type: "button" }, `Go to line ${start.line}, column ${start.column}`);
    go.addEventListener("click", () => {
      const place = index(lines, start);
      at("source").focus();
      at("source").setSelectionRange(place, Math.max(place, index(lines, labels[0].end)));
      at("source").scrollTop = (start.line - 4) * lineHeight();
    });
    made.append(go);
  }
  if (note) made.append(element("p", {}, note));
  return made;
}

/** The lines that are spoken of, with what is said of each place. */
function excerpt(severity, labels, lines) {
  const numbers = [...new Set(labels.map(({ start }) => start.line))].toSorted((a, b) => a - b);
  const width = String(numbers.at(-1)).length;
  const rows = numbers.flatMap((number) => {
    const line = lines[number - 1] ?? "";
    const here = labels.filter(({ start }) => start.line === number);
    const marks = here.map((label) => {
      const start = within(line, label.start.column);
      const end = label.end.line === number ? within(line, label.end.column) : line.length;
      return { start, end, kind: label === labels[0] ? severity : "context" };
    });
    const said = here.map(({ message }) => message).filter(Boolean).join("; ");
    const gutter = element("span", { className: "number" }, `${String(number).padStart(width)} | `);
    return [gutter, ...marked(line, marks), said ? `   ; ${said}` : "", "\n"];
  });
  const made = element("pre", { tabIndex: 0 }, ...rows);
  made.setAttribute("role", "group");
  made.setAttribute("aria-label", "Excerpt of the source");
  return made;
}

const lineHeight = () => parseFloat(getComputedStyle(at("source")).lineHeight);

function align() {
  at("marks").scrollTop = at("source").scrollTop;
  at("marks").scrollLeft = at("source").scrollLeft;
}

// Why.

async function explain(place) {
  if (result?.text == null) return;
  const lines = result.text.split("\n");
  // The form at whose beginning a line begins.
  const column = place.column ?? [.../^\s*/.exec(lines[place.line - 1] ?? "")[0]].length + 1;
  const question = { ask: "explain", source: result.text, place: { line: place.line, column }, options: options() };
  const told = await ask(question).catch((error) => error.message);
  at("explanation").textContent = told ?? `There is no form on line ${place.line}.`;
  at("explanation").hidden = false;
  at("line").value = place.line;
}

/** The line and the column of the result that was clicked on. */
function clicked() {
  const { anchorNode, anchorOffset, isCollapsed } = getSelection();
  if (!isCollapsed || view !== "text" || !at("result").contains(anchorNode)) return null;
  const before = result.text.slice(0, anchorOffset).split("\n");
  return { line: before.length, column: [...before.at(-1)].length + 1 };
}

// Options.

function field({ key, about, names, numbers, default: usual }) {
  const id = `option-${key}`;
  const words = about.split("`").map((part, at) => (at % 2 ? element("code", {}, part) : part));
  const told = element("p", { id: `${id}-about` }, ...words);
  let control;
  if (names.length && !numbers) {
    control = element("select", { id }, ...names.map((name) => element("option", { value: name }, name)));
  } else if (names.length) {
    control = element("input", { id, type: "text", pattern: `${names.join("|")}|\\d+`, size: 8 });
  } else {
    control = element("input", { id, type: "number", min: numbers[0], max: numbers[1] });
  }
  control.name = key;
  control.value = chosen[key] ?? usual;
  control.setAttribute("aria-describedby", told.id);
  control.addEventListener("input", () => {
    if (!control.checkValidity() || control.value === "") return;
    if (control.value === usual) delete chosen[key];
    else chosen[key] = control.value;
    refresh();
  });
  return element("div", {}, element("label", { htmlFor: id }, key, control), told);
}

let declared = [];
const showOptions = () => at("options").replaceChildren(...declared.map(field));

// Everything together.

function set(state) {
  at("source").value = state.source;
  ({ fileName } = state);
  chosen = state.options;
  showOptions();
  return refresh();
}

const preferred = matchMedia("(prefers-color-scheme: dark)");

function paint() {
  const wanted = at("theme").value;
  document.documentElement.dataset.theme = wanted === "system" ? (preferred.matches ? "dark" : "light") : wanted;
}

async function copied(button, text) {
  const usual = button.textContent;
  button.textContent = await navigator.clipboard.writeText(text).then(() => "Copied", () => "Not allowed");
  setTimeout(() => (button.textContent = usual), 1500);
}

function look(wanted) {
  view = wanted;
  at("show-text").setAttribute("aria-pressed", wanted === "text");
  at("show-diff").setAttribute("aria-pressed", wanted === "diff");
  if (result) showResult();
}

async function fromAddress() {
  const state = await link.read(location.hash).catch(() => null);
  if (state) {
    at("example").selectedIndex = -1;
    await set(state);
  } else if (location.hash.length > 1) {
    say("The link is damaged.", true);
  }
  return state !== null;
}

at("example").append(...EXAMPLES.map(({ name }, value) => element("option", { value }, name)));
at("example").addEventListener("change", () => {
  const { text, fileName } = EXAMPLES[at("example").value];
  set({ source: text, fileName, options: chosen });
});
at("theme").value = localStorage.getItem("theme") ?? "system";
at("theme").addEventListener("change", () => {
  localStorage.setItem("theme", at("theme").value);
  paint();
});
preferred.addEventListener("change", paint);
at("source").addEventListener("input", refresh);
at("source").addEventListener("scroll", align);
at("show-text").addEventListener("click", () => look("text"));
at("show-diff").addEventListener("click", () => look("diff"));
at("copy").addEventListener("click", () => copied(at("copy"), result?.text ?? ""));
at("copy-toml").addEventListener("click", () => copied(at("copy-toml"), at("toml").textContent));
at("reset").addEventListener("click", () => set({ source: at("source").value, fileName, options: {} }));
at("link").addEventListener("click", async () => {
  history.replaceState(null, "", await link.write({ source: at("source").value, fileName, options: chosen }));
  copied(at("link"), location.href);
});
at("result").addEventListener("click", () => {
  const place = clicked();
  if (place) explain(place);
});
at("ask").addEventListener("submit", (event) => {
  event.preventDefault();
  explain({ line: at("line").valueAsNumber });
});
addEventListener("hashchange", fromAddress);

paint();
try {
  const about = await ask({ ask: "about" });
  at("version").textContent = about.version;
  declared = about.options;
  if (!(await fromAddress())) {
    const damaged = location.hash.length > 1;
    const { text, fileName: name } = EXAMPLES[0];
    await set({ source: text, fileName: name, options: {} });
    if (damaged) say("The link is damaged: this is an example.", true);
  }
} catch {
  say("The formatter cannot be loaded.", true);
}
