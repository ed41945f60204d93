"use strict";

// What an editor has to know of Scheme besides its colours.

const { IndentAction, SyntaxTokenType } = require("vscode");

// Code on one line in which all brackets are closed, and in strings or not. Deeper than this, brackets count as open.
const DEPTH = 6;
let balanced = "";
for (let i = 0; i < DEPTH; i++) {
  balanced = `(?:[^()[\\]";]|"(?:[^"\\\\]|\\\\.)*"${balanced && `|[(\\[]${balanced}[)\\]]`})*`;
}

// The grammar takes a character such as `#\(` for a string, and a symbol between bars, too. In comments brackets are closed: the ones that
// follow are not to be taken for theirs. What is too many goes on Enter; see typing.js.
const STRING = [SyntaxTokenType.String, SyntaxTokenType.RegEx];
const TEXT = [SyntaxTokenType.Comment, ...STRING];

const languageConfiguration = {
  comments: { lineComment: ";", blockComment: ["#|", "|#"] },
  brackets: [
    ["(", ")"],
    ["[", "]"],
  ],
  // A block comment is not among them: what is typed takes the place of one character.
  autoClosingPairs: [
    { open: "(", close: ")", notIn: STRING },
    { open: "[", close: "]", notIn: STRING },
    { open: '"', close: '"', notIn: TEXT },
  ],
  // A name: whatever is neither blank nor a delimiter nor a prefix.
  wordPattern: /[^\s()[\]{}";'`,|#][^\s()[\]{}";'`,|]*|#[^\s()[\]{}";'`,|]+/,
  // Where nothing formats what is typed, what follows an open bracket is indented. Rules of indentation would move what is pasted, too, and
  // the size of a tab has nothing to do with it.
  onEnterRules: [
    { beforeText: new RegExp(`^[^;]*[(\\[]${balanced}(?:;.*)?$`), action: { indentAction: IndentAction.None, appendText: "  " } },
  ],
};

module.exports = { languageConfiguration };
