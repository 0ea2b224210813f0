// @ts-check
// One card of a pack, chosen by its suit and its rank; a tile by its name.

import { el, keep, roving, set, write } from "./dom.js";

/** @typedef {import("./store.js").Table} Table */

const SUITS = ["S", "H", "D", "C"];

/**
 * @param {HTMLElement} root
 * @param {Table} table
 * @param {(card: string) => void} choose
 */
export function mountPack(root, table, choose) {
  let suit = SUITS[0];
  const suits = el("div", { class: "suits", role: "group" });
  const ranks = el("div", { class: "ranks", role: "group" });
  root.append(suits, ranks);
  const stops = [roving(suits), roving(ranks)];

  const show = () => {
    const pack = [...new Set(/** @type {string[]} */ (table.hello.pack))];
    const tiles = pack.some((card) => card.includes("-"));
    suits.hidden = tiles;
    set(suits, "aria-label", table.say("web.pack.suit"));
    set(ranks, "aria-label", table.say("web.pack.rank"));
    keep(suits, tiles ? [] : SUITS, String, (one) => suitButton(one, (now) => ((suit = now), show())), (button, one) => {
      set(button, "aria-pressed", String(one === suit));
      set(button, "aria-label", table.say(`web.pack.suits.${one}`));
      write(button, table.say(`suit.${one}`));
    });
    const cards = tiles ? pack : pack.filter((card) => card === "JK" || card.endsWith(suit));
    keep(ranks, cards, String, (card) => el("button", { class: "card", onclick: () => choose(card) }), (button, card) => {
      set(button, "data-choose", card);
      set(button, "aria-label", table.card(card));
      button.classList.toggle("red", /[HD]$/.test(card));
      write(button, tiles || card === "JK" ? table.card(card) : table.card(card).slice(0, -1));
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
  return el("button", { class: `suit${red}`, dataset: { suit }, onclick: () => turn(suit) });
}
