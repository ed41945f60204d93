"use strict";

// Starts `schemefmt lsp` for Scheme and shows its state. The server does everything else; where there is no program, the library does.

const child_process = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const vscode = require("vscode");
const { LanguageClient, State } = require("vscode-languageclient/node");
const { languageConfiguration } = require("./language.js");
const { formatByLibrary, hasAny, leading, loadLibrary } = require("./library.js");
const { blanksOf, followTyping } = require("./typing.js");

// Files in the language `racket` are formatted too, if their `#lang` is one of S-expressions; the server decides.
const LANGUAGES = ["scheme", "racket"];
const SELECTOR = LANGUAGES.flatMap((language) => ["file", "untitled"].map((scheme) => ({ language, scheme })));

// The files by which a project says how its lines are indented. The library reads none of them.
const RULES = ["schemefmt.toml", ".schemefmt.toml", ".editorconfig", ".dir-locals.el", ".lispwords"];

// The document that shows the last explanation; it can be read only.
const EXPLANATION = vscode.Uri.from({ scheme: "schemefmt", path: "/Why it is laid out so" });

/** @type {LanguageClient | undefined} */
let client;
/** @type {vscode.Disposable | undefined} */
let byLibrary;
let library;
/** @type {vscode.StatusBarItem} */
let status;
/** @type {vscode.LogOutputChannel} */
let log;
// Starts and stops run one after the other.
let turn = Promise.resolve();

async function activate(context) {
  log = vscode.window.createOutputChannel("schemefmt", { log: true });
  status = vscode.window.createStatusBarItem("schemefmt", vscode.StatusBarAlignment.Right);
  status.name = "schemefmt";
  const explanation = new Explanation();
  library = await loadLibrary(context, log);
  context.subscriptions.push(
    log,
    status,
    library,
    standAside(),
    reindenting(),
    followTyping(SELECTOR, (document, line) =>
      client?.isRunning() && hasAny(RULES, document.uri) ? leadingByServer(document, line) : leading(library, document, line),
    ),
    vscode.languages.onDidChangeDiagnostics(showState),
    vscode.workspace.registerTextDocumentContentProvider(EXPLANATION.scheme, explanation),
    vscode.commands.registerCommand("schemefmt.restart", () => restart(context)),
    vscode.commands.registerCommand("schemefmt.showLog", () => log.show()),
    vscode.commands.registerCommand("schemefmt.choosePath", choosePath),
    vscode.commands.registerCommand("schemefmt.repair", repair),
    vscode.commands.registerCommand("schemefmt.explain", () => explain(context, explanation)),
    vscode.commands.registerCommand("schemefmt.init", () => init(context)),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("schemefmt.path")) restart(context);
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => restart(context)),
  );
  for (const editor of vscode.window.visibleTextEditors) setTabSize(editor);
  await restart(context);
}

/** Sets the size of a tab where the editor had not read the defaults of this extension when it opened the file. */
function setTabSize({ document, options }) {
  if (vscode.languages.match(SELECTOR, document) === 0) return;
  options.tabSize = vscode.workspace.getConfiguration("editor", document).get("tabSize");
}

function deactivate() {
  return inTurn(stop);
}

function inTurn(task) {
  turn = turn.then(task, task);
  return turn;
}

function restart(context) {
  return inTurn(async () => {
    await stop();
    await start(context);
  });
}

async function stop() {
  const stopped = client;
  client = undefined;
  byLibrary?.dispose();
  byLibrary = undefined;
  await stopped?.dispose().catch((problem) => log.warn(String(problem)));
}

async function start(context) {
  const program = await findProgram(context);
  if (!program.version) {
    log.error(program.problem);
    byLibrary = formatByLibrary(library, SELECTOR);
    const said = `${program.problem} The library formats (${library.library.version}), but not where there is a schemefmt.toml.`;
    show("$(warning) schemefmt", `${said}\n\nClick to set the path of the program.`, "schemefmt.choosePath");
    return;
  }
  log.info(`${program.command}: ${program.version}`);
  client = new LanguageClient(
    "schemefmt",
    "schemefmt",
    { command: program.command, args: ["lsp"] },
    {
      documentSelector: SELECTOR,
      // The server also requests the settings of each folder. These are for the time before, such as for an early first save.
      initializationOptions: vscode.workspace.getConfiguration("schemefmt"),
      outputChannel: log,
      // Errors of requests go to the log, without interrupting anybody.
      revealOutputChannelOn: 4,
      // The editor drops such an answer if a key is quicker, so `followTyping` asks instead.
      middleware: { provideOnTypeFormattingEdits: () => [] },
    },
  );
  client.onNotification("window/showMessage", ({ message }) => {
    if (/^\.?schemefmt\.toml\b/.test(message)) showUntilValid(message);
    else vscode.window.showWarningMessage(message);
  });
  // Messages do not interrupt anybody here, so they can have buttons.
  client.registerFeature({
    fillClientCapabilities: (capabilities) => (capabilities.experimental = { ...capabilities.experimental, messageOffers: true }),
    initialize() {},
    getState: () => ({ kind: "static" }),
    clear() {},
  });
  client.onDidChangeState(({ newState }) => {
    if (newState === State.Stopped && client) {
      show("$(warning) schemefmt", "The server has stopped. Click to start it again.", "schemefmt.restart");
    }
  });
  try {
    await client.start();
    show("schemefmt", `${program.version}\n${program.command}\n\nClick to see the log.`, "schemefmt.showLog");
  } catch (problem) {
    log.error(String(problem));
    show("$(warning) schemefmt", `The server does not start: ${problem}\n\nClick to see the log.`, "schemefmt.showLog");
  }
}

