// @ts-check
// The race track: a roulette's numbers in the order of its wheel, with the result and its neighbours.

import { setAttribute } from "./dom.js";
import { numberColour, neighbours } from "./roulette_numbers.js";
import { rectAttributes, paragraph, svg } from "./svg.js";

/** @typedef {import("./svg.js").Box} Box */

const NEIGHBOURS = 2;
const GAP = 3;

export class RaceTrack {
  /** @type {Map<string, Element>} */ #cells = new Map();

  /**
   * @param {Box} box
   * @param {string[]} wheel
   */
  constructor(box, wheel) {
    this.wheel = wheel;
    const upper = Math.ceil(wheel.length / 2);
    const [w, h] = [box.w / upper, (box.h - GAP) / 2];
    const cells = wheel.map((number, nth) => {
      const [column, row] = nth < upper ? [nth, 0] : [wheel.length - 1 - nth + (upper * 2 - wheel.length) / 2, 1];
      const cellBox = { x: box.x - box.w / 2 + (column + 0.5) * w, y: box.y + (row ? 1 : -1) * (h + GAP) * 0.5, w: w - GAP, h };
      const cell = svg("g", { class: `of-track ${numberColour(number)}` }, svg("rect", { ...rectAttributes(cellBox), rx: 12 }), paragraph(cellBox, { size: 27, lines: [number] }));
      this.#cells.set(number, cell);
      return cell;
    });
    this.node = svg("g", { class: "track", "aria-hidden": "true" }, ...cells);
  }

  /** @param {string} shown */
  show(shown) {
    const near = neighbours(this.wheel, shown, NEIGHBOURS);
    for (const [number, cell] of this.#cells) {
      setAttribute(cell, "data-fell", number === shown);
      setAttribute(cell, "data-near", near.includes(number));
    }
  }
}
