// @ts-check
// The power switch of the table; visible without scrolling on every screen.

import { setAttribute, writeText } from "./dom.js";

/** @typedef {import("./store.js").Table} Table */

/**
 * @param {HTMLElement} button
 * @param {Table} table
 */
export function mount(button, table) {
  button.onclick = () => void table.ask({ act: "power", on: !table.scene?.powered });
  table.on("scene", ({ powered }) => {
    const words = table.say(powered ? "web.controls.cut" : "web.controls.on");
    writeText(/** @type {Element} */ (button.querySelector("span")), words);
    setAttribute(button, "aria-label", words);
    setAttribute(button, "title", words);
    button.classList.toggle("next", !powered);
  });
}
