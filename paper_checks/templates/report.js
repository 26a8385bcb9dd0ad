{% include "scroll.js" %}
// a verdict, a paper and a text, together; pressing the pressed button takes the verdict off again
const buttons = document.querySelectorAll("[data-filter]");
const paper = document.getElementById("paper");
const search = document.getElementById("search");

function filter() {
  const pressed = document.querySelector('[data-filter][aria-pressed="true"]');
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  // a line of the contents is shown with its claim
  const said = (entry) => (entry.id ? entry : document.getElementById(entry.querySelector("a").hash.slice(1))).textContent.toLowerCase();
  for (const entry of document.querySelectorAll("[data-status]"))
    entry.hidden =
      (pressed !== null && entry.dataset.status !== pressed.dataset.filter) ||
      (paper.value !== "" && entry.dataset.paper !== paper.value) ||
      (words.length > 0 && !words.every((word) => said(entry).includes(word)));
  // what was asked for is listed, in place of the story
  const asked = pressed !== null || paper.value !== "" || words.length > 0;
  for (const list of document.querySelectorAll("nav details")) list.open = asked;
  for (const story of document.querySelectorAll(".story")) story.hidden = asked;
  // a heading over nothing says nothing
  for (const group of document.querySelectorAll("[data-group]"))
    group.hidden = !group.querySelector("[data-status]:not([hidden])");
  document.getElementById("shown").textContent = document.querySelectorAll("article:not([hidden])").length + " shown";
}

for (const button of buttons)
  button.addEventListener("click", () => {
    const on = button.getAttribute("aria-pressed") !== "true";
    for (const other of buttons) other.setAttribute("aria-pressed", String(on && other === button));
    filter();
  });
paper.addEventListener("change", filter);
search.addEventListener("input", filter);
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && !event.target.matches("input, select")) {
    event.preventDefault();
    search.focus();
  }
});
