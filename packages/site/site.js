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
