// The playground in a real Chromium: `node playground.mjs FOLDER MODULES SCREENSHOTS`. FOLDER is what is served, MODULES the
// node_modules with playwright-core and axe-core, and the pictures of three states go to SCREENSHOTS.
import assert from "node:assert/strict";
import { mkdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { start } from "./browser.mjs";

const [folder, modules, screenshots] = process.argv.slice(2);
const axe = await readFile(createRequire(join(modules, "here.js")).resolve("axe-core/axe.min.js"), "utf8");
const { browser, address, close } = await start(folder, modules);
const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, colorScheme: "light" });
await context.grantPermissions(["clipboard-read", "clipboard-write"]);
await mkdir(screenshots, { recursive: true });

const wrong = [];
async function open(fragment = "", options = {}) {
  const page = await context.newPage();
  page.on("pageerror", (error) => wrong.push(String(error)));
  page.on("console", (message) => message.type() === "error" && !message.text().includes("favicon") && wrong.push(message.text()));
  page.on("request", (request) => request.url().startsWith(address) || wrong.push(`a request to ${request.url()}`));
  if (options.size) await page.setViewportSize(options.size);
  await page.goto(address + fragment);
  await page.waitForSelector("body[data-state=ready]");
  return page;
}

const result = (page) => page.locator("#result").textContent();
async function holds(page, wanted) {
  await page.waitForSelector("body[data-state=ready]");
  assert.equal(await result(page), wanted);
}
async function says(page, part) {
  await page.waitForSelector("body[data-state=ready]");
  const status = await page.locator("#status").textContent();
  assert.ok(status.includes(part), `${part}: ${status}`);
}

async function accessible(page, state) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => axe.run());
  const found = violations.map(({ id, impact, nodes }) => `${id} (${impact}): ${nodes.map(({ html }) => html).join(" ")}`);
  assert.deepEqual(found, [], state);
}

