// Tries the extension in Visual Studio Code: node .ci/vscode.mjs TOOLS PROGRAM VSIX [SCREENSHOTS]
//
// TOOLS is the folder that `.ci/run vscode` fills: the server of Visual Studio Code from npm's code-server, and playwright-core,
// which has Debian's Chromium open its page. Keys are typed as a user would, and what was saved is compared with what the
// program makes of it.

import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";

const [tools, program, vsix, screenshots] = process.argv.slice(2).map((argument) => path.resolve(argument));
const { chromium } = createRequire(path.join(tools, "node_modules", "x"))("playwright-core");
const server = path.join(tools, "node_modules/code-server/lib/vscode/out/server-main.js");

const messy = `(define (target n) (let loop ((i n)(a #T))
     (cond ((= i 0) a) (else (loop (- i 1) 'target-of-the-cursor)))
     ))
; λ 😀 a comment
(define   after 1)
`;
const broken = messy.replace("a) (else", "a (else");

const format = (text, ...flags) =>
  execFileSync(program, ["--stdin-filepath", "messy.scm", ...flags, "-"], { input: text, encoding: "utf8" });

let faults = 0;
function expect(what, found, wanted) {
  const isSo = found === wanted;
  if (!isSo) faults += 1;
  console.log(`${isSo ? "as expected" : "FAULT"}: ${what}${isSo ? "" : ` is ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`}`);
}

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "vscode-"));

function folder(name, settings, files) {
  const made = path.join(scratch, name);
  fs.mkdirSync(path.join(made, ".vscode"), { recursive: true });
  fs.writeFileSync(path.join(made, ".vscode/settings.json"), JSON.stringify({ "editor.minimap.enabled": false, ...settings }));
  for (const [file, text] of Object.entries(files)) fs.writeFileSync(path.join(made, file), text);
  return made;
}

/** An extension of somebody else, in a folder: its grammar knows one word, and its brackets are `<` and `>`. */
function otherExtension(extensions) {
  const made = path.join(extensions, "other.scheme-1.0.0");
  fs.mkdirSync(made, { recursive: true });
  const language = { id: "scheme", configuration: "./language.json" };
  const grammar = { language: "scheme", scopeName: "source.scheme", path: "./grammar.json" };
  const manifest = { name: "scheme", publisher: "other", version: "1.0.0", engines: { vscode: "*" } };
  fs.writeFileSync(path.join(made, "package.json"), JSON.stringify({ ...manifest, contributes: { languages: [language], grammars: [grammar] } }));
  fs.writeFileSync(path.join(made, "language.json"), JSON.stringify({ brackets: [["<", ">"]], autoClosingPairs: [["<", ">"]] }));
  fs.writeFileSync(path.join(made, "grammar.json"), JSON.stringify({ scopeName: "source.scheme", patterns: [{ name: "string.other.scheme", match: "define" }] }));
  const registry = path.join(extensions, "extensions.json");
  const known = JSON.parse(fs.readFileSync(registry, "utf8"));
  const location = { $mid: 1, path: made, scheme: "file" };
  known.push({ identifier: { id: "other.scheme" }, version: "1.0.0", location, relativeLocation: path.basename(made) });
  fs.writeFileSync(registry, JSON.stringify(known));
}

/** The server, with the extension installed; resolves to its address and what ends it. */
async function serve(name, others) {
  const data = path.join(scratch, `server-${name}`);
  const extensions = path.join(data, "extensions");
  const folders = ["--server-data-dir", data, "--extensions-dir", extensions];
  const environment = { ...process.env, HOME: scratch, PATH: `${path.dirname(program)}:${process.env.PATH}` };
  execFileSync(process.execPath, [server, "--install-extension", vsix, ...folders], { env: environment, stdio: "ignore" });
  if (others) otherExtension(extensions);
  // What would stand in the way: questions, and a page to begin with.
  const settings = { "security.workspace.trust.enabled": false, "workbench.startupEditor": "none", "telemetry.telemetryLevel": "off" };
  fs.mkdirSync(path.join(data, "data/User"), { recursive: true });
  fs.writeFileSync(path.join(data, "data/User/settings.json"), JSON.stringify(settings));
  const options = ["--host", "127.0.0.1", "--port", "0", "--without-connection-token", "--accept-server-license-terms", "--force-disable-user-env"];
  const running = spawn(process.execPath, [server, ...options, ...folders], { env: environment });
  running.stderr.resume();
  const port = await new Promise((resolve, reject) => {
    running.on("exit", () => reject(new Error("the server of Visual Studio Code ended")));
    let said = "";
    running.stdout.on("data", (text) => {
      said += text;
      const told = said.match(/agent listening on (\d+)/);
      if (told) resolve(told[1]);
    });
  });
  return { address: `http://127.0.0.1:${port}`, end: () => running.kill() };
}

