"use strict";

// Indents what is typed. After Enter the editor gives the new line some blanks at once, and the formatter's follow a moment later, or at the
// next pause if the user has typed on by then: nobody waits. The line that Enter leaves is indented again, since what is typed on a line can
// move it. In a comment the editor closes brackets, too, or else a typed one would take the place of one that follows; those that nobody has
// typed when the line is left go.

const vscode = require("vscode");

// Without a key for so many milliseconds, an edit is quicker than the next key.
const PAUSE = 30;

// One undo reverts an edit with what was typed before it.
const UNDONE_ALONG = { undoStopBefore: false, undoStopAfter: false };

const ENTER = /^\r?\n[ \t]*$/;
const PAIR = /^(?:\(\)|\[\])$/;
const CLOSING = /^[)\]]$/;

// Text in which brackets mean nothing: strings, characters, regular expressions, sets of characters, comments, which are a group unless they
// are closed, and symbols between bars.
const OPAQUE =
  /"(?:[^"\\]|\\.)*"?|#\\.|#\/(?:[^\/\\\n]|\\.)*\/?|#\[(?:[^\]\\\n]|\\.)*\]?|(;[^\n]*|#\|(?:[^|]|\|(?!#))*$)|#\|(?:[^|]|\|(?!#))*\|#|\|[^|]*\|?/gs;

/**
 * A line that began by Enter: its number, the blanks that it had last, and those `above` it then. It is due if it has not been indented since
 * it was `entered` or `left`.
 * @typedef {{ line: number, blanks: string, above: string, state: "entered" | "indented" | "left" }} TypedLine
 */

/**
 * A closing bracket in a comment that the editor has put there, and nobody has typed or gone over: its offset, and whether its line has been
 * left.
 * @typedef {{ offset: number, isLeft: boolean }} Stray
 */

/**
 * Indents what is typed in documents that `selector` matches, if they are formatted on typing. `leading(document, line)` gives the blanks
 * that a line is to have, or nothing if it stays as it is; it may be a promise.
 */
