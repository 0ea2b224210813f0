// @ts-check
// Groups of buttons of which one is chosen.

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
  root.addEventListener("keydown", (domEvent) => {
    const event = /** @type {KeyboardEvent} */ (domEvent);
    const steps = /** @type {Record<string, number>} */ ({ ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 });
    const buttons = [...root.children];
    const index = buttons.indexOf(/** @type {Element} */ (document.activeElement));
    if (!(event.key in steps || event.key === " ") || index < 0) return;
    event.preventDefault();
    const next = /** @type {HTMLElement} */ (buttons[(index + (steps[event.key] ?? 0) + buttons.length) % buttons.length]);
    next.focus();
    choose(value(next) ?? "");
  });
}

/**
 * Marks the chosen button; the group's stop of the Tab key is the chosen one, else the first.
 * @param {Element} root
 * @param {string} chosen
 */
export function markChosen(root, chosen) {
  const buttons = [...root.children];
  const chosenButton = buttons.find((button) => button.getAttribute("data-kept") === chosen);
  for (const button of buttons) {
    setAttribute(button, "aria-checked", String(button === chosenButton));
    setAttribute(button, "tabindex", button === (chosenButton ?? buttons[0]) ? "0" : "-1");
  }
}