const tests = {
  async "formats as one types"() {
    const page = await open();
    assert.match(await result(page), /^; An iterative Fibonacci\n\(define fib\n {2}\(lambda \(n\)\n/);
    await page.fill("#source", "(define (f x)\n (g x))");
    await holds(page, "(define (f x)\n  (g x))\n");
    await page.fill("#source", "");
    await page.type("#source", "(a  (b))");
    await holds(page, "(a (b))\n");
    await page.screenshot({ path: join(screenshots, "1-formatted.png") });
    await page.selectOption("#example", { label: "Guile" });
    await says(page, "Read as guile: line 1: (define-module");
    await accessible(page, "formatted");
    await page.screenshot({ path: join(screenshots, "1-formatted.png") });
  },

  async "every example is read in its dialect, and changes"() {
    const page = await open();
    const names = await page.locator("#example option").allTextContents();
    const dialects = { R7RS: "r7rs", Guile: "guile", "Chez Scheme": "chez", CHICKEN: "chicken", Racket: "racket" };
    for (const [index, name] of names.entries()) {
      await page.selectOption("#example", { index });
      if (name.includes("missing")) {
        await says(page, "Not formatted: 1 error");
        continue;
      }
      await says(page, dialects[name] ? `Read as ${dialects[name]}` : "no certain dialect");
      await says(page, "Formatted in");
    }
  },

  async "errors stand underlined at their place, with the excerpt"() {
    const page = await open();
    await page.selectOption("#example", { label: "a bracket is missing" });
    await says(page, "Not formatted: 1 error");
    const place = await page.evaluate(() => {
      const mark = document.querySelector("#marks mark.error");
      const range = document.createRange();
      range.setStart(document.getElementById("marks"), 0);
      range.setEndBefore(mark);
      return range.toString().split("\n").length;
    });
    assert.equal(place, 3, "the line that is underlined");
    assert.match(await page.locator("#findings li").textContent(), /^error\[unclosed-list\]: a `\)` is probably missing here.*3 \|/s);
    assert.equal(await page.locator("#findings mark.error").count(), 1);
    await accessible(page, "with an error");
    await page.screenshot({ path: join(screenshots, "2-error.png") });
    await page.click("#findings button");
    const [start, text] = await page.evaluate(() => [document.activeElement.selectionStart, document.activeElement.value]);
    assert.equal(text.slice(0, start).split("\n").length, 3);
    // Characters of two halves count as one.
    await page.fill("#source", '"😀" )\n');
    await says(page, "Not formatted");
    assert.equal(await page.locator("#findings mark").first().textContent(), ")");
  },

  async "options, the toml that says the same, and the dialect that is asked for"() {
    const page = await open();
    await page.click("summary");
    assert.equal(await page.locator("#toml").textContent(), "# Nothing differs from the default.\n");
    await page.fill("#source", "(cond (a b) (c dddddddddddddddddddddddd))");
    await page.selectOption("[name='style.cond']", "break");
    await holds(page, "(cond\n (a b)\n (c dddddddddddddddddddddddd))\n");
    await page.fill("[name='line-width']", "20");
    await page.selectOption("[name='dialect']", "r7rs");
    await says(page, "Read as r7rs: set explicitly");
    assert.equal(await page.locator("#toml").textContent(), 'line-width = 20\ndialect = "r7rs"\n\n[style]\ncond = "break"\n');
    await page.fill("[name='style.comment-column']", "wrong");
    await page.fill("#source", "#:key");
    await says(page, "1 warning");
    await accessible(page, "with options");
    await page.click("#reset");
    await says(page, "no certain dialect");
    assert.equal(await page.inputValue("[name='line-width']"), "80");
  },

  async "changes"() {
    const page = await open();
    await page.fill("#source", "(a)\n(b  c)\n(d)\n");
    await holds(page, "(a)\n(b c)\n(d)\n");
    await page.click("#show-diff");
    assert.deepEqual(await page.locator("#result > *").allTextContents(), ["@ line 1\n", " (a)\n", "-(b  c)", "+(b c)", " (d)\n", " \n"]);
    await page.fill("#source", "(a)\n");
    await holds(page, "Nothing changes.");
  },

  async "why a form is broken, by click and by keyboard"() {
    const page = await open();
    await page.fill("#source", "(define (f x)\n  (let ((y (car x))) (g y) (h y)))");
    await holds(page, "(define (f x)\n  (let ((y (car x)))\n    (g y)\n    (h y)))\n");
    // On the second letter of `let`.
    const box = await page.evaluate(() => {
      const range = document.createRange();
      const text = document.getElementById("result").firstChild;
      range.setStart(text, 18);
      range.setEnd(text, 19);
      const { x, y, width, height } = range.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    });
    await page.mouse.click(box.x, box.y);
    await page.waitForSelector("#explanation:not([hidden])");
    assert.match(await page.locator("#explanation").textContent(), /^fib\.scm:2:3: \(let \.\.\.\)\n {2}rule {6}let\n/);
    await page.focus("#line");
    await page.keyboard.press("Control+A");
    await page.keyboard.type("3");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.getElementById("explanation").textContent.includes(":3:5: (g y)"));
    await accessible(page, "with an explanation");
  },

  async "a link holds text and options, and nothing is sent"() {
    const page = await open();
    await page.click("summary");
    await page.fill("#source", "(λ 😀)\n");
    await page.fill("[name='line-width']", "33");
    await says(page, "Formatted already");
    await page.click("#link");
    await page.waitForFunction(() => location.hash.length > 1);
    const fragment = new URL(page.url()).hash;
    const again = await open(fragment);
    assert.equal(await again.inputValue("#source"), "(λ 😀)\n");
    assert.equal(await again.inputValue("[name='line-width']"), "33");
    const damaged = await open("#1AAAA");
    await says(damaged, "The link is damaged");
  },

  async "as deep as texts go"() {
    const page = await open();
    for (const [open, close] of [["(", ")"], ["(f 'aaaaaaaa ", ")"], ["(let ((x ", "))x)"], ["(if (aaaaa bbbbb) ", ")"]]) {
      const times = open.includes("((") ? 333 : 999;
      await page.fill("#source", open.repeat(times) + close.repeat(times));
      await says(page, "Formatted in");
      await page.fill("#source", "()");
      await says(page, "Formatted in");
    }
    await page.fill("#source", "(".repeat(1001) + ")".repeat(1001));
    await says(page, "Not formatted");
    assert.match(await page.locator("#findings").textContent(), /deeper than 1000 levels/);
  },

  async "the page does not wait for a large text"() {
    const page = await open();
    const large = "(define (f x) (if (g x) (h x) (let ((y (i x))) (j y))))\n".repeat(20000);
    // Between two pictures of the page nothing takes as long as formatting does: the worker is at it all the while.
    const drawn = await page.evaluate(async (large) => {
      const source = document.getElementById("source");
      source.value = large;
      source.dispatchEvent(new Event("input"));
      let drawn = 0;
      while (!document.getElementById("result").textContent.startsWith("(define (f x)")) {
        await new Promise(requestAnimationFrame);
        drawn++;
      }
      return drawn;
    }, large);
    assert.ok(drawn > 1, `${drawn} pictures`);
  },

  async "dark, and on a phone"() {
    const page = await open("", { size: { width: 390, height: 844 } });
    await page.selectOption("#theme", "dark");
    await page.click("summary");
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.equal(wide, 0, "columns that the page is too wide");
    await accessible(page, "dark, on a phone");
    await page.screenshot({ path: join(screenshots, "3-dark-phone.png"), fullPage: true });
  },
};

let failed = 0;
for (const [name, test] of Object.entries(tests)) {
  wrong.length = 0;
  try {
    await test();
    assert.deepEqual(wrong, [], "what the console and the network say");
    console.log(`ok: ${name}`);
  } catch (error) {
    failed++;
    console.error(`FAILED: ${name}\n${error.stack}`);
  }
  for (const page of context.pages()) await page.close();
}
await close();
process.exitCode = failed ? 1 : 0;
