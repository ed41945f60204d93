// The two editors of the page.
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, codeFolding, foldedRanges, foldEffect, HighlightStyle, StreamLanguage, syntaxHighlighting, unfoldEffect } from "@codemirror/language";
import { scheme } from "@codemirror/legacy-modes/mode/scheme";
import { setDiagnostics } from "@codemirror/lint";
import { Compartment, EditorState, RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";
import { Decoration, drawSelection, EditorView, highlightSpecialChars, keymap, lineNumbers, ViewPlugin, WidgetType } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** The most findings that are underlined. */
const MOST = 50;

const colours = HighlightStyle.define([
  { tag: tags.comment, color: "var(--comment)", fontStyle: "italic" },
  { tag: tags.string, color: "var(--string)" },
  { tag: [tags.number, tags.atom, tags.bool], color: "var(--literal)" },
  { tag: [tags.keyword, tags.standard(tags.variableName)], color: "var(--keyword)" },
  { tag: tags.bracket, color: "var(--soft)" },
]);

const theme = new Compartment();

/** Stands for a line end that only one of the texts has. */
class LineEnd extends WidgetType {
  toDOM() {
    const made = document.createElement("span");
    made.className = "change";
    made.textContent = "↵";
    return made;
  }

  eq() {
    return true;
  }
}

const changed = Decoration.mark({ class: "change" });
const lineEnd = Decoration.widget({ widget: new LineEnd() });

/** Shows what has changed, by spans of the text in order. */
const setChanges = StateEffect.define();

/** The spans, until the text is another one. */
const spans = StateField.define({
  create: () => [],
  update: (spans, { docChanged, effects }) => effects.find((effect) => effect.is(setChanges))?.value ?? (docChanged ? [] : spans),
});

/** Only what is seen is marked: a large text has changes by the ten thousand. */
const changes = ViewPlugin.define(
  (view) => ({
    decorations: decorations(view),
    update(update) {
      if (update.viewportChanged || update.state.field(spans) !== update.startState.field(spans)) this.decorations = decorations(update.view);
    },
  }),
  { decorations: (plugin) => plugin.decorations },
);

function decorations({ state, viewport }) {
  const builder = new RangeSetBuilder();
  const seen = state.field(spans).filter(([start, end]) => end >= viewport.from && start <= viewport.to);
  for (const [start, end] of seen) {
    let from = start;
    for (let line = state.doc.lineAt(from); line.to < end; line = state.doc.line(line.number + 1)) {
      if (from < line.to) builder.add(from, line.to, changed);
      builder.add(line.to, line.to, lineEnd);
      from = line.to + 1;
    }
    if (from < end) builder.add(from, end, changed);
  }
  return builder.finish();
}

function editor(parent, label, ...extensions) {
  return new EditorView({
    parent,
    extensions: [
      EditorView.cspNonce.of("editors"),
      EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false", tabindex: "0" }),
      theme.of([]),
      spans,
      changes,
      folding,
      lineNumbers(),
      highlightSpecialChars(),
      drawSelection(),
      bracketMatching(),
      StreamLanguage.define(scheme),
      syntaxHighlighting(colours),
      ...extensions,
    ],
  });
}

/** The lines around a change that are shown with it. */
const CONTEXT = 2;

/** Folds stand for unchanged lines, and say how many. */
const folding = codeFolding({
  preparePlaceholder: ({ doc }, { from, to }) => doc.lineAt(to).number - doc.lineAt(from).number + 1,
  placeholderDOM(_, unfold, count) {
    const made = document.createElement("button");
    made.className = "fold";
    made.textContent = `${count} unchanged lines`;
    made.onclick = unfold;
    return made;
  },
});

/** The stretches of unchanged lines between spans, but for that in which somebody types. */
function unchanged({ hasFocus, state: { doc, selection } }, spans) {
  const found = [];
  let first = 1;
  for (const [start, end] of [...spans, [doc.length + 1, doc.length + 1]]) {
    const isEnd = start > doc.length;
    const last = isEnd ? doc.lines : doc.lineAt(start).number - 1 - CONTEXT;
    if (last - first >= CONTEXT) found.push({ from: doc.line(first).from, to: doc.line(last).to });
    if (!isEnd) first = Math.max(first, doc.lineAt(end).number + 1 + CONTEXT);
  }
  const { head } = selection.main;
  return found.filter(({ from, to }) => !hasFocus || head < from || head > to);
}

function showChanges(view, shown) {
  const { state } = view;
  if (!shown.length && !state.field(spans).length) return;
  const effects = [setChanges.of(shown)];
  foldedRanges(state).between(0, state.doc.length, (from, to) => void effects.push(unfoldEffect.of({ from, to })));
  if (shown.length) effects.push(...unchanged(view, shown).map((range) => foldEffect.of(range)));
  view.dispatch({ effects });
}

/** Scrolls to a change, by its number. */
function showChange(view, number) {
  const [start] = view.state.field(spans)[number];
  view.dispatch({ effects: EditorView.scrollIntoView(start, { y: "center" }) });
}

/** Puts a text into an editor; what is the same at both ends stays, and so does what is seen of it. */
function put(view, text) {
  const old = view.state.doc.toString();
  const most = Math.min(old.length, text.length);
  let from = 0;
  while (from < most && old[from] === text[from]) from++;
  let end = 0;
  while (end < most - from && old.at(-1 - end) === text.at(-1 - end)) end++;
  if (from === old.length && from === text.length) return;
  view.dispatch({ changes: { from, to: old.length - end, insert: text.slice(from, text.length - end) } });
}

/** The index of a line and a column, both from 1, of which columns count characters, not halves of them. */
export function index(doc, { line, column }) {
  const { from, text } = doc.line(Math.min(line, doc.lines));
  let at = 0;
  for (let left = column - 1; left > 0 && at < text.length; left--) at += text.codePointAt(at) > 0xffff ? 2 : 1;
  return from + at;
}

/** The line and the column of an index. */
function place(doc, at) {
  const line = doc.lineAt(at);
  return { line: line.number, column: [...line.text.slice(0, at - line.from)].length + 1 };
}

/** The editor of the source. `edited` is called after each change, with whether most of the text before is left, and `visited` with the place
 * that the cursor moves to. */
export function sourceEditor(parent, edited, visited) {
  const listener = EditorView.updateListener.of(({ changes, docChanged, selectionSet, startState, state }) => {
    const { empty, head } = state.selection.main;
    if (selectionSet && !docChanged && empty) visited(place(state.doc, head));
    if (!docChanged) return;
    let taken = 0;
    changes.iterChangedRanges((from, to) => (taken += to - from));
    edited(2 * taken < startState.doc.length);
  });
  const view = editor(parent, "Source", history(), keymap.of([...defaultKeymap, ...historyKeymap]), listener);
  return {
    view,
    text: () => view.state.doc.toString(),
    set: (text) => put(view, text),
    showChanges: (spans) => showChanges(view, spans),
    showChange: (number) => showChange(view, number),
    /** Underlines errors and warnings at their places, a place between two characters on the one before. */
    mark(diagnostics) {
      const { doc } = view.state;
      const marks = diagnostics.slice(0, MOST).flatMap(({ severity, message, labels: [label] }) => {
        if (!label) return [];
        const [from, to] = [index(doc, label.start), index(doc, label.end)];
        return [{ from: from === to ? Math.max(0, from - 1) : from, to, severity, message }];
      });
      view.dispatch(setDiagnostics(view.state, marks));
    },
    /** Goes to a span between two places. */
    select({ start, end }) {
      const { doc } = view.state;
      view.focus();
      view.dispatch({ selection: { anchor: index(doc, start), head: index(doc, end) }, scrollIntoView: true });
    },
  };
}

/** The editor of the result, in which nothing is typed. `visited` is called with the place that the cursor moves to. */
export function resultEditor(parent, visited) {
  const listener = EditorView.updateListener.of(({ selectionSet, docChanged, state }) => {
    const { empty, head } = state.selection.main;
    if (selectionSet && !docChanged && empty) visited(place(state.doc, head));
  });
  const view = editor(parent, "Formatted text", EditorState.readOnly.of(true), keymap.of(defaultKeymap), listener);
  return {
    view,
    set: (text) => put(view, text),
    showChanges: (spans) => showChanges(view, spans),
    showChange: (number) => showChange(view, number),
    /** The numbers of the changes that begin a group, between which there are unchanged lines. */
    groups() {
      const shown = view.state.field(spans);
      const line = (at) => view.state.doc.lineAt(at).number;
      return shown.flatMap(([start], at) => (at === 0 || line(start) > line(shown[at - 1][1]) + 1 ? [at] : []));
    },
  };
}

/** Tells editors whether what surrounds them is dark. */
export function paint(views, dark) {
  for (const view of views) view.dispatch({ effects: theme.reconfigure(EditorView.theme({}, { dark })) });
}
