// The site in a real Chromium: `node site.mjs FOLDER MODULES SCREENSHOTS`. FOLDER is what is served, MODULES the node_modules with
// playwright-core.
import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { start } from "./browser.mjs";

const [folder, modules, screenshots] = process.argv.slice(2);
const { browser, address, close } = await start(folder, modules);
await mkdir(screenshots, { recursive: true });
const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
const wrong = [];
page.on("pageerror", (error) => wrong.push(String(error)));
page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
page.on("request", (request) => request.url().startsWith(address) || wrong.push(`a request to ${request.url()}`));

for (const name of ["index", "docs/style", "docs/options"]) {
  await page.goto(`${address}${name}.html`);
  if (name !== "docs/options") {
    const keywords = await page.locator("code.language-scheme .hljs-name", { hasText: /^define$/ }).count();
    assert.ok(keywords > 0, `${name}: Scheme is highlighted`);
  }
  await page.screenshot({ path: join(screenshots, `site-${name.replace("/", "-")}.png`) });
}
// Each option has its entry, with its values and its default.
const width = page.locator("h3", { hasText: "line-width" });
assert.match(await width.locator("xpath=following-sibling::ul[1]").textContent(), /default: 80/);
assert.ok((await page.locator("h3").count()) > 20, "options");

await page.goto(address);
await page.click("text=Try it in the browser.");
await page.waitForSelector("body[data-state=ready]");
assert.equal(new URL(page.url()).pathname, "/playground/index.html");
await page.fill("#source", "(f   x)");
await page.waitForFunction(() => document.querySelector("#result").textContent.trim() === "(f x)");
assert.deepEqual(wrong, [], "what the console and the network say");
console.log("the site: pages, highlighting, options and playground");
await close();
