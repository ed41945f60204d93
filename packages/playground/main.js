import { compiled, load } from "./answers.js";
import { paint, resultEditor, sourceEditor } from "./editors.js";
import { EXAMPLES } from "./examples.js";
import * as link from "./link.js";

const at = (id) => document.getElementById(id);

/** An element with attributes and children, of which strings become text. */
function element(name, attributes, ...children) {
  const made = Object.assign(document.createElement(name), attributes);
  made.append(...children);
  return made;
}

function button(text, pressed) {
  const made = element("button", { type: "button" }, text);
  made.addEventListener("click", pressed);
  return made;
}

/** Fills an element with a button for each name, of which one is pressed at a time; the function that is returned presses one. */
function choice(parent, names, chosen) {
  parent.replaceChildren(...Object.entries(names).map(([key, text]) => button(text, () => chosen(key))));
  const keys = Object.keys(names);
  return (wanted) => [...parent.children].forEach((one, at) => one.setAttribute("aria-pressed", keys[at] === wanted));
}

// The worker answers each question in turn.

const UNLOADED = "The formatter cannot be loaded. Check the connection and reload the page; the browser has to support WebAssembly.";

const module = compiled("./format.wasm").catch(() => Promise.reject(new Error(UNLOADED)));
const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
const sent = module.then((module) => worker.postMessage({ module }));
const waiting = new Map();
let asked = 0;

async function ask(question) {
  await sent;
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
    own ??= load(await module);
    resolve(await own(question));
  } catch (error) {
    reject(error);
  }
});

worker.addEventListener("error", () => say(UNLOADED, "failed"));

// What holds.

/** What a style is short for. */
const PRESETS = {
  default: {},
  Guile: { "style.cond": "break" },
  Chez: { "style.calls": "2" },
  Emacs: { "style.cond": "hang" },
  Racket: { dialect: "racket" },
  "keep my broken lists": { "line-breaks": "persistent" },
  "keep my lines": { "line-breaks": "keep" },
};

let fileName = "";
/** The options that differ from their default, by their names. */
let chosen = {};
/** What the last answer was. */
let result = null;
let view = "text";
/** Whether the first change is still to be shown, and the group of changes that is. */
let opens = false;
let group = 0;
/** The options as they are declared. */
let declared = [];

const options = () => ({ ...chosen, ...(fileName && { fileName }) });

const source = sourceEditor(at("source"), (isMostLeft) => {
  // Another text is no longer that of the file.
  if (!isMostLeft && !isSetting) {
    fileName = "";
    at("example").selectedIndex = -1;
    opens = true;
  }
  if (!isSetting) setAddress("");
  refresh();
}, (place) => explain(source.text(), place));
const shown = resultEditor(at("result"), (place) => result?.text != null && explain(result.text, place));

// Formatting as one types: while the worker is at a text, only the last one after it waits.

let stale = false;
/** What is under way, which ends when the last text is shown. */
let work = null;

function refresh() {
  stale = true;
  work ??= formatted();
  return work;
}

async function formatted() {
  document.body.dataset.state = "busy";
  while (stale) {
    stale = false;
    const text = source.text();
    try {
      const question = { ask: "format", source: text, options: options(), isCompared: view === "changes" };
      result = { source: text, ...(await ask(question)) };
      if (!stale) show();
    } catch (error) {
      say(error.message, "failed");
    }
  }
  work = null;
  document.body.dataset.state = "ready";
}

/** Shows how formatting goes, or how it went: `good` or `failed`. */
function say(text, outcome = "") {
  at("status").textContent = text;
  at("status").className = outcome;
}

function show() {
  const { text, skipped, diagnostics, time, changed, source: before, toml, width } = result;
  const failed = diagnostics.some(({ severity }) => severity === "error");
  const found = (what) => `${diagnostics.length} ${what}${diagnostics.length === 1 ? "" : "s"}`;
  let told = `Verified: nothing lost, ${time.toFixed(1)} ms`;
  if (text === before) told += "; formatted already";
  if (text === null) told = `Not formatted: ${found("error")}`;
  else if (failed) told = `Formatted but for ${found("error")}`;
  else if (skipped) told = `Left as it is: ${skipped.message}`;
  else if (diagnostics.length) told += `; ${found("warning")}`;
  say(told, failed ? "failed" : "good");
  showDialect();
  pressPreset(Object.keys(PRESETS).find((name) => isSame(PRESETS[name], chosen)));
  document.body.style.setProperty("--ruler", width);
  at("toml").textContent = toml || "# Nothing differs from the default.\n";
  at("repair").hidden = !failed;
  source.mark(diagnostics);
  at("findings").replaceChildren(...diagnostics.slice(0, MOST).map(finding));
  document.body.classList.toggle("stale", text === null);
  // While nothing can be formatted, what stood there last remains.
  if (text !== null) shown.set(text);
  if (failed) at("explanation").textContent = whyNone(diagnostics);
  else if (at("explanation").textContent.startsWith(NONE)) at("explanation").textContent = HINT;
  source.showChanges(changed.map(([span]) => span));
  shown.showChanges(changed.map(([, span]) => span));
  at("steps").hidden = changed.length === 0;
  if (opens && changed.length > 0) step(0);
}

