// @ts-check
// What stands on a table besides bets and cards: its outline, its name, shoe, discards and lot.

import { set, write } from "./dom.js";
import { edges, svg } from "./svg.js";

/** @typedef {import("./store.js").Table} Table */
/** @typedef {import("./svg.js").Box} Box */

/** Where the name of the game is printed on a table of cards. */
const NAME = { x: 800, y: 318 };

/** The table itself, drawn. */
export class Furniture {
  /**
   * @param {Table} table
   * @param {any} plan
   */
  constructor(table, plan) {
    this.table = table;
    this.plan = plan;
    this.shoe = plan.shoe ? shoe(table, plan.shoe) : null;
    this.discards = plan.discards ? discards(table, plan.discards) : null;
    this.lot = plan.lot ? lot(table, plan.lot) : null;
    const parts = [this.shoe, this.discards, this.lot].filter((part) => part !== null);
    this.node = svg("g", { class: "furniture" }, ...surface(plan), ...this.#name(), ...parts.map((part) => part.node));
  }

  show() {
    const { status } = this.table;
    const { left, of, cut } = status.shoe;
    const known = Math.max(0, left);
    if (this.shoe && this.plan.shoe) this.#showShoe(known, of, cut);
    if (this.discards) fill(this.discards.pile, this.plan.discards, 1 - known / Math.max(of, 1));
    if (this.lot) write(this.lot.amount, status.lot === null ? "–" : this.table.money(status.lot));
  }

  /**
   * @param {number} left
   * @param {number} of
   * @param {boolean} cut
   */
  #showShoe(left, of, cut) {
    const { node, pile, count, cutCard } = /** @type {any} */ (this.shoe);
    fill(pile, this.plan.shoe, left / Math.max(of, 1));
    write(count, String(left));
    set(cutCard, "visibility", cut ? "visible" : "hidden");
    const said = this.table.say("web.felt.shoe", { count: left });
    set(node, "aria-label", cut ? `${said}, ${this.table.say("web.felt.cut")}` : said);
  }

  #name() {
    if (this.plan.shared) return [];
    const words = this.table.say(`game.${this.table.hello.game}`);
    return [svg("text", { class: "name", ...NAME, "text-anchor": "middle", "font-size": 62, text: words })];
  }
}

/** @param {any} plan */
function surface({ edge, shared }) {
  return [
    svg("path", { class: "rail", d: edge }),
    svg("path", { class: "cloth", d: edge }),
    ...(shared ? [] : [svg("path", { class: "trim", d: "M330 262Q800 372 1270 262" })]),
  ];
}

/**
 * @param {Table} table
 * @param {Box} box
 */
function shoe(table, box) {
  const pile = svg("rect", { class: "pile" });
  const count = svg("text", { class: "count", x: box.x, y: box.y + 28, "text-anchor": "middle", "font-size": 44 });
  const cutCard = svg("rect", { class: "cut-card", x: box.x - box.w / 2 + 12, y: box.y + box.h / 2 - 18, width: box.w - 24, height: 8, rx: 3 });
  const body = svg("rect", { class: "shoe-body", ...edges(box), rx: 16 });
  const node = svg("g", { class: "shoe", role: "img" }, body, pile, count, cutCard, caption(box, table.say("web.felt.shoe_name")));
  return { node, pile, count, cutCard };
}

/**
 * @param {Table} table
 * @param {Box} box
 */
function discards(table, box) {
  const pile = svg("rect", { class: "pile" });
  const node = svg("g", { class: "discards", "aria-hidden": "true" }, svg("rect", { class: "shoe-body", ...edges(box), rx: 12 }), pile);
  node.append(caption(box, table.say("web.felt.discards")));
  return { node, pile };
}

/**
 * @param {Box} box
 * @param {string} words
 */
function caption(box, words) {
  return svg("text", { class: "caption", x: box.x, y: box.y - box.h / 2 + 25, "text-anchor": "middle", "font-size": 19, text: words });
}

/**
 * A share of a box from its foot up.
 * @param {Element} node
 * @param {Box} box
 * @param {number} share
 */
function fill(node, box, share) {
  const height = (box.h - 48) * Math.min(Math.max(share, 0), 1);
  const place = { x: box.x - box.w / 2 + 8, y: box.y + box.h / 2 - 8 - height, width: box.w - 16, height, rx: 9 };
  for (const [name, value] of Object.entries(place)) set(node, name, value);
}

/**
 * @param {Table} table
 * @param {Box} box
 */
function lot(table, box) {
  const title = table.say("bet.progressive");
  const amount = svg("text", { class: "lot-amount", x: box.x, y: box.y + 28, "text-anchor": "middle", "font-size": 34 });
  const node = svg(
    "g",
    { class: "lot" },
    svg("rect", { ...edges(box), rx: 10 }),
    svg("text", { class: "lot-title", x: box.x, y: box.y - 14, "text-anchor": "middle", "font-size": 19, text: title }),
    amount,
  );
  return { node, amount };
}
