// @ts-check
// Chooses one card of a pack by its suit and its rank; a tile by its name.

import { element, reconcileChildren, rovingFocus, setAttribute, writeText } from "./dom.js";
import { SUIT_NAMES } from "./page_keys.js";
import { SUIT_KEYS } from "./word_keys.js";

/** @typedef {import("./store.js").Table} Table */

const SUITS = ["S", "H", "D", "C"];

/**
 * @param {HTMLElement} root
 * @param {Table} table
 * @param {(card: string) => void} choose
 */
export function mountCardPicker(root, table, choose) {
  let suit = SUITS[0];
  const suits = element("div", { class: "suits", role: "group" });
  const ranks = element("div", { class: "ranks", role: "group" });
  root.append(suits, ranks);
  const stops = [rovingFocus(suits), rovingFocus(ranks)];

  const show = () => {
    const pack = [...new Set(/** @type {string[]} */ (table.hello.pack))];
    const tiles = pack.some((card) => card.includes("-"));
    suits.hidden = tiles;
    setAttribute(suits, "aria-label", table.say("web.pack.suit"));
    setAttribute(ranks, "aria-label", table.say("web.pack.rank"));
    reconcileChildren(suits, tiles ? [] : SUITS, String, (one) => suitButton(one, (now) => ((suit = now), show())), (button, one) => {
      setAttribute(button, "aria-pressed", String(one === suit));
      setAttribute(button, "aria-label", table.say(SUIT_NAMES[one]));
      writeText(button, table.say(SUIT_KEYS[one]));
    });
    const cards = tiles ? pack : pack.filter((card) => card === "JK" || card.endsWith(suit));
    reconcileChildren(ranks, cards, String, (card) => element("button", { class: "card", onclick: () => choose(card) }), (button, card) => {
      setAttribute(button, "data-choose", card);
      setAttribute(button, "aria-label", table.card(card));
      button.classList.toggle("red", /[HD]$/.test(card));
      writeText(button, tiles || card === "JK" ? table.card(card) : table.card(card).slice(0, -1));
    });
    stops.forEach((stop) => stop());
  };
  table.on("hello", show);
}

/**
 * @param {string} suit
 * @param {(suit: string) => void} turn
 */
function suitButton(suit, turn) {
  const red = "HD".includes(suit) ? " red" : "";
  return element("button", { class: `suit${red}`, dataset: { suit }, onclick: () => turn(suit) });
}
