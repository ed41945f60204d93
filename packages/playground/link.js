// Text and options in the part of an address behind the `#`, which browsers send to nobody.

/** The most bytes that a link may unfold to. */
const MOST = 4 << 20;

async function through(bytes, stream) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const chunks = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > MOST) {
      await reader.cancel();
      throw new RangeError("the link holds too much");
    }
    chunks.push(value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

/** The fragment that holds a state. */
export async function write(state) {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(state)), new CompressionStream("deflate-raw"));
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return `#1${btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** The state that a fragment holds: `source`, `fileName` and `options`, a string by each name; null if it holds none. */
export async function read(fragment) {
  if (!fragment.startsWith("#1")) return null;
  const letters = atob(fragment.slice(2).replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = await through(Uint8Array.from(letters, (letter) => letter.charCodeAt(0)), new DecompressionStream("deflate-raw"));
  const { source, fileName, options } = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  const entries = Object.entries(options ?? {}).filter(([, value]) => typeof value === "string");
  return { source: String(source), fileName: String(fileName ?? ""), options: Object.fromEntries(entries) };
}
