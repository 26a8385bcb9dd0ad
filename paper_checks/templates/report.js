// one verdict at a time; pressing the pressed button shows all claims again
const buttons = document.querySelectorAll("[data-filter]");
for (const button of buttons) {
  button.addEventListener("click", () => {
    const wanted = button.getAttribute("aria-pressed") === "true" ? null : button.dataset.filter;
    for (const other of buttons) other.setAttribute("aria-pressed", String(other.dataset.filter === wanted));
    for (const entry of document.querySelectorAll("[data-status]"))
      entry.hidden = wanted !== null && entry.dataset.status !== wanted;
    // a heading over nothing says nothing
    for (const group of document.querySelectorAll("[data-group]"))
      group.hidden = !group.querySelector("[data-status]:not([hidden])");
  });
}
