// The extension VSIX in Visual Studio Code, whose server is SERVER. PROGRAM is the schemefmt that it starts. Keys are typed as a user would,
// and what is saved is compared with what the program makes of it.
import { execFileSync, spawn } from "node:child_process";
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
const format = (input, ...flags) => execFileSync(PROGRAM, ["--stdin-filepath", "messy.scm", ...flags, "-"], { input, encoding: "utf8" });

let server, address;

test.beforeAll(async () => {
  const folders = ["--server-data-dir", scratch, "--extensions-dir", path.join(scratch, "extensions")];
  const env = { ...process.env, HOME: scratch, PATH: `${path.dirname(PROGRAM)}:${process.env.PATH}` };
  execFileSync("node", [SERVER, "--install-extension", VSIX, ...folders], { env, stdio: "ignore" });
  // What would stand in the way: questions, and a page to begin with.
  const settings = { "security.workspace.trust.enabled": false, "workbench.startupEditor": "none", "editor.minimap.enabled": false };
  fs.mkdirSync(path.join(scratch, "data/User"), { recursive: true });
  fs.writeFileSync(path.join(scratch, "data/User/settings.json"), JSON.stringify(settings));
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

/** Opens a file of its own with this text, and waits until the extension has said how it fares. Gives the path. */
async function open(page, text, settings = {}) {
  const folder = fs.mkdtempSync(path.join(scratch, "project-"));
  const file = path.join(folder, "document.scm");
  fs.mkdirSync(path.join(folder, ".vscode"));
  fs.writeFileSync(path.join(folder, ".vscode/settings.json"), JSON.stringify(settings));
  fs.writeFileSync(file, text);
  await page.goto(`${address}?folder=${encodeURIComponent(folder)}`);
  await page.locator(".explorer-folders-view .monaco-list-row", { hasText: "document.scm" }).dblclick();
  await page.locator("#schemefmt\\.schemefmt\\.schemefmt", { hasText: "schemefmt" }).waitFor();
  await page.locator(".editor-instance .view-lines").first().click();
  return file;
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

test("a text that does not balance stays as it is", async ({ page }) => {
  const file = await open(page, broken);
  await page.locator(".squiggly-error").first().waitFor();
  await page.keyboard.press("Control+Shift+I");
  await page.keyboard.press("Control+Home");
  await page.keyboard.type(" ");
  await saved(page, file, ` ${broken}`);
});

test("without the program, the status bar says so", async ({ page }) => {
  await open(page, messy, { "schemefmt.path": path.join(scratch, "nowhere") });
  await expect(page.locator("#schemefmt\\.schemefmt\\.schemefmt a")).toHaveAttribute("aria-label", /nowhere was not found/);
});
