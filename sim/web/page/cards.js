// @ts-check
// Cards and tiles, drawn: four suits that differ in shape, two red and two black as in a pack.

import { pips } from "./pips.js";
import { svg } from "./svg.js";

export const CARD = { w: 68, h: 96 };
export const TILE = { w: 44, h: 96 };

/** The outlines of the suits, in a square of a hundred. */
const SUITS = {
  S: "M50 4C66 26 95 42 95 64A21 21 0 0 1 56 76Q58 90 70 97H30Q42 90 44 76A21 21 0 0 1 5 64C5 42 34 26 50 4Z",
  H: "M50 95C22 70 4 52 4 31A23 23 0 0 1 50 24A23 23 0 0 1 96 31C96 52 78 70 50 95Z",
  D: "M50 2L89 50L50 98L11 50Z",
  C: "M50 4A22 22 0 0 1 67 40A22 22 0 1 1 56 75Q58 90 70 97H30Q42 90 44 75A22 22 0 1 1 33 40A22 22 0 0 1 50 4Z",
};

/** @typedef {(name: string) => string} CardText how a card is written: `10♥`, `V♣` */

/** @param {string} card */
export function isTile(card) {
  return card.includes("-");
}

/**
 * A card or tile face up, with its upper left corner at the origin; its size is CARD or TILE.
 * @param {string} card
 * @param {CardText} say
 */
export function cardFace(card, say) {
  if (isTile(card)) return tile(card);
  const word = say(card);
  if (card === "JK") return joker(word);
  const suit = /** @type {keyof typeof SUITS} */ (card.at(-1));
  const rank = word.slice(0, -1);
  return svg(
    "g",
    { class: `card suit-${suit}`, dataset: { card } },
    cardShadow(CARD),
    sheet(),
    svg("text", { class: "rank", x: rank.length > 1 ? 20 : 17, y: 31, "font-size": rank.length > 1 ? 27 : 34, text: rank }),
    svg("path", { class: "suit", d: SUITS[suit], transform: "translate(8 38) scale(.2)" }),
    svg("path", { class: "suit", d: SUITS[suit], transform: "translate(24 46) scale(.4)" }),
  );
}

/**
 * A card or tile face down.
 * @param {boolean} tile
 */
export function cardBack(tile) {
  const { w, h } = tile ? TILE : CARD;
  return svg(
    "g",
    { class: tile ? "card tile-back" : "card back", dataset: { card: "back" } },
    cardShadow({ w, h }),
    svg("rect", { class: "sheet", width: w, height: h, rx: 7 }),
    svg("rect", { class: "weave", x: 5, y: 5, width: w - 10, height: h - 10, rx: 4 }),
    svg("path", { class: "weft", d: lozenges(w, h) }),
  );
}

/**
 * The lozenges on a back.
 * @param {number} w
 * @param {number} h
 */
function lozenges(w, h) {
  const [columns, rows] = [Math.round((w - 14) / 9), Math.round((h - 14) / 9)];
  const [dx, dy] = [(w - 14) / columns, (h - 14) / rows];
  let path = "";
  for (let column = 0; column < columns; column += 1) {
    for (let row = column % 2; row < rows; row += 2) {
      path += `M${7 + (column + 0.5) * dx} ${7 + row * dy}l${dx / 2} ${dy / 2}l${-dx / 2} ${dy / 2}l${-dx / 2} ${-dy / 2}z`;
    }
  }
  return path;
}

/**
 * The shadow that a card casts.
 * @param {{w: number, h: number}} size
 */
function cardShadow({ w, h }) {
  return svg("rect", { class: "cast", x: 1.5, y: 3, width: w, height: h, rx: 7 });
}

function sheet() {
  return svg("rect", { class: "sheet", width: CARD.w, height: CARD.h, rx: 7 });
}

/** @param {string} word */
function joker(word) {
  const letters = [...word.toUpperCase()].map((letter, nth) =>
    svg("tspan", { x: 13, y: 20 + nth * 15, text: letter }),
  );
  return svg(
    "g",
    { class: "card joker", dataset: { card: "JK" } },
    cardShadow(CARD),
    sheet(),
    svg("text", { class: "letters", "font-size": 16 }, ...letters),
    svg("path", { class: "star", d: "M43 24L49 42L66 42L52 53L57 71L43 60L29 71L34 53L24 42L37 42Z" }),
  );
}

/** @param {string} name its high half, then its low one */
function tile(name) {
  const [high, low] = name.split("-").map(Number);
  return svg(
    "g",
    { class: "card tile", dataset: { card: name } },
    cardShadow(TILE),
    svg("rect", { class: "sheet", width: TILE.w, height: TILE.h, rx: 6 }),
    svg("path", { class: "half", d: `M6 ${TILE.h / 2}H${TILE.w - 6}` }),
    ...pips(high, { x: TILE.w / 2, y: TILE.h / 4 + 1 }, 38),
    ...pips(low, { x: TILE.w / 2, y: (TILE.h * 3) / 4 - 1 }, 38),
  );
}
