"use strict";

// Indents what is typed. After Enter the editor gives the new line some blanks at once, and the formatter's follow a moment later, or at the
// next pause if the user has typed on by then: nobody waits. The line that Enter leaves is indented again, since what is typed on a line can
// move it.

const vscode = require("vscode");

// Without a key for so many milliseconds, an edit is quicker than the next key.
const PAUSE = 30;

const ENTER = /^\r?\n[ \t]*$/;

// Text in which brackets mean nothing: strings, characters, comments, which are a group, and symbols between bars.
const OPAQUE = /"(?:[^"\\]|\\.)*"?|#\\.|(;[^\n]*|#\|(?:[^|]|\|(?!#))*(?:\|#)?)|\|[^|]*\|?/gs;

/**
 * A line that began by Enter: its number, the blanks that it had last, those `above` it then, and how many of the brackets after the cursor
 * are those that the editor has closed in comments before it. It is due if it has not been indented since it was `entered` or `left`.
 * @typedef {{ line: number, blanks: string, above: string, strays: number, state: "entered" | "indented" | "left" }} TypedLine
 */

/**
 * Indents what is typed in documents that `selector` matches, if they are formatted on typing. `leading(document, line)` gives the blanks
 * that a line is to have, or nothing if it stays as it is; it may be a promise.
 */
function followTyping(selector, leading) {
  /** @type {WeakMap<vscode.TextDocument, TypedLine[]>} */
  const documents = new WeakMap();
  let timer;
  let turn = Promise.resolve();

  function changed({ document, contentChanges, reason }) {
    if (vscode.languages.match(selector, document) === 0) return;
    // What is undone is not indented again.
    if (reason !== undefined || !vscode.workspace.getConfiguration("editor", document).get("formatOnType")) {
      documents.delete(document);
      return;
    }
    let lines = documents.get(document) ?? [];
    // They come from the last to the first, so none moves those that follow.
    for (const change of contentChanges) lines = moved(lines, change);
    const entered = contentChanges.filter(({ text }) => ENTER.test(text));
    for (const { range } of entered) lines.push(enter(document, lines, range.start));
    documents.set(document, lines);
    if (!lines.some(isDue)) return;
    const run = () => indent(document);
    clearTimeout(timer);
    timer = setTimeout(() => (turn = turn.then(run, run)), entered.length > 0 ? 0 : PAUSE);
  }

  /** Indents the lines that are due, from the first on, until a key is quicker; the next pause has the others. */
  async function indent(document) {
    const editor = vscode.window.visibleTextEditors.find((it) => it.document === document);
    const first = () => documents.get(document)?.filter(isDue).sort((a, b) => a.line - b.line)[0];
    for (let typed = first(); editor && typed; typed = first()) {
      const { version } = document;
      const { state } = typed;
      const { blanks, isChosen } = await wanted(document, typed);
      if (document.version !== version) return;
      const above = blanksAbove(document, typed.line);
      if (!(await change(editor, typed, blanks))) return;
      Object.assign(typed, { blanks, above, strays: 0 });
      if (isChosen || state === "left") documents.set(document, (documents.get(document) ?? []).filter((it) => it !== typed));
      // It may have been left meanwhile.
      else if (typed.state === state) typed.state = "indented";
    }
  }

  /** The blanks that a line is to have, and whether the user has chosen them. */
  async function wanted(document, { line, blanks, above, state }) {
    const old = blanksOf(document, line);
    if (old !== blanks) return { blanks: old, isChosen: true };
    const isLeftBlank = state === "left" && document.lineAt(line).isEmptyOrWhitespace;
    return { blanks: isLeftBlank ? "" : ((await leading(document, line)) ?? following(document, line, old, above)), isChosen: false };
  }

  return vscode.workspace.onDidChangeTextDocument(changed);
}

const isDue = ({ state }) => state !== "indented";

/** The lines after a change of the document, without those that it has replaced, and without the strays that it has deleted. */
function moved(lines, { range, rangeLength, text }) {
  const by = text.split("\n").length - 1 - (range.end.line - range.start.line);
  const kept = lines.filter(({ line }) => line <= range.start.line || line > range.end.line);
  for (const typed of kept) {
    if (typed.line > range.end.line) typed.line += by;
    else if (typed.line === range.start.line && !text && range.start.character >= typed.blanks.length) typed.strays -= Math.min(typed.strays, rangeLength);
  }
  return kept;
}

/** The line that Enter has begun at a position. */
function enter(document, lines, position) {
  const line = position.line + 1;
  const left = lines.find((typed) => typed.line === position.line);
  const strays = unclosedInComments(document, position) + (left?.strays ?? 0);
  if (left) Object.assign(left, { strays: 0, state: "left" });
  return { line, blanks: blanksOf(document, line), above: blanksAbove(document, line), strays, state: "entered" };
}

/** The blanks of a line that the formatter leaves alone, as in a block comment: the editor has copied those above, which have moved since. */
function following(document, line, blanks, above) {
  return blanks.startsWith(above) ? blanksAbove(document, line) + blanks.slice(above.length) : blanks;
}

/** The blanks of the last line above that has more than blanks. */
function blanksAbove(document, line) {
  do line--;
  while (line > 0 && document.lineAt(line).isEmptyOrWhitespace);
  return blanksOf(document, line);
}

/** Gives a line its blanks, and deletes the brackets after the cursor that are not the user's. Says whether no key was quicker. */
async function change(editor, { line, strays }, blanks) {
  const { document, selection } = editor;
  const old = blanksOf(document, line);
  const { active } = selection;
  const closers = active.line === line ? /^[)\]]*/.exec(document.lineAt(line).text.slice(active.character))[0] : "";
  const extra = Math.min(strays, closers.length);
  if (old === blanks && extra === 0) return true;
  let same = 0;
  while (same < old.length && old[same] === blanks[same]) same++;
  const edit = (builder) => {
    if (extra > 0) builder.delete(new vscode.Range(active, active.translate(0, extra)));
    if (same < old.length) builder.delete(new vscode.Range(line, same, line, old.length));
    // A cursor there moves along, as it would not if its blanks were replaced.
    if (same < blanks.length) builder.insert(new vscode.Position(line, old.length), blanks.slice(same));
  };
  return editor.edit(edit, { undoStopBefore: false, undoStopAfter: false });
}

function blanksOf(document, line) {
  return /^[ \t]*/.exec(document.lineAt(line).text)[0];
}

/** The number of brackets that are open in comments on a line that Enter was pressed on, if nothing but closing ones has followed. */
function unclosedInComments(document, { line, character }) {
  if (!/^\s*[)\]]+$/.test(document.lineAt(line + 1).text)) return 0;
  const start = document.offsetAt(new vscode.Position(line, 0));
  const before = document.getText().slice(0, start + character);
  let open = 0;
  for (const { 1: comment, index } of before.matchAll(OPAQUE)) {
    const onLine = comment?.slice(Math.max(start - index, 0)) ?? "";
    for (const [bracket] of onLine.matchAll(/[()[\]]/g)) open = /[([]/.test(bracket) ? open + 1 : Math.max(open - 1, 0);
  }
  return open;
}

module.exports = { blanksOf, followTyping };