class Editor {
  constructor(page) {
    this.page = page;
  }

  static async open(browser, address, where) {
    const page = await browser.newPage({ viewport: { width: 1000, height: 700 } });
    page.setDefaultTimeout(60_000);
    await page.goto(`${address}/?folder=${encodeURIComponent(where)}`);
    const editor = new Editor(page);
    editor.where = where;
    return editor;
  }

  async close() {
    await this.page.close();
  }

  /** Opens a file, and waits until this extension has said how it fares. */
  async file(name, says = /schemefmt/) {
    await this.page.locator(".explorer-folders-view .monaco-list-row", { hasText: name }).dblclick();
    await this.page.locator(`.tab.active[data-resource-name="${name}"]`).waitFor();
    await this.page.locator(".editor-instance .view-lines").first().waitFor();
    await this.page.locator("#schemefmt\\.schemefmt\\.schemefmt", { hasText: says }).waitFor();
    this.name = name;
  }

  async command(title) {
    await this.page.keyboard.press("F1");
    await this.page.locator(".quick-input-widget input").first().fill(`>${title}`);
    await this.page.locator(".quick-input-list .monaco-list-row", { hasText: title }).first().waitFor();
    await this.page.keyboard.press("Enter");
    await this.page.locator(".quick-input-widget").waitFor({ state: "hidden" });
  }

  async go(line, column) {
    await this.page.keyboard.press("Control+G");
    await this.page.locator(".quick-input-widget input").first().fill(`:${line}:${column}`);
    await this.page.keyboard.press("Enter");
    await this.page.locator(".quick-input-widget").waitFor({ state: "hidden" });
  }

  /** Waits until something is so, at most half a minute; what it was last. */
  async until(look, wanted) {
    const deadline = Date.now() + 30_000;
    let found = await look();
    while (found !== wanted && Date.now() < deadline) {
      await this.page.waitForTimeout(100);
      found = await look();
    }
    return found;
  }

  cursor() {
    return this.page.locator("#status\\.editor\\.selection").innerText();
  }

  lines() {
    return this.page
      .locator(".editor-instance .view-line")
      .evaluateAll((lines) => lines.sort((a, b) => parseFloat(a.style.top) - parseFloat(b.style.top)).map((line) => line.textContent.replaceAll("\u00a0", " ")).join("\n"));
  }

  shows(text) {
    return this.until(() => this.lines(), text);
  }

  async saved(wanted) {
    await this.page.keyboard.press("Control+S");
    return this.until(() => fs.readFileSync(path.join(this.where, this.name), "utf8"), wanted);
  }

  /** The class that colours a word. */
  async color(word) {
    return this.page.locator(".editor-instance .view-line span span", { hasText: word }).first().getAttribute("class");
  }

  async picture(name) {
    if (screenshots) await this.page.screenshot({ path: path.join(screenshots, `${name}.png`) });
  }
}

async function formatting(browser, address) {
  const files = { "document.scm": messy, "selection.sls": messy, "typed.ss": "", "broken.sld": broken };
  const editor = await Editor.open(browser, address, folder("formatting", { "[scheme]": { "editor.formatOnType": true } }, files));

  await editor.file("document.scm");
  await editor.go(2, messy.split("\n")[1].indexOf("of-the-cursor") + 1);
  await editor.picture("before");
  await editor.command("Format Document");
  const tidy = format(messy);
  await editor.shows(tidy);
  expect("Format Document", await editor.saved(tidy), tidy);
  const line = tidy.split("\n").findIndex((text) => text.includes("of-the-cursor"));
  const column = tidy.split("\n")[line].indexOf("of-the-cursor") + 1;
  expect("the cursor", await editor.cursor(), `Ln ${line + 1}, Col ${column}`);
  await editor.picture("after");
  expect("the colour of a keyword is another than that of a name", (await editor.color("define")) !== (await editor.color("after")), true);
  await editor.page.keyboard.press("Control+Z");
  expect("one undo", await editor.saved(messy), messy);

  await editor.file("selection.sls");
  await editor.go(5, 1);
  await editor.page.keyboard.press("Shift+End");
  await editor.command("Format Selection");
  const part = format(messy, "--lines=5");
  await editor.shows(part);
  expect("Format Selection", await editor.saved(part), part);

  await editor.file("typed.ss");
  await editor.page.keyboard.type("(define (f x)");
  await editor.page.keyboard.press("Enter");
  expect("the cursor after Enter", await editor.until(() => editor.cursor(), "Ln 2, Col 3"), "Ln 2, Col 3");
  await editor.page.keyboard.type("(if x");
  await editor.page.keyboard.press("Enter");
  expect("the cursor after the next Enter", await editor.until(() => editor.cursor(), "Ln 3, Col 7"), "Ln 3, Col 7");
  await editor.page.keyboard.type("1");
  const typed = "(define (f x)\n  (if x\n      1))";
  expect("what was typed", await editor.saved(typed), typed);

  await editor.file("broken.sld");
  await editor.page.locator(".squiggly-error").first().waitFor();
  await editor.command("Format Document");
  await editor.page.keyboard.press("Control+Home");
  await editor.page.keyboard.type(" ");
  expect("a text that does not balance", await editor.saved(` ${broken}`), ` ${broken}`);
  await editor.picture("broken");
  expect("pop-ups", await editor.page.locator(".notification-toast").count(), 0);
  await editor.close();
}