function step(by) {
  const groups = shown.groups();
  group = opens ? 0 : (group + by + groups.length) % groups.length;
  opens = false;
  for (const editor of [source, shown]) editor.showChange(groups[group]);
}

const isSame = (one, other) =>
  Object.keys({ ...one, ...other }).every((key) => one[key] === other[key]);

/** The most findings that are listed. */
const MOST = 50;

function finding({ severity, code, message, note, labels }) {
  const said = element("p", {}, element("strong", { className: severity }, `${severity}[${code}]`), `: ${message}`);
  const places = labels.map((label) => {
    const { line, column } = label.start;
    const name = label.message ? `: ${label.message}` : "";
    return button(`line ${line}, column ${column}${name}`, () => source.select(label));
  });
  // A button here, and a command in a terminal.
  const here = note?.replace("`schemefmt repair`", `“${at("repair").textContent}”`);
  return element("li", {}, said, ...places, ...(here ? [element("p", {}, here)] : []));
}

// The dialect.

function showDialect() {
  const { dialect, reason } = result;
  const isAsked = "dialect" in chosen;
  const known = dialect === null || dialect === "auto" ? "any" : dialect;
  at("dialect").options[0].textContent = isAsked ? "detect" : known;
  at("dialect").value = chosen.dialect ?? "auto";
  at("reason").textContent = isAsked ? "as you chose" : (reason ?? "");
  at("detect").hidden = !isAsked;
}

function choose(key, value) {
  const usual = declared.find((option) => option.key === key).default;
  if (value === usual) delete chosen[key];
  else chosen[key] = value;
  setAddress("");
  refresh();
}

// Why.

const HINT = at("explanation").textContent;
const NONE = "No layout is explained while the text has errors";
const whyNone = ([{ message }]) => `${NONE}: ${message}.`;

async function explain(text, place) {
  const errors = (result?.diagnostics ?? []).filter(({ severity }) => severity === "error");
  const told = await ask({ ask: "explain", source: text, place, options: options() }).catch((error) => error.message);
  at("explanation").replaceChildren(...(told ? adviceFirst(told) : [errors.length > 0 ? whyNone(errors) : "There is no form here."]));
}

