"use strict";

// Formats where there is no program, by the library as a module of WebAssembly. It knows the settings of the editor, and reads no files: a
// project with a configuration of its own is left alone.

const fs = require("node:fs/promises");
const path = require("node:path");
const vscode = require("vscode");
const { schemefmt } = require("../../npm/module.js");

// Of a project, its configuration, from which it may be formatted otherwise.
const CONFIGURATION = ["schemefmt.toml", ".schemefmt.toml"];

/** The library, with what it does for documents of these languages, until it is disposed of. */
async function startLibrary(context, selector, log) {
  const module = await fs.readFile(path.join(context.extensionPath, "dist", "schemefmt.wasm"));
  const library = schemefmt(await WebAssembly.compile(module));
  const diagnostics = vscode.languages.createDiagnosticCollection("schemefmt");
  const work = { library, diagnostics, log };
  const show = (document) => vscode.languages.match(selector, document) && check(work, document);
  const here = [
    diagnostics,
    vscode.languages.registerDocumentFormattingEditProvider(selector, {
      provideDocumentFormattingEdits: (document) => format(work, document),
    }),
    vscode.languages.registerOnTypeFormattingEditProvider(
      selector,
      { provideOnTypeFormattingEdits: (document, { line }) => indent(work, document, line) },
      "\n",
    ),
    vscode.workspace.onDidOpenTextDocument(show),
    vscode.workspace.onDidSaveTextDocument(show),
    vscode.workspace.onDidCloseTextDocument((document) => diagnostics.delete(document.uri)),
  ];
  vscode.workspace.textDocuments.forEach(show);
  return { version: library.version, dispose: () => vscode.Disposable.from(...here).dispose() };
}

async function format(work, document) {
  const options = await optionsOf(document);
  if (!options) return [];
  const source = document.getText();
  const { text, diagnostics } = answer(work, () => work.library.format(source, options)) ?? {};
  check(work, document);
  if (text === null) {
    const [{ message, labels }] = diagnostics;
    const line = labels.length > 0 ? `, line ${labels[0].start.line}` : "";
    vscode.window.setStatusBarMessage(`schemefmt cannot format this${line}: ${message}`, 10_000);
  }
  if (text == null || text === source) return [];
  const whole = new vscode.Range(document.positionAt(0), document.positionAt(source.length));
  return [vscode.TextEdit.replace(whole, text)];
}

async function indent(work, document, line) {
  const options = await optionsOf(document);
  const leading = options && answer(work, () => work.library.indentation(document.getText(), line + 1, options));
  if (leading == null) return [];
  const blanks = document.lineAt(line).firstNonWhitespaceCharacterIndex;
  return [vscode.TextEdit.replace(new vscode.Range(line, 0, line, blanks), leading)];
}

async function check(work, document) {
  const options = await optionsOf(document);
  const found = options && answer(work, () => work.library.format(document.getText(), options))?.diagnostics;
  work.diagnostics.set(document.uri, (found ?? []).map((it) => diagnostic(document, it)));
}

function diagnostic(document, { severity, code, message, note, labels }) {
  const [{ start, end, message: here } = { start: { line: 1, column: 1 }, end: { line: 1, column: 1 }, message: "" }] = labels;
  // The library counts characters, and the editor UTF-16 code units.
  const place = ({ line, column }) => {
    const text = line > document.lineCount ? "" : document.lineAt(line - 1).text;
    return new vscode.Position(line - 1, [...text].slice(0, column - 1).join("").length);
  };
  const said = [message, here, note].filter(Boolean).join("\n");
  const level = vscode.DiagnosticSeverity[severity === "error" ? "Error" : "Warning"];
  return Object.assign(new vscode.Diagnostic(new vscode.Range(place(start), place(end)), said, level), { code, source: "schemefmt" });
}

/** What the library says; nothing, and a line in the log, if it takes no such option. */
function answer({ log }, ask) {
  try {
    return ask();
  } catch (problem) {
    log.error(String(problem));
    return undefined;
  }
}

/** The settings that hold for a document, by the names of the library; none if its project says itself what holds. */
async function optionsOf(document) {
  if (await isConfigured(document.uri)) return undefined;
  const options = { fileName: path.basename(document.fileName) };
  const settings = vscode.workspace.getConfiguration("schemefmt", document);
  const declared = vscode.extensions.getExtension("schemefmt.schemefmt").packageJSON.contributes.configuration;
  const named = declared.find(({ title }) => title === "Formatting").properties;
  for (const setting of Object.keys(named)) {
    const name = setting.replace(/^schemefmt\./, "");
    const value = settings.get(name);
    if (value != null) options[name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)] = value;
  }
  return options;
}

async function isConfigured(uri) {
  if (uri.scheme !== "file") return false;
  for (let folder = path.dirname(uri.fsPath), above; folder !== above; above = folder, folder = path.dirname(folder)) {
    for (const name of CONFIGURATION) {
      const exists = await fs.access(path.join(folder, name)).then(() => true, () => false);
      if (exists) return true;
    }
  }
  return false;
}

module.exports = { startLibrary };
