// @ts-check
// Paints the document in the chosen theme first; the page's program is loaded after that.

/** Some browsers do not report their first paint; the program is loaded after this time then. */
const UNPAINTED_MS = 500;

try {
  const chosen = localStorage.getItem("croupier.theme");
  if (chosen) document.documentElement.dataset.theme = chosen;
} catch {
  // The browser's user forbids the store.
}

addEventListener("DOMContentLoaded", () => {
  const { content } = /** @type {HTMLTemplateElement} */ (document.getElementById("program"));
  // The content is moved out of its template, so that a second call adds nothing.
  const begin = () => document.body.append(content);
  if (document.hidden) begin();
  new PerformanceObserver(begin).observe({ type: "paint", buffered: true });
  setTimeout(begin, UNPAINTED_MS);
});