/** What an explanation says to do about the layout, and then the reasons for it. */
function adviceFirst(told) {
  const dense = told.trimEnd().replace(/(?<=:\n)\n(?!\[)|\n(?=\n\[)/g, "").replace(/ {2,}#/g, "  #");
  const [reasons, ...advice] = dense.split("\n\n");
  const [form, ...why] = reasons.split("\n");
  return [[form, ...advice, ""].join("\n\n"), ["Why:", ...why].join("\n")].map((text) => element("span", {}, text));
}

// Brackets.

async function repair() {
  at("repair").disabled = true;
  say("Looking for the brackets ...");
  try {
    const { text, repaired, leftAlone } = await ask({ ask: "repair", source: source.text(), options: options() });
    if (repaired > 0) source.set(text);
    else say(leftAlone[0]?.message ?? "not repaired: nothing is wrong with the brackets", "failed");
  } catch (error) {
    say(error.message, "failed");
  }
  at("repair").disabled = false;
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
    control = element("input", { id, type: "text", size: 8 });
  } else {
    control = element("input", { id, type: "number", min: numbers[0], max: numbers[1] });
  }
  control.name = key;
  control.value = chosen[key] ?? usual;
  control.setAttribute("aria-describedby", told.id);
  const wrong = element("p", { className: "error", role: "alert", hidden: true });
  control.addEventListener("input", () => {
    const number = /^\d+$/.test(control.value) ? Number(control.value) : NaN;
    const isRight = names.includes(control.value) || (numbers && number >= numbers[0] && number <= numbers[1]);
    const wanted = [...names, ...(numbers ? [`a number from ${numbers[0]} to ${numbers[1]}`] : [])].join(" or ");
    control.setCustomValidity(isRight ? "" : `Expected ${wanted}.`);
    wrong.textContent = control.validationMessage;
    wrong.hidden = isRight;
    if (isRight) choose(key, control.value);
  });
  return element("div", {}, element("label", { htmlFor: id }, key, control), wrong, told);
}

/** All options but the dialect, which has a place of its own. */
const showOptions = () => at("options").replaceChildren(...declared.filter(({ key }) => key !== "dialect").map(field));

// Where there is little room, tabs, of which the arrow keys choose the next and the previous.

const narrow = matchMedia("(max-width: 52rem), (max-width: 62rem) and (max-height: 48rem), (max-height: 34rem)");
const tabs = [...at("tabs").children];

function showTab(chosen) {
  document.body.dataset.pane = chosen.getAttribute("aria-controls");
  for (const tab of tabs) {
    tab.setAttribute("aria-selected", tab === chosen);
    tab.tabIndex = tab === chosen ? 0 : -1;
  }
}

/** Only where there are tabs are there panels, and the style is chosen in that of the options. */
function arrange() {
  for (const tab of tabs) {
    const panel = at(tab.getAttribute("aria-controls"));
    panel.role = narrow.matches ? "tabpanel" : null;
    panel.ariaLabel = narrow.matches ? tab.textContent : null;
  }
  if (narrow.matches) at("settings").prepend(at("presets"), at("chip"));
  else at("tools").append(at("presets"), at("chip"));
}

for (const tab of tabs) tab.addEventListener("click", () => showTab(tab));
at("tabs").addEventListener("keydown", ({ key, target }) => {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[key];
  if (!by) return;
  const next = tabs.at((tabs.indexOf(target) + by) % tabs.length);
  showTab(next);
  next.focus();
});
narrow.addEventListener("change", arrange);
showTab(tabs[0]);
arrange();

// Everything together.

let isSetting = false;

/** The link that leads to what is shown, or none: what it held is not what is there after a change. */
function setAddress(fragment) {
  if (fragment !== location.hash) history.replaceState(null, "", `${location.pathname}${location.search}${fragment}`);
}

function set(state, fragment = "") {
  setAddress(fragment);
  ({ fileName } = state);
  chosen = { ...state.options };
  isSetting = true;
  if (state.source !== source.text()) shown.set("");
  source.set(state.source);
  isSetting = false;
  opens = true;
  showOptions();
  return refresh();
}

const setOptions = (wanted) => set({ source: source.text(), fileName, options: wanted });

const preferred = matchMedia("(prefers-color-scheme: dark)");

function repaint() {
  const wanted = at("theme").value;
  const isDark = wanted === "system" ? preferred.matches : wanted === "dark";
  document.documentElement.dataset.theme = isDark ? "dark" : "light";
  paint([source.view, shown.view], isDark);
}

async function copied(button, text) {
  const usual = button.textContent;
  button.textContent = await navigator.clipboard.writeText(text).then(() => "Copied", () => "Not allowed");
  setTimeout(() => (button.textContent = usual), 1500);
}

async function fromAddress() {
  const state = await link.read(location.hash).catch(() => null);
  if (state) {
    at("example").selectedIndex = -1;
    await set(state, location.hash);
  } else if (location.hash.length > 1) {
    say("The link is damaged.", "failed");
  }
  return state !== null;
}

const pressPreset = choice(at("presets"), Object.fromEntries(Object.keys(PRESETS).map((name) => [name, name])), (name) => setOptions(PRESETS[name]));
const pressView = choice(at("views"), { text: "Text", changes: "Changes" }, (name) => {
  view = name;
  opens = true;
  pressView(name);
  refresh();
});
pressView(view);
at("example").append(...EXAMPLES.map(({ name }, value) => element("option", { value }, name)));
at("example").addEventListener("change", () => {
  const { text, fileName } = EXAMPLES[at("example").value];
  set({ source: text, fileName, options: chosen });
});
at("theme").value = localStorage.getItem("theme") ?? "system";
at("theme").addEventListener("change", () => {
  localStorage.setItem("theme", at("theme").value);
  repaint();
});
preferred.addEventListener("change", repaint);
at("dialect").addEventListener("change", () => choose("dialect", at("dialect").value));
at("detect").addEventListener("click", () => choose("dialect", "auto"));
at("repair").addEventListener("click", repair);
at("previous").addEventListener("click", () => step(-1));
at("next").addEventListener("click", () => step(1));
at("copy").addEventListener("click", () => copied(at("copy"), result?.text ?? ""));
at("copy-toml").addEventListener("click", () => copied(at("copy-toml"), at("toml").textContent));
at("reset").addEventListener("click", () => setOptions({}));
at("link").addEventListener("click", async () => {
  setAddress(await link.write({ source: source.text(), fileName, options: chosen }));
  copied(at("link"), location.href);
});
addEventListener("hashchange", fromAddress);
// What is typed survives that the page is loaded again.
addEventListener("pagehide", () => {
  if (declared.length === 0) return;
  try {
    sessionStorage.setItem("state", JSON.stringify({ source: source.text(), fileName, options: chosen }));
  } catch {
    // There is no room for it.
  }
});

repaint();
try {
  const [{ text, fileName: name }] = EXAMPLES;
  const about = await ask({ ask: "about", source: text });
  at("version").textContent = about.version;
  declared = about.options;
  at("dialect").append(...declared.find(({ key }) => key === "dialect").names.map((value) => element("option", { value }, value)));
  if (!(await fromAddress())) {
    const isDamaged = location.hash.length > 1;
    const kept = JSON.parse(sessionStorage.getItem("state") ?? "null");
    // What has been typed in the meantime stays.
    const typed = source.text();
    if (typed) await set({ source: typed, fileName: "", options: {} });
    else await set(kept ?? { source: text, fileName: name, options: {} });
    if (kept && !typed) at("example").selectedIndex = EXAMPLES.findIndex((example) => example.text === kept.source);
    if (isDamaged && !typed) say("The link is damaged: this is an example.", "failed");
  }
} catch (error) {
  say(error.message, "failed");
}
