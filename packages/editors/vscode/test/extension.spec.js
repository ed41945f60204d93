// The extension VSIX in Visual Studio Code, whose server is SERVER. PROGRAM is the schemefmt that it starts. Keys are typed as a user would,
// and what is saved is compared with what the program makes of it.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect as usual, test } from "@playwright/test";

const { SERVER, PROGRAM, VSIX, CHROMIUM } = process.env;
test.use({ launchOptions: { executablePath: CHROMIUM, args: ["--no-sandbox"] }, screenshot: "only-on-failure" });
test.describe.configure({ timeout: 240_000 });
// Whatever else runs must not matter.
const expect = usual.configure({ timeout: 60_000 });

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "vscode-"));
const messy = `(define (target n) (let loop ((i n)(a #T))
     (cond ((= i 0) a) (else (loop (- i 1) 'target-of-the-cursor)))
     ))
; λ 😀 a comment
(define   after 1)
`;
const broken = messy.replace("a) (else", "a (else");
const repaired = `(define (f x)
  (let ((y (g x)))
    (h y x)))

(define (g x)
  (car (cdr x)))
`;
const repairable = repaired.replace("x)))\n\n", "x))\n\n");
const programs = path.join(__dirname, "../../../../testdata/typed");
const format = (input, ...flags) => execFileSync(PROGRAM, ["--stdin-filepath", "messy.scm", ...flags, "-"], { input, encoding: "utf8" });

// Its status tells that a form is left alone.
const { stdout: tolerant } = spawnSync(PROGRAM, ["--tolerant", "--stdin-filepath", "messy.scm", "-"], { input: broken, encoding: "utf8" });

let server, address;

test.beforeAll(async () => {
  const folders = ["--server-data-dir", scratch, "--extensions-dir", path.join(scratch, "extensions")];
  const env = { ...process.env, HOME: scratch, PATH: `${path.dirname(PROGRAM)}:${process.env.PATH}` };
  execFileSync("node", [SERVER, "--install-extension", VSIX, ...folders], { env, stdio: "ignore" });
  const options = ["--host", "127.0.0.1", "--port", "0", "--without-connection-token", "--accept-server-license-terms", "--force-disable-user-env"];
  // A question whether the folder is trusted comes at some time or other, and takes the keys that are typed then.
  options.push("--disable-workspace-trust");
  server = spawn("node", [SERVER, ...options, ...folders], { env, stdio: ["ignore", "pipe", "ignore"] });
  for await (const said of server.stdout) {
    const told = /agent listening on (\d+)/.exec(said);
    if (!told) continue;
    address = `http://127.0.0.1:${told[1]}/`;
    break;
  }
});

test.afterAll(() => {
  server.kill();
  fs.rmSync(scratch, { recursive: true, force: true });
});

/**
 * Opens a file of its own with this text, and waits until the extension has said how it fares. Gives the path. The installation has no
 * settings; the folder has those that are given, and this configuration.
 */
async function open(page, text, settings, name = "document.scm", toml = undefined) {
  const folder = fs.mkdtempSync(path.join(scratch, "project-"));
  const file = path.join(folder, name);
  if (settings) {
    fs.mkdirSync(path.join(folder, ".vscode"));
    fs.writeFileSync(path.join(folder, ".vscode/settings.json"), JSON.stringify(settings));
  }
  if (toml) fs.writeFileSync(path.join(folder, "schemefmt.toml"), toml);
  fs.writeFileSync(file, text);
  const payload = JSON.stringify([["openFile", `vscode-remote://${new URL(address).host}${file}`]]);
  await page.goto(`${address}?${new URLSearchParams({ folder, payload })}`);
  await page.locator("#schemefmt\\.schemefmt\\.schemefmt", { hasText: "schemefmt" }).waitFor();
  await page.locator(".editor-instance .view-lines").first().click();
  return file;
}

/** Runs a command of the extension. */
async function run(page, title) {
  await page.keyboard.press("F1");
  await page.keyboard.type(`schemefmt: ${title}`);
  await page.locator(".quick-input-list .monaco-list-row", { hasText: title }).first().waitFor();
  await page.keyboard.press("Enter");
}

/** Saves until the file has this text. */
const saved = (page, file, wanted) =>
  expect(async () => {
    await page.keyboard.press("Control+S");
    expect(fs.readFileSync(file, "utf8")).toBe(wanted);
  }).toPass({ timeout: 60_000 });

