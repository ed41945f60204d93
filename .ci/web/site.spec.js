// The site, as packages/site/build.py has built it.
import { expect, test } from "./watched.js";

test("Scheme is highlighted", async ({ page }) => {
  for (const name of ["index", "docs/style"]) {
    await page.goto(`site/book/${name}.html`);
    await expect(page.locator("code.language-scheme .hljs-name", { hasText: /^define$/ }).first()).toBeVisible();
  }
});

test("each option has its values and its default", async ({ page }) => {
  await page.goto("site/book/docs/options.html");
  const width = page.locator("h3", { hasText: "line-width" });
  await expect(width.locator("xpath=following-sibling::ul[1]")).toContainText("default: 80");
  expect(await page.locator("h3").count()).toBeGreaterThan(20);
});

test("the playground is one click away", async ({ page }) => {
  await page.goto("site/book/index.html");
  await page.click("text=Try it in the browser.");
  await page.fill("#source", "(f   x)");
  await expect(page.locator("#result")).toHaveText("(f x)");
});
