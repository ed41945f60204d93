// Answers beside the page, so that the page never waits.
import { load } from "./answers.js";

// The page sends the module first.
let answer = null;

addEventListener("message", async ({ data: { module, id, ...question } }) => {
  if (module) {
    answer = load(module);
    return;
  }
  try {
    postMessage({ id, answer: await answer(question) });
  } catch (error) {
    postMessage({ id, error: error.message, isOutOfRoom: error.cause instanceof RangeError });
  }
});
