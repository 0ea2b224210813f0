// @ts-check
// Chooses one card of a pack, a suit a row; a tile by its name.

import { element, reconcileChildren, rovingFocus, setAttribute, writeText } from "./dom.js";
import { SUIT_NAMES } from "./page_keys.js";
import { SUIT_KEYS } from "./word_keys.js";

/** @typedef {import("./store.js").Table} Table */

const SUITS = ["S", "H", "D", "C"];
const JOKER = "JK";

/**
 * @param {HTMLElement} root
 * @param {Table} table
 * @param {(card: string) => void} choose
 */
export function mountCardPicker(root, table, choose) {
  const rows = element("div", { class: "pack" });
  root.append(rows);
  rows.addEventListener("keydown", moveToSuit, true);
  /** @type {WeakMap<Element, () => void>} */
  const stops = new WeakMap();
  const makeRow = () => {
    const row = element("div", { class: "suit", role: "group" }, element("span", { "aria-hidden": "true" }), element("div", { class: "cards" }));
    stops.set(row, rovingFocus(row.lastElementChild));
    return row;
  };
  table.on("hello", () => {
    const pack = [...new Set(/** @type {string[]} */ (table.hello.pack))];
    reconcileChildren(rows, rowsOf(pack), ([suit]) => suit, makeRow, (row, [suit, cards]) => {
      const [sign, buttons] = row.children;
      setAttribute(row, "aria-label", table.say(SUIT_NAMES[suit] ?? "web.shoe.tiles"));
      setAttribute(row, "data-suit", suit);
      writeText(sign, SUIT_KEYS[suit] ? table.say(SUIT_KEYS[suit]) : "");
      reconcileChildren(buttons, cards, String, (card) => element("button", { class: "card", dataset: { choose: card }, onclick: () => choose(card) }), (button, card) => {
        setAttribute(button, "aria-label", table.card(card));
        writeText(button, suit && card !== JOKER ? table.card(card).slice(0, -1) : table.card(card));
      });
      stops.get(row)?.();
    });
  });
}

/**
 * The same rank of the suit above or below; a suit alone has no such neighbour.
 * @param {KeyboardEvent} event
 */
function moveToSuit(event) {
  const card = /** @type {Element} */ (event.target);
  const row = card.closest(".suit");
  const other = event.key === "ArrowDown" ? row?.nextElementSibling : event.key === "ArrowUp" ? row?.previousElementSibling : null;
  const nth = [...(card.parentElement?.children ?? [])].indexOf(card);
  const to = /** @type {HTMLElement | undefined} */ (other?.lastElementChild?.children[nth]);
  if (!to) return;
  event.preventDefault();
  event.stopPropagation();
  to.focus();
}

/**
 * Suits with their cards, a joker with the last one; all tiles in one row.
 * @param {string[]} pack
 * @returns {[string, string[]][]}
 */
function rowsOf(pack) {
  if (pack.some((card) => card.includes("-"))) return [["", pack]];
  const last = SUITS[SUITS.length - 1];
  return SUITS.map((suit) => [suit, pack.filter((card) => card.endsWith(suit) || (card === JOKER && suit === last))]);
}