/** Presses the key for Format Document until something shows that it had an effect: before there is a formatter, it has none. */
const formatted = (page, shows) =>
  expect(async () => {
    await page.keyboard.press("Control+Shift+I");
    await shows.waitFor({ timeout: 2_000 });
  }).toPass({ timeout: 60_000 });

test("Format Document, and one undo", async ({ page }) => {
  const file = await open(page, messy);
  await formatted(page, page.locator(".view-line", { hasText: /^\(define.after.1\)$/ }));
  await saved(page, file, format(messy));
  await page.keyboard.press("Control+Z");
  await saved(page, file, messy);
});

test("formats on save, with a setting", async ({ page }) => {
  const file = await open(page, messy, { "[scheme]": { "editor.formatOnSave": true }, "schemefmt.lineWidth": 40 });
  await page.keyboard.press("Control+Home");
  await page.keyboard.type(" ");
  await saved(page, file, format(messy, "--line-width=40"));
});

test("a form that does not balance stays as it is, and the others are formatted", async ({ page }) => {
  const file = await open(page, broken);
  await page.locator(".squiggly-error").first().waitFor();
  await formatted(page, page.locator(".view-line", { hasText: /^\(define.after.1\)$/ }));
  await saved(page, file, tolerant);
});

test("conflicts and raw strings stay", async ({ page }) => {
  const conflict = '(a   b)\n<<<<<<< HEAD\n(c   1)\n=======\n(d  (e)\n>>>>>>> it\'s "it\n(f   #""g  (h;"")\n';
  const file = await open(page, conflict);
  await page.locator(".squiggly-error").first().waitFor();
  await page.keyboard.press("Control+Shift+I");
  await page.locator(".notification-toast", { hasText: "document.scm:2:1 cannot be formatted: unresolved merge conflict" }).waitFor();
  await saved(page, file, conflict);
  const resolved = conflict.replace(/<<<<[^>]*>>>>>>>.*\n/, "");
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(resolved);
  await page.keyboard.press("Control+Shift+I");
  await saved(page, file, '(a b)\n(f #""g  (h;"")\n');
});

test("what is often misread is formatted, and nothing is said of it", async ({ page }) => {
  for (const [name, text, wanted] of [
    ["misread.scm", ";; © encoding: the following\n#|A|# #|B|#\n(define a '( 1.0\n            -0.45\n             0.63\n            -0.17))\n", ";; © encoding: the following\n#|A|# #|B|#\n(define a '( 1.0\n            -0.45\n             0.63\n            -0.17))\n"],
    ["misread.rkt", "#lang unknown/x\n(f #:a(b) @name   x . < . y)\n", "#lang unknown/x\n(f #:a(b) @name x . < . y)\n"],
  ]) {
    const file = await open(page, text, { "schemefmt.lineBreaks": "keep" }, name);
    await page.keyboard.press("Control+Shift+I");
    await saved(page, file, wanted);
    await page.keyboard.press("Control+Shift+I");
    await saved(page, file, wanted);
    await expect(page.getByRole("button", { name: "No Problems" })).toBeVisible();
  }
});

test("Format Document on a text that does not balance offers the repair", async ({ page }) => {
  const file = await open(page, repairable);
  const message = page.locator(".notification-toast", { hasText: "document.scm:3:13 cannot be formatted" });
  await formatted(page, message);
  await message.getByRole("button", { name: "Repair Brackets" }).click();
  await saved(page, file, repaired);
});

test("a command repairs brackets, and a quick fix", async ({ page }) => {
  const file = await open(page, repairable);
  await run(page, "Repair Brackets");
  await saved(page, file, repaired);
  await page.keyboard.press("Control+Z");
  await page.locator(".squiggly-error").first().waitFor();
  await page.keyboard.press("F8");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+.");
  await page.locator(".action-widget", { hasText: "Insert `)` at 3:13" }).waitFor();
  await page.keyboard.press("Enter");
  await saved(page, file, repaired);
});

/** A stretch of a line that is typed, which a bracket in a string or a character does not end; or a bracket that closes. */
const PARTS = /(?:"(?:[^"\\]|\\.)*"|#\\(?:[A-Za-z]+|.)|[^)\]])+|[)\]]/g;

/** The character after the cursor, as the screen shows it. */
const atCursor = (page) =>
  page.evaluate(async () => {
    await new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)));
    const { left, top, height } = document.querySelector(".editor-instance .cursor").getBoundingClientRect();
    const { startContainer, startOffset } = document.caretRangeFromPoint(left + 2, top + height / 2);
    return startContainer.textContent[startOffset];
  });

