// A Chromium, and a server of files for it: `const { browser, address, close } = await start(FOLDER, MODULES)`. MODULES is the node_modules
// that has playwright-core.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join, normalize } from "node:path";

const types = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

export async function start(folder, modules) {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURI(new URL(request.url, "http://localhost").pathname));
    const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
    const content = await readFile(file).catch(() => null);
    response.writeHead(content ? 200 : 404, { "content-type": types[extname(file)] ?? "text/plain" });
    response.end(content ?? "");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { chromium } = createRequire(join(modules, "here.js"))("playwright-core");
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
  return {
    browser,
    address: `http://127.0.0.1:${server.address().port}/`,
    async close() {
      await browser.close();
      server.close();
    },
  };
}
