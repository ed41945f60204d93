// The playground, as `packages/build playground` has built it.
import { accessible, expect, test } from "./watched.js";

async function open(page, fragment = "") {
  await page.goto(`packages/playground/${fragment}`);
  await expect(page.locator("body")).toHaveAttribute("data-state", "ready");
  return { source: page.locator("#source"), result: page.locator("#result"), status: page.locator("#status") };
}

/** What is shown, to the character. */
const shown = (locator) => expect.poll(() => locator.textContent());

test("formats as one types", async ({ page }) => {
  const { source, result, status } = await open(page);
  await source.fill("(define (f x)\n (g x))");
  await shown(result).toBe("(define (f x)\n  (g x))\n");
  await source.fill("");
  await source.pressSequentially("(a  (b))");
  await shown(result).toBe("(a (b))\n");
  await page.selectOption("#example", { label: "Guile" });
  await expect(status).toContainText("Read as guile: line 1: (define-module");
  await accessible(page);
});

test("an error is underlined at its place, which a click goes to", async ({ page }) => {
  const { source, status } = await open(page);
  await page.selectOption("#example", { label: "a bracket is missing" });
  await expect(status).toContainText("Not formatted: 1 error");
  await expect(page.locator("#marks mark.error")).toHaveCount(1);
  await expect(page.locator("#findings li")).toContainText("error[unclosed-list]: a `)` is probably missing here");
  await accessible(page);
  await page.click("#findings button");
  const before = await source.evaluate((area) => area.value.slice(0, area.selectionStart));
  expect(before.split("\n").length).toBe(3);
});

test("options, and the toml that says the same", async ({ page }) => {
  const { source, result, status } = await open(page);
  await page.click("summary");
  await source.fill("(cond (a b) (c dddddddddddddddddddddddd))");
  await page.selectOption("[name='style.cond']", "break");
  await shown(result).toBe("(cond\n (a b)\n (c dddddddddddddddddddddddd))\n");
  await page.fill("[name='line-width']", "20");
  await page.selectOption("[name='dialect']", "r7rs");
  await expect(status).toContainText("Read as r7rs: set explicitly");
  await shown(page.locator("#toml")).toBe('line-width = 20\ndialect = "r7rs"\n\n[style]\ncond = "break"\n');
  await accessible(page);
  await page.click("#reset");
  await expect(page.locator("[name='line-width']")).toHaveValue("80");
});

test("changes, and why a form is broken", async ({ page }) => {
  const { source, result } = await open(page);
  await source.fill("(define (f x)\n  (let ((y (car x))) (g y) (h y)))\n");
  await shown(result).toBe("(define (f x)\n  (let ((y (car x)))\n    (g y)\n    (h y)))\n");
  await page.fill("#line", "3");
  await page.press("#line", "Enter");
  await expect(page.locator("#explanation")).toContainText(":3:5: (g y)");
  await accessible(page);
  await page.click("#show-diff");
  await expect(result).toContainText("-  (let ((y (car x))) (g y) (h y)))");
});

test("a link holds text and options", async ({ page }) => {
  const { source, status } = await open(page);
  await page.click("summary");
  await source.fill("(λ 😀)\n");
  await page.fill("[name='line-width']", "33");
  await expect(status).toContainText("Formatted already");
  await page.click("#link");
  await expect(page).toHaveURL(/#./);
  const { hash } = new URL(page.url());
  await page.goto("about:blank");
  await open(page, hash);
  await expect(source).toHaveValue("(λ 😀)\n");
  await expect(page.locator("[name='line-width']")).toHaveValue("33");
  await page.goto("about:blank");
  await open(page, "#1AAAA");
  await expect(status).toContainText("The link is damaged");
});

test("as deep as texts go, and large ones", async ({ page }) => {
  const { source, status } = await open(page);
  await source.fill("(let ((x ".repeat(333) + "))x)".repeat(333));
  await expect(status).toContainText("Formatted in");
  await source.fill("(".repeat(1001) + ")".repeat(1001));
  await expect(page.locator("#findings")).toContainText("deeper than 1000 levels");
  // The page goes on being drawn while a large text is formatted.
  const drawn = await source.evaluate(async (area) => {
    area.value = "(define (f x) (if (g x) (h x) (let ((y (i x))) (j y))))\n".repeat(20_000);
    area.dispatchEvent(new Event("input"));
    let drawn = 0;
    for (; !document.getElementById("result").textContent.startsWith("(define (f x)"); drawn++) await new Promise(requestAnimationFrame);
    return drawn;
  });
  expect(drawn).toBeGreaterThan(1);
});

test("dark, and on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  await page.selectOption("#theme", "dark");
  await page.click("summary");
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), "columns too wide").toBe(0);
  await accessible(page);
});
