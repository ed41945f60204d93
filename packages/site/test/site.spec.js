// The site, as packages/site/build.py has built it.
import { accessible, expect, test } from "../../../.ci/web/watched.js";

test("Scheme is highlighted", async ({ page }) => {
  for (const name of ["index", "docs/style"]) {
    await page.goto(`site/book/${name}.html`);
    await expect(page.locator("code.language-scheme .hljs-name", { hasText: /^define$/ }).first()).toBeVisible();
  }
});

test("the front page is for everybody", async ({ page }) => {
  for (const [width, colorScheme] of [[1280, "light"], [390, "dark"]]) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await page.goto("site/book/index.html");
    await expect(page.locator("figure").nth(1)).toContainText("(cond ((= i 0) a)");
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), "columns too wide").toBe(0);
    await accessible(page);
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
