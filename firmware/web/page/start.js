// @ts-check
// The first paint is the document's alone, in the light that was chosen; the program comes after it.

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
  else requestAnimationFrame(() => setTimeout(begin));
});
