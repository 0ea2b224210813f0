// @ts-check
// The table itself: its outline, its name, shoe, discards and jackpot.

import { isTile } from "./cards.js";
import { setAttribute, writeText } from "./dom.js";
import { textWidth, rectAttributes, svg } from "./svg.js";
import { GAME_KEYS } from "./word_keys.js";

/** @typedef {import("./store.js").Table} Table */
/** @typedef {import("./svg.js").Box} Box */

/** The bow along which the game's name is printed, and how far it sags. */
const BOW = { left: 240, right: 1360, sag: 56 };
/** The largest letters of the name and of the line below it, and a letter's width in parts of its height. */
const NAME = { size: 58, wide: 0.78 };
const LINE = { size: 25, wide: 0.62, below: 38 };

/** The size of the letters above shoe, discards and jackpot. */
const CAPTION = 26;

/** The table itself, drawn. */
export class Furniture {
  /**
   * @param {Table} table
   * @param {any} plan
   */
  constructor(table, plan) {
    this.table = table;
    this.plan = plan;
    this.shoe = plan.shoe ? shoe(table, plan) : null;
    this.discards = plan.discards ? discards(table, plan) : null;
    this.jackpot = plan.lot ? jackpotSign(table, plan.lot) : null;
    const parts = [this.shoe, this.discards, this.jackpot].filter((part) => part !== null);
    this.node = svg("g", { class: "furniture" }, ...surface(plan), ...this.#name(), ...parts.map((part) => part.node));
  }

  show() {
    const { status } = this.table;
    const { left, of, cut } = status.shoe;
    const known = Math.max(0, left);
    if (this.shoe && this.plan.shoe) this.#showShoe(known, of, cut);
    const onFelt = Object.values(status.dealt).reduce((/** @type {number} */ all, /** @type {any} */ count) => all + count, 0);
    if (this.discards) fill(this.discards.pile, this.plan.discards, (of - known - onFelt) / Math.max(of, 1));
    if (this.jackpot) writeText(this.jackpot.amount, status.lot === null ? "–" : this.table.money(status.lot));
  }

  /**
   * @param {number} left
   * @param {number} of
   * @param {boolean} cut
   */
  #showShoe(left, of, cut) {
    const { node, pile, count, cutCard } = /** @type {any} */ (this.shoe);
    fill(pile, this.plan.shoe, left / Math.max(of, 1));
    writeText(count, String(left));
    setAttribute(cutCard, "visibility", cut ? "visible" : "hidden");
    const key = this.table.hello.pack.some(isTile) ? "web.felt.tiles_left" : "web.felt.cards_left";
    const text = this.table.say(key, { name: this.table.say(shoeKey(this.table, this.plan)), count: left });
    setAttribute(node, "aria-label", cut ? `${text}, ${this.table.say("web.felt.cut")}` : text);
  }

  /** The name of the game, and the line of print below it. */
  #name() {
    const { title } = this.plan;
    if (!title) return [];
    const words = this.table.say(GAME_KEYS[this.table.hello.game] ?? this.table.hello.game);
    const line = title.line[this.table.language];
    return [...bowed("name", words, title.y, NAME), ...(line ? bowed("small-print", line, title.y + LINE.below, LINE) : [])];
  }
}

/**
 * The cloth under its lamp, the line of brass around it and the padded rail.
 * @param {any} plan
 */
function surface({ edge }) {
  const layer = (/** @type {string} */ kind) => svg("path", { class: kind, d: edge });
  const cloth = svg("g", { "clip-path": "url(#edge)" }, ...["cloth", "woven", "shadow", "shadow near"].map(layer));
  return [lamp(), weave(), svg("clipPath", { id: "edge" }, layer("outline")), cloth, ...["brass", "rail", "leather", "sheen"].map(layer)];
}

/** The light over the table: brightest before the dealer. */
function lamp() {
  const stops = [["lit", 0], ["mid", 0.55], ["far", 1]].map(([kind, offset]) => svg("stop", { class: kind, offset }));
  return svg("radialGradient", { id: "lamp", cx: 0.5, cy: 0.36, r: 0.72 }, ...stops);
}

/** The threads of the cloth. */
function weave() {
  const threads = svg("path", { class: "threads", d: "M0 0L6 6M0 6L6 0" });
  return svg("pattern", { id: "weave", width: 6, height: 6, patternUnits: "userSpaceOnUse" }, threads);
}

