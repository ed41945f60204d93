// Answers beside the page, so that the page never waits.
import { load } from "./answers.js";

const loading = load();

addEventListener("message", async ({ data: { id, ...question } }) => {
  try {
    postMessage({ id, answer: await (await loading)(question) });
  } catch (error) {
    postMessage({ id, error: error.message, isOutOfRoom: error.cause instanceof RangeError });
  }
});
