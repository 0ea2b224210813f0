// @ts-check
// The first paint is the document's alone, in the light that was chosen; the program comes after it.

/** A browser may not tell when it has painted. */
const UNPAINTED_MS = 500;

try {
  const chosen = localStorage.getItem("croupier.theme");
  if (chosen) document.documentElement.dataset.theme = chosen;
} catch {
  // Nothing is kept in this browser.
}

addEventListener("DOMContentLoaded", () => {
  const { content } = /** @type {HTMLTemplateElement} */ (document.getElementById("program"));
  const begin = () => document.body.append(content);
  if (document.hidden) begin();
  new PerformanceObserver(begin).observe({ type: "paint", buffered: true });
  setTimeout(begin, UNPAINTED_MS);
});
