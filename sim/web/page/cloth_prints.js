// @ts-check
// Prints on the cloth that are no place for bets: the numbers of Craps, with the puck on the point.

import { setAttribute, writeText } from "./dom.js";
import { svg } from "./svg.js";

/** @typedef {import("./store.js").Table} Table */
/** @typedef {import("./svg.js").Box} Box */

const OFF = "off";

export class ClothPrints {
  /**
   * @param {Table} table
   * @param {any} plan
   */
  constructor(table, plan) {
    this.table = table;
    this.prints = plan.prints;
    this.words = svg("text", { "text-anchor": "middle", y: 9, "font-size": 26 });
    this.puck = svg("g", { class: "puck" }, svg("circle", { r: 32 }), this.words);
    this.node = svg("g", { class: "cloth-prints", "aria-hidden": "true" }, ...this.prints.map(drawPrint), ...(this.prints.length ? [this.puck] : []));
  }

  show() {
    const { told: gameValues } = this.table.status;
    const point = gameValues.point ? String(gameValues.point.number) : OFF;
    const box = this.prints.find((/** @type {{name: string}} */ { name }) => name === point)?.box;
    if (!box) return;
    const off = point === OFF;
    setAttribute(this.puck, "class", `puck ${off ? "off" : "on"}`);
    this.puck.style.transform = `translate(${off ? box.x : box.x + box.w * 0.32}px, ${box.y}px)`;
    writeText(this.words, off ? "OFF" : "ON");
  }
}

/** @param {{name: string, box: Box}} print */
function drawPrint({ name, box }) {
  const size = Math.min(54, box.h * 0.8);
  return svg("text", { class: "big", x: box.x - (name === OFF ? 0 : box.w * 0.2), y: box.y + size * 0.36, "text-anchor": "middle", "font-size": size, text: name === OFF ? "" : name });
}
