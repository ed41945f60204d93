"use strict";

// What an editor has to know of Scheme besides its colours.

const languageConfiguration = {
  comments: { lineComment: ";", blockComment: ["#|", "|#"] },
  brackets: [
    ["(", ")"],
    ["[", "]"],
  ],
  autoClosingPairs: [
    { open: "(", close: ")" },
    { open: "[", close: "]" },
    { open: '"', close: '"' },
    { open: "#|", close: "|#" },
  ],
  // A name: whatever is neither blank nor a delimiter nor a prefix.
  wordPattern: /[^\s()[\]{}";'`,|#][^\s()[\]{}";'`,|]*|#[^\s()[\]{}";'`,|]+/,
};

module.exports = { languageConfiguration };
