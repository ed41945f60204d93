// The extension VSIX in Visual Studio Code, whose server is SERVER. PROGRAM is the schemefmt that it starts. Keys are typed as a user would,
// and what is saved is compared with what the program makes of it.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";

const { SERVER, PROGRAM, VSIX, CHROMIUM } = process.env;
test.use({ launchOptions: { executablePath: CHROMIUM, args: ["--no-sandbox"] }, screenshot: "only-on-failure" });
test.describe.configure({ timeout: 120_000 });

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
 * settings; the folder has those that are given.
 */
async function open(page, text, settings, name = "document.scm") {
  const folder = fs.mkdtempSync(path.join(scratch, "project-"));
  const file = path.join(folder, name);
  if (settings) {
    fs.mkdirSync(path.join(folder, ".vscode"));
    fs.writeFileSync(path.join(folder, ".vscode/settings.json"), JSON.stringify(settings));
  }
  fs.writeFileSync(file, text);
  await page.addLocatorHandler(page.getByRole("button", { name: "Yes, I trust the authors" }), (button) => button.click());
  await page.goto(`${address}?folder=${encodeURIComponent(folder)}`);
  await page.locator(".explorer-folders-view .monaco-list-row", { hasText: name }).dblclick();
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
  }).toPass({ timeout: 30_000 });

test("Format Document, and one undo", async ({ page }) => {
  const file = await open(page, messy);
  await page.keyboard.press("Control+Shift+I");
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
  await page.keyboard.press("Control+Shift+I");
  await saved(page, file, tolerant);
});

test("Format Document on a text that does not balance offers the repair", async ({ page }) => {
  const file = await open(page, repairable);
  await page.keyboard.press("Control+Shift+I");
  const message = page.locator(".notification-toast", { hasText: "document.scm:3:13 cannot be formatted" });
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

/** Types a line. One who closes brackets only where the editor has not done so goes over those that it has closed. */
async function typeLine(page, line, closes) {
  for (const part of line.match(closes ? /.+/g : PARTS) ?? []) {
    if (!closes && /^[)\]]$/.test(part)) await page.keyboard.press("ArrowRight");
    else await page.keyboard.type(part);
  }
}

/** Types a program without the blanks at the start of lines. */
async function typeProgram(page, text, closes) {
  const lines = text.split("\n");
  for (const [i, line] of lines.entries()) {
    if (i > 0) {
      await page.keyboard.press("Enter");
      // Nobody types faster than the server answers, which takes longer where much else runs. Where a blank line goes, nothing tells, nor
      // when the blanks of one before are gone.
      const place = page.getByRole("button", { name: `Ln ${i + 1}, Col ${line.search(/\S|$/) + 1}`, exact: true });
      if (line) await place.waitFor({ timeout: 5000 }).catch(() => {});
      if (!line || !lines[i - 1]) await page.waitForTimeout(1000);
    }
    await typeLine(page, line.trimStart(), closes);
  }
}

for (const [name, closes] of [...fs.readdirSync(programs).map((name) => [name, true]), ["guile.scm", false]]) {
  const who = closes ? "who closes every bracket" : "who leaves closing to the editor";
  test(`${name}, typed in an untouched installation by one ${who}, is as the formatter has it`, async ({ page }) => {
    test.setTimeout(300_000);
    const text = fs.readFileSync(path.join(programs, name), "utf8").trimEnd();
    const file = await open(page, "", undefined, name);
    await typeProgram(page, text, closes);
    await saved(page, file, text);
  });
}

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
  await page.locator(".notification-toast", { hasText: "`line-widht`" }).waitFor();
  await expect(item).toHaveAttribute("aria-label", /schemefmt\.toml is invalid/);
  await page.keyboard.press("Control+Shift+I");
  await saved(page, file, format(messy));
  fs.writeFileSync(toml, "line-width = 60\n");
  await expect(item).not.toHaveAttribute("aria-label", /is invalid/);
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