/** What is shown unless a configuration is invalid. */
let state;
/** Removes the message about an invalid configuration. */
let removeMessage = () => {};

/** Shows a message about an invalid configuration until that is fixed. Only messages about progress can be removed. */
function showUntilValid(title) {
  removeMessage();
  vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title, cancellable: true }, (_, token) => {
    token.onCancellationRequested(() => removeMessage());
    return new Promise((resolve) => (removeMessage = resolve));
  });
}

function show(text, tooltip, command) {
  state = { text, tooltip, command };
  showState();
}

function showState() {
  if (!state) return;
  const invalid = invalidConfiguration();
  if (!invalid) removeMessage();
  const { text, tooltip, command } = invalid ?? state;
  status.text = text;
  status.tooltip = tooltip;
  status.command = command;
  status.backgroundColor = text.includes("$(warning)") ? new vscode.ThemeColor("statusBarItem.warningBackground") : undefined;
  status.show();
}

/** What to show if the server has found an error in a `schemefmt.toml`. */
function invalidConfiguration() {
  for (const [uri, diagnostics] of vscode.languages.getDiagnostics()) {
    const isError = ({ source, severity }) => source === "schemefmt" && severity === vscode.DiagnosticSeverity.Error;
    const error = /\/\.?schemefmt\.toml$/.test(uri.path) && diagnostics.find(isError);
    if (!error) continue;
    const tooltip = `${vscode.workspace.asRelativePath(uri)} is invalid: ${error.message}\n\nClick to open it.`;
    return { text: "$(warning) schemefmt", tooltip, command: { title: "Open", command: "vscode.open", arguments: [uri] } };
  }
}

/** The program in the setting, or else the first on the `PATH`, or else the one that comes with the extension. */
async function findProgram(context) {
  const name = process.platform === "win32" ? "schemefmt.exe" : "schemefmt";
  const chosen = vscode.workspace.getConfiguration("schemefmt").get("path", "").trim();
  if (chosen) {
    return tryProgram(expand(chosen));
  }
  const found = await tryProgram(name);
  const bundled = path.join(context.extensionPath, "bin", name);
  return found.version || !fs.existsSync(bundled) ? found : tryProgram(bundled);
}

/** The version of a program, or why it has none. */
function tryProgram(command) {
  return new Promise((resolve) => {
    child_process.execFile(command, ["--version"], { timeout: 10_000 }, (problem, output) => {
      if (!problem) {
        resolve({ command, version: output.trim() });
      } else if (problem.code === "ENOENT") {
        resolve({ command, problem: `The program ${command} was not found.` });
      } else {
        resolve({ command, problem: `The program ${command} cannot be started: ${problem.message}` });
      }
    });
  });
}

/** Expands `~` and `${workspaceFolder}` at the beginning of a path. */
function expand(file) {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";
  const home = process.env.HOME ?? process.env.USERPROFILE ?? "";
  return file.replace(/^~(?=[\\/])/, () => home).replace(/^\$\{workspaceFolder\}/, () => folder);
}

function choosePath() {
  return vscode.commands.executeCommand("workbench.action.openSettings", "schemefmt.path");
}

/** Runs the program in a folder, and writes its output to the log, too. */
async function run(context, args, folder) {
  const program = await findProgram(context);
  return new Promise((resolve) => {
    child_process.execFile(program.command, args, { cwd: folder }, (problem, output, errors) => {
      log.info(`${program.command} ${args.join(" ")}\n${output}${errors}`);
      resolve({ failed: Boolean(problem), output, errors: errors || problem?.message });
    });
  });
}

/** What the last explanation says, for the document that shows it. */
class Explanation {
  changed = new vscode.EventEmitter();
  onDidChange = this.changed.event;
  text = "";

  provideTextDocumentContent() {
    return this.text;
  }

  async show(text) {
    this.text = text;
    this.changed.fire(EXPLANATION);
    const document = await vscode.workspace.openTextDocument(EXPLANATION);
    await vscode.window.showTextDocument(document, { preview: true, viewColumn: vscode.ViewColumn.Beside, preserveFocus: true });
  }
}

