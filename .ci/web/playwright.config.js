// Pages in Chromium: `playwright test --config .ci/web packages/NAME`, whose tests are beside it, where TARGET is the folder that they
// were built into and CHROMIUM the browser.
const { defineConfig } = require("@playwright/test");

module.exports = defineConfig({
  testDir: "../../packages",
  workers: 1,
  reporter: "list",
  timeout: 120_000,
  expect: { timeout: 30_000 },
  outputDir: `${process.env.TARGET}/playwright`,
  webServer: { command: `python3 -m http.server --bind 127.0.0.1 --directory "${process.env.TARGET}" 8917`, port: 8917, stderr: "ignore" },
  use: {
    baseURL: "http://127.0.0.1:8917/",
    screenshot: "only-on-failure",
    launchOptions: { executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] },
  },
});
