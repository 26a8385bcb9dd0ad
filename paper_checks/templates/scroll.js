// what is wider than its place scrolls sideways, and keys must reach it; what fits is no stop for them
const scrolling = new ResizeObserver((changes) => {
  for (const { target } of changes)
    if (target.scrollWidth > target.clientWidth && getComputedStyle(target).overflowX !== "visible") target.tabIndex = 0;
    else target.removeAttribute("tabindex");
});
for (const part of document.querySelectorAll("p, li, pre, .said, .wide, .formula, .math, .table-wrapper"))
  scrolling.observe(part);
