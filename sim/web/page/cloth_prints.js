// @ts-check
// Prints on the cloth that are no place for bets: the numbers of Craps, with the puck on the point; the places of a board.

import { setAttribute, writeText } from "./dom.js";
import { rectAttributes, svg } from "./svg.js";

/** @typedef {import("./store.js").Table} Table */
/** @typedef {import("./svg.js").Box} Box */

const OFF = "off";
/** The radius of the puck; and how far it is from the middle of its number's box, which has the number at the other side. */
const PUCK = 27;
const ASIDE = 0.2;
const BOARD = "board";

export class ClothPrints {
  /**
   * @param {Table} table
   * @param {any} plan
   */
  constructor(table, plan) {
    this.table = table;
    /** @type {{name: string, box: Box}[]} */
    this.prints = plan.prints;
    this.words = svg("text", { "text-anchor": "middle", y: 8, "font-size": 24 });
    this.puck = svg("g", { class: "puck" }, svg("circle", { r: PUCK }), this.words);
    this.node = svg("g", { class: "cloth-prints", "aria-hidden": "true" }, ...this.prints.map(drawPrint), ...(this.prints.some(({ name }) => name === OFF) ? [this.puck] : []));
  }

  show() {
    const { told: gameValues } = this.table.status;
    const point = gameValues.point ? String(gameValues.point.number) : OFF;
    const box = this.prints.find(({ name }) => name === point)?.box;
    if (!box) return;
    const off = point === OFF;
    setAttribute(this.puck, "class", `puck ${off ? "off" : "on"}`);
    this.puck.style.transform = `translate(${off ? box.x : box.x + box.w * ASIDE}px, ${box.y}px)`;
    for (const node of this.node.querySelectorAll("[data-print]")) setAttribute(node, "data-point", node.getAttribute("data-print") === point);
    writeText(this.words, off ? "OFF" : "ON");
  }
}

/** @param {{name: string, box: Box}} print */
function drawPrint({ name, box }) {
  if (name === BOARD) return svg("rect", { class: "board-place", ...rectAttributes(box), rx: 10 });
  if (name === OFF) return svg("g");
  const size = Math.min(54, box.h * 0.8);
  return svg(
    "g",
    { "data-print": name },
    svg("rect", { class: "number-box", ...rectAttributes(box), rx: 9 }),
    svg("text", { class: "big", x: box.x - box.w * ASIDE, y: box.y + size * 0.36, "text-anchor": "middle", "font-size": size, text: name }),
  );
}
