// The site, as packages/site/build.py has built it.
import { readFileSync } from "node:fs";
import path from "node:path";
import { accessible, expect, test } from "../../../.ci/web/watched.js";

// As the page on installing has it.
const INSTALL = /^\$ (cargo install .*)/m.exec(readFileSync(path.join(__dirname, "../../../docs/install.md"), "utf8"))[1];

test("Scheme is highlighted", async ({ page }) => {
  for (const name of ["index", "docs/style"]) {
    await page.goto(`site/book/${name}.html`);
    await expect(page.locator("code.language-scheme .hljs-built_in:visible", { hasText: /^define$/ }).first()).toBeVisible();
  }
});

test("only what the language defines is coloured as a keyword", async ({ page }) => {
  await page.goto("site/book/index.html");
  const heads = page.locator(".example .hljs-built_in");
  await expect(heads.filter({ hasText: /^let$/ }).first()).toBeVisible();
  await expect(heads.filter({ hasText: /^(add|word|word-counts)$/ })).toHaveCount(0);
});

test("the front page is for everybody", async ({ page }) => {
  for (const [width, colorScheme] of [[1280, "light"], [768, "dark"], [390, "dark"]]) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await page.goto("site/book/index.html");
    const texts = page.locator(".example pre");
    await expect(texts.first()).toContainText("(let loop ((in (string->list document))(word '())");
    await expect(texts.last()).toContainText("(cond ((null? in) (finished))");
    const [before, after] = await texts.evaluateAll((both) => both.map((it) => it.getBoundingClientRect().toJSON()));
    // Side by side and in view, or one below the other.
    if (width < 768) expect(after.top).toBeGreaterThanOrEqual(before.bottom);
    else expect([after.top, after.left > before.right - 1, after.bottom < 800]).toEqual([before.top, true, true]);
    expect(await texts.evaluateAll((both) => both.map((it) => it.scrollWidth - it.clientWidth)), "columns cut off").toEqual([0, 0]);
    await expect(page.locator(".figures strong")).toHaveCount(3);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), "columns too wide").toBe(0);
    await accessible(page);
  }
});

test("the command to install is copied", async ({ page, context, baseURL }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: new URL(baseURL).origin });
  await page.goto("site/book/index.html");
  await page.click("#copy");
  await expect(page.locator("#copy")).toHaveText("Copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(INSTALL);
});

test("the title leads home, and every page to the playground and back", async ({ page }) => {
  for (const name of ["docs/install", "docs/contributing/evidence"]) {
    await page.goto(`site/book/${name}.html`);
    await page.click(".menu-title a");
    await expect(page.locator("h1")).toHaveText("A formatter for Scheme");
    await page.goBack();
    await page.click(".right-buttons >> text=Playground");
    await expect(page.locator("body")).toHaveAttribute("data-state", "ready");
    await page.click("nav >> text=Documentation");
    await expect(page.locator(".menu-title")).toHaveText("schemefmt");
  }
  await page.goto("site/book/playground/index.html");
  await page.click("h1 a");
  await expect(page.locator("h1")).toHaveText("A formatter for Scheme");
});

test("the whole title is on a page on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto("site/book/docs/install.html");
  const title = page.locator(".menu-title");
  expect(await title.evaluate((title) => title.scrollWidth - title.clientWidth), "columns cut off").toBe(0);
  await expect(page.locator(".right-buttons >> text=Playground")).toBeVisible();
});

for (const [width, colorScheme] of [[1280, "light"], [1280, "dark"], [390, "dark"]]) {
  test(`the pages are for everybody, ${width} px wide and ${colorScheme}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    for (const name of ["install", "style", "options", "editors", "performance"]) {
      await page.goto(`site/book/docs/${name}.html`);
      await accessible(page);
    }
  });
}

test("a block that scrolls is reached by the keyboard, and so is the table of contents", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto("site/book/docs/style.html");
  const blocks = await page.locator(".content pre > code, .content .table-wrapper").evaluateAll((all) => all.map((it) => [it.scrollWidth > it.clientWidth, it.tabIndex === 0]));
  expect(blocks.filter(([scrolls]) => scrolls).length).toBeGreaterThan(10);
  expect(blocks.filter(([scrolls, isReached]) => scrolls !== isReached)).toEqual([]);
  const toggle = page.getByRole("button", { name: "Toggle Table of Contents" });
  for (const [act, isShown] of [[() => toggle.press("Enter"), "true"], [() => toggle.press(" "), "false"], [() => toggle.click(), "true"]]) {
    await act();
    await expect(toggle).toHaveAttribute("aria-expanded", isShown);
  }
});

test("the line to install is the same everywhere", async ({ page }) => {
  for (const name of ["index", "playground/index"]) {
    await page.goto(`site/book/${name}.html`);
    await expect(page.locator("#install")).toHaveText(INSTALL);
  }
});

test("a page takes at most 3 s at 1.6 Mbit/s", async ({ page }) => {
  for (const name of ["index", "docs/install", "docs/style"]) {
    let bytes = 0;
    page.on("response", async (response) => (bytes += (await response.body().catch(() => "")).length));
    await page.goto(`site/book/${name}.html`, { waitUntil: "networkidle" });
    page.removeAllListeners("response");
    // Half a second is for the ways there and back.
    expect(bytes, name).toBeLessThan(2.5 * 200_000);
  }
});

test("pages for users and for contributors stand apart", async ({ page }) => {
  await page.goto("site/book/index.html");
  await page.click("nav >> text=Documentation");
  await expect(page.locator("#mdbook-sidebar .part-title, .sidebar .part-title")).toHaveText(["Using it", "Changing it"]);
});

test("each option has its values and its default", async ({ page }) => {
  await page.goto("site/book/docs/options.html");
  const width = page.locator("h3", { hasText: "line-width" });
  await expect(width.locator("xpath=following-sibling::ul[1]")).toContainText('default: "auto"');
  expect(await page.locator("h3").count()).toBeGreaterThan(20);
});

test("the playground is one click away", async ({ page }) => {
  await page.goto("site/book/index.html");
  await page.click("text=Try it in the browser");
  await expect(page.locator("body")).toHaveAttribute("data-state", "ready");
  await page.locator("#source .cm-content").fill("(f   x)");
  await expect(page.locator("#result .cm-line")).toHaveText(["(f x)", ""]);
});