async function explain(context, explanation) {
  const editor = vscode.window.activeTextEditor;
  if (!editor || editor.document.uri.scheme !== "file" || editor.document.isDirty) {
    vscode.window.showWarningMessage("schemefmt can only explain files on disk: save this one first.");
    return;
  }
  const { line, character } = editor.selection.active;
  // The program counts characters, and the editor UTF-16 code units.
  const column = [...editor.document.lineAt(line).text.slice(0, character)].length + 1;
  const file = editor.document.uri.fsPath;
  const said = await run(context, ["--explain", `${file}:${line + 1}:${column}`], path.dirname(file));
  await explanation.show(said.failed ? said.errors : said.output);
}

/** Makes the repairs of the brackets that are certain. */
async function repair() {
  const document = vscode.window.activeTextEditor?.document;
  if (!document) return;
  const whole = new vscode.Range(0, 0, document.lineCount, 0);
  const [action] = await vscode.commands.executeCommand("vscode.executeCodeActionProvider", document.uri, whole, "source.repair");
  if (action) {
    await vscode.workspace.applyEdit(action.edit);
  } else {
    vscode.window.showInformationMessage("No repair of the brackets is certain. The quick fixes of the errors offer candidates.");
  }
}

async function init(context) {
  const folder = vscode.workspace.workspaceFolders?.[0];
  if (!folder) {
    vscode.window.showWarningMessage("schemefmt writes its configuration to a folder: open one first.");
    return;
  }
  const said = await run(context, ["init"], folder.uri.fsPath);
  if (said.failed) {
    vscode.window.showErrorMessage(said.errors);
    return;
  }
  await vscode.window.showTextDocument(vscode.Uri.joinPath(folder.uri, "schemefmt.toml"));
}

/**
 * Has "Reindent Lines" and "Reindent Selected Lines" follow the formatter where a Scheme editor is active. The editor's own commands know
 * only patterns of lines.
 */
function reindenting() {
  let ours;
  const look = (editor) => {
    ours?.dispose();
    ours = undefined;
    if (!editor || vscode.languages.match(SELECTOR, editor.document) === 0) return;
    ours = vscode.Disposable.from(
      vscode.commands.registerCommand("editor.action.reindentlines", () => reindent((document) => [new vscode.Range(0, 0, document.lineCount, 0)])),
      vscode.commands.registerCommand("editor.action.reindentselectedlines", () => reindent((_, selections) => selections)),
    );
  };
  look(vscode.window.activeTextEditor);
  const watch = vscode.window.onDidChangeActiveTextEditor(look);
  return new vscode.Disposable(() => {
    watch.dispose();
    ours?.dispose();
  });
}

async function reindent(rangesOf) {
  const { document, selections } = vscode.window.activeTextEditor;
  if (!client) {
    vscode.window.showWarningMessage("schemefmt indents lines only where its program runs.");
    return;
  }
  const edit = new vscode.WorkspaceEdit();
  for (const range of rangesOf(document, selections)) {
    const edits = await client.sendRequest("textDocument/rangeFormatting", {
      textDocument: { uri: client.code2ProtocolConverter.asUri(document.uri) },
      range: client.code2ProtocolConverter.asRange(document.validateRange(range)),
      options: { tabSize: 2, insertSpaces: true, indentOnly: true },
    });
    for (const { range, newText } of edits ?? []) edit.replace(document.uri, client.protocol2CodeConverter.asRange(range), newText);
  }
  await vscode.workspace.applyEdit(edit);
}

/** The blanks that the server gives a line; nothing if the line stays as it is. */
async function leadingByServer(document, line) {
  const blanks = blanksOf(document, line);
  const edits = await client.sendRequest("textDocument/onTypeFormatting", {
    textDocument: { uri: client.code2ProtocolConverter.asUri(document.uri) },
    position: { line, character: blanks.length },
    ch: "\n",
    options: { tabSize: 2, insertSpaces: true },
  });
  const edit = edits?.find(({ range }) => range.start.line === line);
  return edit && blanks.slice(0, edit.range.start.character) + edit.newText + blanks.slice(edit.range.end.character);
}

/** Configures brackets and comments, unless another extension does. */
function standAside() {
  let ours;
  const look = () => {
    const others = vscode.extensions.all.filter((extension) => extension.id !== "schemefmt.schemefmt");
    const languages = others.flatMap((extension) => extension.packageJSON?.contributes?.languages ?? []);
    const isConfigured = languages.some((language) => language.id === "scheme" && language.configuration);
    if (isConfigured) {
      ours?.dispose();
      ours = undefined;
    } else {
      ours ??= vscode.languages.setLanguageConfiguration("scheme", languageConfiguration);
    }
  };
  look();
  const watch = vscode.extensions.onDidChange(look);
  return new vscode.Disposable(() => {
    watch.dispose();
    ours?.dispose();
  });
}

module.exports = { activate, deactivate };