/** Types a line. One who closes brackets only where the editor has not done so looks, and goes over those that it has closed. */
async function typeLine(page, line, closes) {
  for (const part of line.match(closes ? /.+/g : PARTS) ?? []) {
    if (!closes && /^[)\]]$/.test(part) && (await atCursor(page)) === part) await page.keyboard.press("ArrowRight");
    else await page.keyboard.type(part);
  }
}

/** Types a program without the blanks at the start of lines, and pauses for so many milliseconds after each Enter. */
async function typeProgram(page, text, closes, pause) {
  for (const [i, line] of text.split("\n").entries()) {
    if (i > 0) {
      await page.keyboard.press("Enter");
      if (pause) await page.waitForTimeout(pause);
    }
    await typeLine(page, line.trimStart(), closes);
  }
}

const whoCloses = { every: "every bracket", none: "only the brackets that the editor has not closed" };
const typists = [0, 60, 150].flatMap((pause) => [
  ...["r7rs.scm", "gauche.scm", "racket.rkt"].map((name) => [pause, name, whoCloses.every]),
  [pause, "guile.scm", whoCloses.none],
]);
for (const [pause, name, closed] of typists) {
  test(`${name}, typed with ${pause} ms after Enter by one who closes ${closed}, is as the formatter has it`, async ({ page }) => {
    test.setTimeout(900_000);
    const text = fs.readFileSync(path.join(programs, name), "utf8").trimEnd();
    const file = await open(page, "", undefined, name);
    // Whatever else runs must not matter.
    const others = os.cpus().map(() => spawn("node", ["-e", "for (;;);"]));
    try {
      await typeProgram(page, text, closed === whoCloses.every, pause);
      await saved(page, file, text);
    } finally {
      others.forEach((other) => other.kill());
    }
  });
}

test("a new line is indented by the rules of the project", async ({ page }) => {
  const file = await open(page, "", undefined, "document.scm", "[forms]\nmine = 1\n");
  await page.keyboard.type("(mine 1");
  await page.keyboard.press("Enter");
  await page.keyboard.type("2");
  await saved(page, file, "(mine 1\n  2)");
});

test("a bracket in a comment, a string, a symbol or a regular expression is not closed", async ({ page }) => {
  const lines = [";; c (d", "(z)", '"a (b"', "|a (b|", "#/a (b/", "#| c (d", "[e |#", "(f ; (g)", "h)"];
  const file = await open(page, "");
  for (const line of lines) {
    await page.keyboard.type(line);
    await page.keyboard.press("Enter");
  }
  await saved(page, file, `${lines.join("\n").replace("h)", " h)")}\n`);
});

test("brackets that are closed in a comment go when its line is left by any key, unless they are typed", async ({ page }) => {
  const before = "(a) ; (a\n\n(b) ; b)\n";
  for (const [typed, leave] of [[";; c (d [e", "ArrowUp"], [";; c (d [e", "click"], [";; c (d)", "ArrowDown"], ["(c) ; [d (e)", "Control+End"]]) {
    const file = await open(page, before);
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.type(typed);
    if (leave === "click") await page.locator(".view-line", { hasText: "b)" }).last().click();
    else await page.keyboard.press(leave);
    await saved(page, file, before.replace("\n\n", `\n${typed}\n`));
  }
});

test("brackets that are closed in comments do not get in the way of one who types a key every 30 ms", async ({ page }) => {
  const lines = ["(define (f x) ; a (b", "  ;; c [d", "  (let ((y x)) ; e ((f", "    ;; (g)", "    (h y)))", "(define k", "  '(l ; (m", "    n))", "(o)"];
  const file = await open(page, "");
  await page.keyboard.type(lines.map((line) => line.trimStart()).join("\n"), { delay: 30 });
  await saved(page, file, lines.join("\n"));
});

test("a set of characters is one in Gauche, and in Racket a vector", async ({ page }) => {
  for (const [name, lines] of [
    ["set.scm", ['(f (g #[^\\"] #[(a-z])', '   (h #[[:alpha:]";]))', "(k)"]],
    ["vector.rkt", ["#lang racket/base", '(f #["a" (b)]', '   #[(c "d")])', "(k)"]],
  ]) {
    const file = await open(page, "", undefined, name);
    await page.keyboard.type(lines.map((line) => line.trimStart()).join("\n"), { delay: 100 });
    await saved(page, file, lines.join("\n"));
  }
});

