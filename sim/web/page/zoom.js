// @ts-check
// Enlarges a part of the felt: the first tap on a place that is too small only opens it.

import { element, setAttribute, writeText } from "./dom.js";

/** @typedef {import("./store.js").Table} Table */
/** @typedef {import("./places.js").Place} Place */

/** The least size of a place for a finger and for a mouse, and its size after it is opened, in pixels. */
const FINGER = 44;
const MOUSE = 23;
const OPENED = 52;

/** The part of the felt that its picture shows. */
export class Zoom {
  /**
   * @param {Table} table
   * @param {any} plan
   * @param {SVGSVGElement} picture
   * @param {() => void} fit called after each change
   */
  constructor(table, plan, picture, fit) {
    this.plan = plan;
    this.fit = fit;
    this.picture = picture;
    this.whole = element("button", { type: "button", class: "whole", hidden: true, dataset: { act: "whole" }, onclick: () => this.close() });
    writeText(this.whole, table.say("web.felt.whole"));
  }

  /**
   * Enlarges a place if it is too small for the pointer; returns whether it was.
   * @param {Place} place
   * @param {string} pointer `mouse`, `touch` or `pen`; empty for the keyboard
   */
  openIfSmall(place, pointer) {
    const size = Math.min(place.box.w, place.box.h);
    const least = pointer === "touch" ? FINGER : pointer ? MOUSE : 0;
    const { a: scale } = this.picture.getScreenCTM() ?? { a: 1 };
    if (size * scale >= least) return false;
    this.#show(place.box, Math.max((scale * size) / OPENED, 0.12));
    return true;
  }

  close() {
    this.#show({ x: this.plan.width / 2, y: this.plan.height / 2 }, 1);
  }

  /**
   * @param {{x: number, y: number}} middle
   * @param {number} share of the width and of the height
   */
  #show({ x, y }, share) {
    const [w, h] = [this.plan.width * share, this.plan.height * share];
    const clampedEdge = (/** @type {number} */ middle, /** @type {number} */ length, /** @type {number} */ all) => Math.min(Math.max(middle - length / 2, 0), all - length);
    const box = [clampedEdge(x, w, this.plan.width), clampedEdge(y, h, this.plan.height), w, h];
    setAttribute(this.picture, "viewBox", box.map((value) => value.toFixed(1)).join(" "));
    this.whole.hidden = share === 1;
    this.fit();
  }
}
