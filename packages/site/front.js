hljs.highlightAll();

const copy = document.getElementById("copy");
copy.addEventListener("click", async () => {
  const done = navigator.clipboard.writeText(document.getElementById("install").textContent);
  copy.textContent = await done.then(() => "Copied", () => "Not allowed");
  setTimeout(() => (copy.textContent = "Copy"), 1500);
});