/**
 * A text along a bow, in the largest letters that fit.
 * @param {string} kind
 * @param {string} words
 * @param {number} y its lowest point
 * @param {{size: number, wide: number}} letters
 */
function bowed(kind, words, y, { size, wide }) {
  const { left, right, sag } = BOW;
  const id = `bow-${kind}`;
  const path = svg("path", { id, class: "bow", d: `M${left} ${y - sag}Q${(left + right) / 2} ${y + sag} ${right} ${y - sag}` });
  const along = svg("textPath", { href: `#${id}`, startOffset: "50%", text: words });
  return [path, svg("text", { class: kind, "text-anchor": "middle", "font-size": Math.min(size, (right - left) / (words.length * wide)) }, along)];
}

/**
 * The foot of the print below the game's name, at its lowest above a box; 0 if there is none.
 * @param {any} title
 * @param {Box} box
 */
export function printFoot(title, { x, w }) {
  const { left, right, sag } = BOW;
  const [middle, from, to] = [(left + right) / 2, Math.max(left, x - w / 2), Math.min(right, x + w / 2)];
  if (!title || from >= to) return 0;
  const share = (Math.min(Math.max(middle, from), to) - left) / (right - left);
  return title.y + LINE.below - sag + 4 * sag * share * (1 - share) + LINE.size / 2;
}

/**
 * The name of what cards come from: a shoe, a stub in the dealer's hand, the tiles in their stacks.
 * @param {Table} table
 * @param {any} plan
 */
function shoeKey({ hello }, plan) {
  if (hello.pack.some(isTile)) return "web.shoe.tiles";
  return plan.seats.length ? "web.felt.deck" : "web.felt.shoe_name";
}

/**
 * @param {Table} table
 * @param {any} plan
 */
function shoe(table, plan) {
  const box = plan.shoe;
  const pile = svg("rect", { class: "pile" });
  const count = svg("text", { class: "count", x: box.x, y: box.y + 28, "text-anchor": "middle", "font-size": 44 });
  const cutCard = svg("rect", { class: "cut-card", x: box.x - box.w / 2 + 12, y: box.y + box.h / 2 - 18, width: box.w - 24, height: 8, rx: 3 });
  const body = svg("rect", { class: "shoe-body", ...rectAttributes(box), rx: 16 });
  const node = svg("g", { class: "shoe", role: "img" }, body, pile, count, cutCard, caption(box, table.say(shoeKey(table, plan))));
  return { node, pile, count, cutCard };
}

/**
 * @param {Table} table
 * @param {any} plan
 */
function discards(table, plan) {
  const box = plan.discards;
  const pile = svg("rect", { class: "pile" });
  const node = svg("g", { class: "discards", "aria-hidden": "true" }, svg("rect", { class: "shoe-body", ...rectAttributes(box), rx: 12 }), pile);
  node.append(caption(box, table.say(plan.seats.length ? "web.felt.muck" : "web.felt.discards")));
  return { node, pile };
}

/**
 * @param {Box} box
 * @param {string} words
 */
function caption(box, words) {
  const size = Math.min(CAPTION, (box.w - 4) / textWidth(words));
  return svg("text", { class: "caption", x: box.x, y: box.y - box.h / 2 + 27, "text-anchor": "middle", "font-size": size, text: words });
}

/**
 * Fills a share of a box, from its foot up.
 * @param {Element} node
 * @param {Box} box
 * @param {number} share
 */
function fill(node, box, share) {
  const height = (box.h - 48) * Math.min(Math.max(share, 0), 1);
  const place = { x: box.x - box.w / 2 + 8, y: box.y + box.h / 2 - 8 - height, width: box.w - 16, height, rx: 9 };
  for (const [name, value] of Object.entries(place)) setAttribute(node, name, value);
}

/**
 * @param {Table} table
 * @param {Box} box
 */
function jackpotSign(table, box) {
  const title = table.say("bet.progressive");
  const amount = svg("text", { class: "lot-amount", x: box.x, y: box.y + 28, "text-anchor": "middle", "font-size": 34 });
  const node = svg(
    "g",
    { class: "lot" },
    svg("rect", { ...rectAttributes(box), rx: 10 }),
    svg("text", { class: "lot-title", x: box.x, y: box.y - 12, "text-anchor": "middle", "font-size": CAPTION, text: title }),
    amount,
  );
  return { node, amount };
}
