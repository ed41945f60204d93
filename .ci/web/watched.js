// A test whose page says nothing on the console, asks nobody else for anything, and has no fault that axe finds.
import { readFileSync } from "node:fs";
import { expect, test as base } from "@playwright/test";

const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

export { expect };

export const test = base.extend({
  page: async ({ page, baseURL }, use) => {
    const wrong = [];
    page.on("pageerror", (error) => wrong.push(String(error)));
    page.on("console", (message) => message.type() === "error" && !message.location().url.endsWith("favicon.ico") && wrong.push(message.text()));
    page.on("request", (request) => request.url().startsWith(baseURL) || wrong.push(`a request to ${request.url()}`));
    await use(page);
    expect(wrong, "what the console and the network say").toEqual([]);
  },
});

/** Has axe look at the page as it is. */
export async function accessible(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => axe.run());
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
}
