"use strict";

// Indents what is typed, and formats where there is no program, by the library as a module of WebAssembly. It knows the settings of the
// editor, and reads no files: a project with a configuration of its own is left alone.

const fs = require("node:fs");
const path = require("node:path");
const vscode = require("vscode");
const { schemefmt } = require("../../npm/module.js");

// Of a project, its configuration, from which it may be formatted otherwise.
const CONFIGURATION = ["schemefmt.toml", ".schemefmt.toml"];

/** What does the work of the library, until it is disposed of. */
async function loadLibrary(context, log) {
  const module = await fs.promises.readFile(path.join(context.extensionPath, "dist", "schemefmt.wasm"));
  const diagnostics = vscode.languages.createDiagnosticCollection("schemefmt");
  const library = schemefmt(await WebAssembly.compile(module));
  return { library, diagnostics, log, dispose: () => diagnostics.dispose() };
}

/** Formats and checks documents of some languages by the library, until this is disposed of. */
function formatByLibrary(work, selector) {
  const show = (document) => vscode.languages.match(selector, document) && check(work, document);
  vscode.workspace.textDocuments.forEach(show);
  return vscode.Disposable.from(
    { dispose: () => work.diagnostics.clear() },
    vscode.languages.registerDocumentFormattingEditProvider(selector, {
      provideDocumentFormattingEdits: (document) => format(work, document),
    }),
    vscode.workspace.onDidOpenTextDocument(show),
    vscode.workspace.onDidSaveTextDocument(show),
    vscode.workspace.onDidCloseTextDocument((document) => work.diagnostics.delete(document.uri)),
  );
}

function format(work, document) {
  const options = optionsOf(document);
  if (!options) return [];
  const source = document.getText();
  const { text, skipped, diagnostics } = answer(work, () => work.library.format(source, options)) ?? {};
  check(work, document);
  if (text === null) {
    const [{ message, labels }] = diagnostics;
    const line = labels.length > 0 ? `, line ${labels[0].start.line}` : "";
    vscode.window.setStatusBarMessage(`schemefmt cannot format this${line}: ${message}`, 10_000);
  }
  if (skipped) vscode.window.setStatusBarMessage(`schemefmt leaves this alone: ${skipped.message}`, 10_000);
  if (text == null || text === source) return [];
  const whole = new vscode.Range(document.positionAt(0), document.positionAt(source.length));
  return [vscode.TextEdit.replace(whole, text)];
}

/** The blanks that the library gives a line; nothing if the line stays as it is. */
function leading(work, document, line) {
  const options = optionsOf(document);
  return options && answer(work, () => work.library.indentation(document.getText(), line + 1, options));
}

function check(work, document) {
  const options = optionsOf(document);
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
function optionsOf(document) {
  if (hasAny(CONFIGURATION, document.uri)) return undefined;
  const options = document.isUntitled ? {} : { fileName: path.basename(document.fileName) };
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

/** Whether the folder of a file or one above has a file of one of these names. */
function hasAny(names, uri) {
  if (uri.scheme !== "file") return false;
  for (let folder = path.dirname(uri.fsPath), above; folder !== above; above = folder, folder = path.dirname(folder)) {
    if (names.some((name) => fs.existsSync(path.join(folder, name)))) return true;
  }
  return false;
}

module.exports = { formatByLibrary, hasAny, leading, loadLibrary };