test("a block of Guile at the start of a file is coloured as a comment, and the size of a tab is 2", async ({ page }) => {
  await open(page, "#!/usr/bin/guile \\\n-e main -s\n!#\n;; c\nz\n#!\n(a)\n!#\n");
  await expect(page.getByRole("button", { name: "Spaces: 2" })).toBeVisible();
  const colours = () => page.locator(".view-line").evaluateAll((lines) => lines.map((line) => getComputedStyle(line.querySelector("span span")).color));
  await expect(async () => {
    const [comment, ...others] = new Set(await colours());
    expect(others.length).toBe(1);
    expect((await colours()).map((colour) => colour === comment)).toEqual([true, true, true, true, false, true, true, true, false]);
  }).toPass({ timeout: 10_000 });
});

test("Organize Imports sorts the imports", async ({ page }) => {
  const text = "(define-library (a)\n  (import (c) (b))\n  (export f)\n  (begin (f  x)))\n";
  const file = await open(page, text);
  await expect(async () => {
    await page.keyboard.press("Shift+Alt+O");
    await page.keyboard.press("Control+S");
    expect(fs.readFileSync(file, "utf8")).toBe(text.replace("(c) (b)", "(b) (c)"));
  }).toPass({ timeout: 30_000 });
});

test("Reindent Lines indents by the rules of the formatter", async ({ page }) => {
  const text = fs.readFileSync(path.join(programs, "guile.scm"), "utf8");
  const file = await open(page, text.replace(/^ +/gm, ""));
  await page.keyboard.press("F1");
  await page.keyboard.type("Reindent Lines");
  await page.locator(".quick-input-list .monaco-list-row", { hasText: /^Reindent Lines/ }).first().click();
  await saved(page, file, text);
});

test("an invalid configuration is reported, and shown until it is fixed", async ({ page }) => {
  const file = await open(page, messy);
  const toml = path.join(path.dirname(file), "schemefmt.toml");
  const item = page.locator("#schemefmt\\.schemefmt\\.schemefmt a");
  fs.writeFileSync(toml, "line-widht = 60\n");
  const message = page.locator(".notification-toast .notification-list-item-message", { hasText: /^schemefmt\.toml:1:1: .*`line-widht`/ });
  await message.waitFor();
  await expect(item).toHaveAttribute("aria-label", /schemefmt\.toml is invalid/);
  await page.keyboard.press("Control+Shift+I");
  await saved(page, file, format(messy));
  fs.writeFileSync(toml, "line-width = 60\n");
  await expect(item).not.toHaveAttribute("aria-label", /is invalid/);
  await expect(message).toHaveCount(0);
});

test("Enter indents where nothing is formatted", async ({ page }) => {
  const file = await open(page, "", { "[scheme]": { "editor.formatOnType": false } });
  await page.keyboard.type("(define (f x)");
  await page.keyboard.press("Enter");
  // The last bracket is typed over if the editor has put one there.
  await page.keyboard.type("(g x))");
  await saved(page, file, "(define (f x)\n  (g x))");
});

test("writes a configuration", async ({ page }) => {
  const file = await open(page, messy);
  await run(page, "Write a schemefmt.toml");
  await page.locator(".tab", { hasText: "schemefmt.toml" }).waitFor();
  expect(fs.readFileSync(path.join(path.dirname(file), "schemefmt.toml"), "utf8")).toContain("line-width");
});

test("explains the layout, in one document", async ({ page }) => {
  await open(page, format(messy));
  for (const said of ["define", "let"]) {
    await page.locator(".view-line", { hasText: `(${said} ` }).first().locator("span", { hasText: said }).last().click();
    await run(page, "Explain the Layout at the Cursor");
    await page.locator(".editor-instance .view-line", { hasText: new RegExp(`rule\\s+${said}`) }).waitFor();
  }
  await expect(page.locator(".tab", { hasText: "Why it is laid out so" })).toHaveCount(1);
});

test("without the program, the status bar says so, and the library formats", async ({ page }) => {
  const file = await open(page, messy, { "schemefmt.path": path.join(scratch, "nowhere"), "schemefmt.lineWidth": 40 });
  await expect(page.locator("#schemefmt\\.schemefmt\\.schemefmt a")).toHaveAttribute("aria-label", /nowhere was not found/);
  await page.keyboard.press("Control+Shift+I");
  await saved(page, file, format(messy, "--line-width=40"));
  await page.keyboard.press("Control+End");
  await page.keyboard.type("(list (f x)");
  await page.keyboard.press("Enter");
  await page.waitForTimeout(2000);
  await page.keyboard.type("(g x)");
  await saved(page, file, `${format(messy, "--line-width=40")}(list (f x)\n      (g x))`);
});
