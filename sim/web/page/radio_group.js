// @ts-check
// Groups of which one is chosen.

import { setAttribute } from "./dom.js";

/**
 * Makes the children of `root`, named by `data-kept`, radio buttons: one stop of the Tab key, chosen
 * by a click, a space or the arrow keys.
 * @param {Element} root
 * @param {(value: string) => void} choose
 */
export function makeRadioGroup(root, choose) {
  const value = (/** @type {Element | null} */ button) => button?.getAttribute("data-kept") ?? null;
  root.addEventListener("click", (event) => {
    const chosen = value(/** @type {Element} */ (event.target).closest("[role=radio]"));
    if (chosen !== null) choose(chosen);
  });
  root.addEventListener("keydown", (given) => {
    const event = /** @type {KeyboardEvent} */ (given);
    const steps = /** @type {Record<string, number>} */ ({ ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 });
    const buttons = [...root.children];
    const at = buttons.indexOf(/** @type {Element} */ (document.activeElement));
    if (!(event.key in steps || event.key === " ") || at < 0) return;
    event.preventDefault();
    const next = /** @type {HTMLElement} */ (buttons[(at + (steps[event.key] ?? 0) + buttons.length) % buttons.length]);
    next.focus();
    choose(value(next) ?? "");
  });
}

/**
 * Marks the one that is chosen.
 * @param {Element} root
 * @param {string} chosen
 */
export function markChosen(root, chosen) {
  const buttons = [...root.children];
  const found = buttons.find((button) => button.getAttribute("data-kept") === chosen);
  for (const button of buttons) {
    setAttribute(button, "aria-checked", String(button === found));
    setAttribute(button, "tabindex", button === (found ?? buttons[0]) ? "0" : "-1");
  }
}
