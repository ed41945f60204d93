// The title leads home, and there is a way to the playground.
const title = document.querySelector(".menu-title");
const home = document.createElement("a");
home.href = `${path_to_root}index.html`;
home.append(...title.childNodes);
title.append(home);

const playground = document.createElement("a");
playground.className = "playground";
playground.href = `${path_to_root}playground/index.html`;
playground.textContent = "Playground";
document.querySelector(".right-buttons").prepend(playground);

// A check box shows the table of contents.
const toggle = document.getElementById("mdbook-sidebar-toggle");
toggle.addEventListener("click", () => document.getElementById("mdbook-sidebar-toggle-anchor").click());

// The keyboard reaches blocks that scroll.
function reach() {
  for (const block of document.querySelectorAll(".content pre > code, .content .table-wrapper")) {
    if (block.scrollWidth > block.clientWidth) block.tabIndex = 0;
    else block.removeAttribute("tabindex");
  }
}
addEventListener("resize", reach);
reach();
