// @ts-check
// The dolly: the marker that a croupier puts on the number that a roulette has shown, until the next spin.

import { reconcileChildren } from "./dom.js";
import { animateMove } from "./motion.js";
import { svg } from "./svg.js";

/** @typedef {import("./places.js").Place} Place */

const R = 17;
/** Where it is in its number's place, so that the chips there are seen: in parts of its width and height. */
const AT = { x: 0.27, y: -0.26 };

export class Dolly {
  /** Whether a felt has been shown before: the first dolly is not animated. */
  #hasShown = false;

  /** @param {any} plan */
  constructor(plan) {
    /** @type {Map<string, Place>} */
    this.places = new Map(plan.places.filter((/** @type {Place} */ { on }) => on.startsWith("straight:")).map((/** @type {Place} */ place) => [place.argument, place]));
    this.node = svg("g", { class: "dolly", "aria-hidden": "true" });
  }

  /** @param {any} status */
  show({ instrument }) {
    const place = this.places.get(instrument?.shown.at(-1) ?? "");
    const previous = this.node.firstElementChild;
    reconcileChildren(this.node, place ? [place] : [], ({ on }) => on, drawDolly);
    const dolly = this.node.firstElementChild;
    if (dolly && dolly !== previous && this.#hasShown) animateMove(dolly, [{ transform: "translateY(-120px)", opacity: 0 }, { transform: "none", opacity: 1 }]);
    this.#hasShown = true;
  }
}

/** @param {Place} place */
function drawDolly({ box }) {
  const [x, y] = [box.x + box.w * AT.x, box.y + box.h * AT.y];
  return svg(
    "g",
    {},
    svg("ellipse", { class: "foot", cx: x, cy: y + 5, rx: R, ry: R * 0.8 }),
    svg("circle", { class: "glass", cx: x, cy: y, r: R * 0.72 }),
    svg("circle", { class: "top", cx: x, cy: y - 5, r: R * 0.34 }),
  );
}
