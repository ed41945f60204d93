hljs.highlightAll();

const example = document.querySelector(".example");
const toggles = [...example.querySelectorAll("button")];
for (const toggle of toggles) {
  toggle.addEventListener("click", () => {
    example.dataset.shown = toggle.dataset.shows;
    for (const other of toggles) other.setAttribute("aria-pressed", other === toggle);
  });
}

const copy = document.getElementById("copy");
copy.addEventListener("click", async () => {
  const done = navigator.clipboard.writeText(document.getElementById("install").textContent);
  copy.textContent = await done.then(() => "Copied", () => "Not allowed");
  setTimeout(() => (copy.textContent = "Copy"), 1500);
});