async function saving(browser, address, name = "saving", further = {}) {
  const settings = { "[scheme]": { "editor.formatOnSave": true }, "schemefmt.lineWidth": 40, ...further };
  const editor = await Editor.open(browser, address, folder(name, settings, { "saved.scm": messy }));
  await editor.file("saved.scm");
  await editor.go(2, messy.split("\n")[1].indexOf("of-the-cursor") + 1);
  await editor.page.keyboard.type("x");
  const tidy = format(messy.replace("target-of", "target-xof"), "--line-width=40");
  expect(`format on save, with a setting (${name})`, await editor.saved(tidy), tidy);
  await editor.close();
}

/** A server that never gets an answer to what it asks the client, as if the first save came before that. */
function savingEarly(browser, address) {
  const deaf = path.join(scratch, "deaf");
  const script = `#!${process.execPath}
const server = require("node:child_process").spawn(${JSON.stringify(program)}, process.argv.slice(2), { stdio: ["pipe", "inherit", "inherit"] });
server.on("exit", (status) => process.exit(status ?? 1));
let bytes = Buffer.alloc(0);
process.stdin.on("end", () => server.stdin.end()).on("data", (more) => {
  bytes = Buffer.concat([bytes, more]);
  for (;;) {
    const body = bytes.indexOf("\\r\\n\\r\\n") + 4;
    if (body < 4) return;
    const end = body + Number(/Content-Length: (\\d+)/.exec(bytes.toString("latin1", 0, body))[1]);
    if (bytes.length < end) return;
    if (JSON.parse(bytes.subarray(body, end)).method) server.stdin.write(bytes.subarray(0, end));
    bytes = bytes.subarray(end);
  }
});
`;
  fs.writeFileSync(deaf, script, { mode: 0o755 });
  return saving(browser, address, "early", { "schemefmt.path": deaf });
}

async function missing(browser, address) {
  const settings = { "schemefmt.path": path.join(scratch, "nowhere") };
  const editor = await Editor.open(browser, address, folder("missing", settings, { "document.scm": messy }));
  await editor.file("document.scm");
  const item = editor.page.locator("#schemefmt\\.schemefmt\\.schemefmt");
  const label = await item.locator("a").getAttribute("aria-label");
  expect("the status without the program", /nowhere was not found/.test(label), true);
  await editor.picture("missing");
  await editor.close();
}

async function besideAnother(browser, address) {
  const editor = await Editor.open(browser, address, folder("beside", {}, { "document.scm": "define \"a\"\n" }));
  await editor.file("document.scm");
  await editor.until(async () => (await editor.color("define")) === (await editor.color('"a"')), true);
  expect("the colour is that of the other extension", await editor.color("define"), await editor.color('"a"'));
  // At the end of the text: before a word no bracket is closed.
  await editor.page.keyboard.press("Control+End");
  await editor.page.keyboard.type("(<");
  const wanted = "define \"a\"\n(<>";
  expect("the brackets are those of the other extension", await editor.saved(wanted), wanted);
  await editor.close();
}

/** Closes the pages that a fault left open, with a picture of each. */
async function leave(context, name) {
  for (const page of context.pages()) {
    if (screenshots) await page.screenshot({ path: path.join(screenshots, `fault-${name}.png`) });
    await page.close();
  }
}

const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
try {
  for (const [name, others, attempts] of [
    ["alone", false, [formatting, saving, savingEarly, missing]],
    ["beside", true, [besideAnother]],
  ]) {
    const { address, end } = await serve(name, others);
    try {
      for (const attempt of attempts) {
        try {
          await attempt(browser, address);
        } catch (problem) {
          faults += 1;
          console.log(`FAULT: ${attempt.name}: ${problem.message}`);
          for (const context of browser.contexts()) await leave(context, attempt.name);
        }
      }
    } finally {
      end();
    }
  }
} finally {
  await browser.close();
  fs.rmSync(scratch, { recursive: true, force: true });
}
process.exitCode = faults ? 1 : 0;