function followTyping(selector, leading) {
  /** @type {WeakMap<vscode.TextDocument, { lines: TypedLine[], strays: Stray[] }>} */
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
    let { lines, strays } = documents.get(document) ?? { lines: [], strays: [] };
    // They come from the last to the first, so none moves those that follow.
    for (const change of contentChanges) {
      lines = moved(lines, change);
      strays = strayed(strays, change, document);
    }
    const entered = contentChanges.filter(({ text }) => ENTER.test(text));
    for (const { range } of entered) lines.push(enter(document, lines, range.start));
    documents.set(document, { lines, strays });
    schedule(document, entered.length > 0 ? 0 : PAUSE);
  }

  /** Takes the strays for typed that the cursor has gone over, and those for left whose line it has left. */
  function selected({ textEditor: { document }, selections: [{ active }] }) {
    const typed = documents.get(document);
    if (!typed?.strays.length) return;
    const cursor = document.offsetAt(active);
    const isAway = ({ offset }) => document.positionAt(offset).line !== active.line;
    typed.strays = typed.strays.filter((stray) => stray.isLeft || isAway(stray) || cursor <= stray.offset);
    const left = typed.strays.filter((stray) => !stray.isLeft && isAway(stray));
    for (const stray of left) stray.isLeft = true;
    if (left.length > 0) schedule(document, PAUSE);
  }

  function schedule(document, milliseconds) {
    const { lines, strays } = documents.get(document);
    if (!lines.some(isDue) && !strays.some(isLeft)) return;
    const run = () => settle(document);
    clearTimeout(timer);
    timer = setTimeout(() => (turn = turn.then(run, run)), milliseconds);
  }

  /** Deletes the strays that are left, and indents the lines that are due, from the first on, until a key is quicker; the next pause has the others. */
  async function settle(document) {
    const editor = vscode.window.visibleTextEditors.find((it) => it.document === document);
    if (!editor || !(await deleteStrays(editor, documents.get(document)?.strays ?? []))) return;
    const first = () => documents.get(document)?.lines.filter(isDue).sort((a, b) => a.line - b.line)[0];
    for (let typed = first(); typed; typed = first()) {
      const { version } = document;
      const { state } = typed;
      const { blanks, isChosen } = await wanted(document, typed);
      if (document.version !== version) return;
      const above = blanksAbove(document, typed.line);
      if (!(await change(editor, typed, blanks))) return;
      Object.assign(typed, { blanks, above });
      const all = documents.get(document);
      if (all && (isChosen || state === "left")) all.lines = all.lines.filter((it) => it !== typed);
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

  return vscode.Disposable.from(vscode.workspace.onDidChangeTextDocument(changed), vscode.window.onDidChangeTextEditorSelection(selected));
}

const isDue = ({ state }) => state !== "indented";
const isLeft = (stray) => stray.isLeft;

/** The lines after a change of the document, without those that it has replaced. */
function moved(lines, { range, text }) {
  const by = text.split("\n").length - 1 - (range.end.line - range.start.line);
  const kept = lines.filter(({ line }) => line <= range.start.line || line > range.end.line);
  for (const typed of kept) if (typed.line > range.end.line) typed.line += by;
  return kept;
}

/** The strays after a change of the document, which may close a bracket in a comment, begin a line, or type one of them. */
function strayed(strays, { rangeOffset: start, rangeLength: length, text }, document) {
  const isReplaced = ({ offset }) => start <= offset && offset < start + length;
  const wasLeft = strays.some((stray) => isReplaced(stray) && stray.isLeft);
  const kept = strays.filter((stray) => !isReplaced(stray));
  for (const stray of kept) {
    if (stray.offset < start) continue;
    stray.offset += text.length - length;
    stray.isLeft ||= text.includes("\n");
  }
  if (PAIR.test(text)) {
    if (isInComment(document.getText().slice(0, start))) kept.push({ offset: start + 1, isLeft: false });
  } else if (CLOSING.test(text)) {
    // A key can be quicker than the deletion of strays after it: then it takes the place of the bracket behind them.
    let next = start + 1;
    while (kept.some(({ offset }) => offset === next)) next++;
    const isBeforeStrays = length === 0 && next > start + 1;
    if ((wasLeft || isBeforeStrays) && document.getText(characterRange(document, next)) === text) kept.push({ offset: next, isLeft: true });
  }
  return kept;
}

function characterRange(document, offset) {
  return new vscode.Range(document.positionAt(offset), document.positionAt(offset + 1));
}

/** Whether a text ends in a comment. */
function isInComment(text) {
  const [whole, comment] = [...text.matchAll(OPAQUE)].at(-1) ?? [""];
  return comment !== undefined && text.endsWith(whole);
}

/** The line that Enter has begun at a position. */
function enter(document, lines, position) {
  const line = position.line + 1;
  const left = lines.find((typed) => typed.line === position.line);
  if (left) left.state = "left";
  return { line, blanks: blanksOf(document, line), above: blanksAbove(document, line), state: "entered" };
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

/** Deletes the strays that are left. Says whether no key was quicker. */
async function deleteStrays(editor, strays) {
  const { document } = editor;
  const ranges = strays.filter(isLeft).map(({ offset }) => characterRange(document, offset));
  return ranges.length === 0 || editor.edit((builder) => ranges.forEach((range) => builder.delete(range)), UNDONE_ALONG);
}

/** Gives a line its blanks. Says whether no key was quicker. */
async function change(editor, { line }, blanks) {
  const old = blanksOf(editor.document, line);
  if (old === blanks) return true;
  let same = 0;
  while (same < old.length && old[same] === blanks[same]) same++;
  const edit = (builder) => {
    if (same < old.length) builder.delete(new vscode.Range(line, same, line, old.length));
    // A cursor there moves along, as it would not if its blanks were replaced.
    if (same < blanks.length) builder.insert(new vscode.Position(line, old.length), blanks.slice(same));
  };
  return editor.edit(edit, UNDONE_ALONG);
}

function blanksOf(document, line) {
  return /^[ \t]*/.exec(document.lineAt(line).text)[0];
}

module.exports = { blanksOf, followTyping };
