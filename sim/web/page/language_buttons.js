// @ts-check
// The languages of the table. The service starts again in another one and asks for a look at the felt; nobody could
// touch that meanwhile, so the page's hands confirm it.

import { element, reconcileChildren, setAttribute } from "./dom.js";

/** @typedef {import("./store.js").Table} Table */

const CHECK = "confirm_felt";
const PARTS_START = "start";

/**
 * @param {HTMLElement} root
 * @param {Table} table
 */
export function mount(root, table) {
  /** The language in which the felt is to be confirmed. */
  let confirmsIn = "";

  /** @param {string} language */
  function choose(language) {
    // A check that was asked for before stays the dealer's.
    const isChecked = table.live && table.status?.ask.do !== CHECK;
    confirmsIn = isChecked && language !== table.language ? language : "";
    void table.ask({ act: "speak", language });
  }

  function confirm() {
    const { status, people, live } = table;
    if (!confirmsIn || !live || status?.language !== confirmsIn || status.ask.do === PARTS_START) return;
    confirmsIn = "";
    if (status.ask.do === CHECK && !people?.play) void table.ask({ act: "press", key: "confirm" });
  }

  table.on("hello", ({ words }) => {
    const make = (/** @type {string} */ code) =>
      element("button", { type: "button", lang: code, dataset: { language: code }, "aria-label": words[code]["language.name"], text: code.toUpperCase(), onclick: () => choose(code) });
    reconcileChildren(root, Object.keys(words), String, make, (button, code) => setAttribute(button, "aria-pressed", String(code === table.language)));
  });
  table.on("status", confirm);
  table.on("link", confirm);
}
