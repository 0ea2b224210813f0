// @ts-check
// The layer above the felt's picture on which drawings move: a browser lays a picture out again for each frame in which
// a part of it moves, but not for a box that moves above it.

import { element } from "./dom.js";
import { svg } from "./svg.js";

/** @typedef {{box: HTMLElement, place: HTMLElement, motions: number}} Flight a drawing's copy that moves */

export class MotionLayer {
  /** @type {Map<SVGElement, Flight>} */ #flights = new Map();

  /** @param {SVGSVGElement} picture */
  constructor(picture) {
    this.picture = picture;
    this.cloth = element("div");
    this.node = element("div", { class: "felt-motion", "aria-hidden": "true" }, this.cloth);
    new ResizeObserver(() => this.fit()).observe(picture);
  }

  /** Lays the layer on the part of the felt that the picture shows, in its scale. */
  fit() {
    const { a: scale, e, f } = this.picture.getScreenCTM() ?? new DOMMatrix();
    const { x, y } = this.picture.getBoundingClientRect();
    this.cloth.style.transform = `translate(${e - x}px, ${f - y}px) scale(${scale})`;
  }

  /**
   * Moves a drawing of the picture by a copy of it, until its last motion is over.
   * @param {SVGElement} node
   * @param {Keyframe[]} frames in the drawing's own units
   * @param {KeyframeAnimationOptions} options
   */
  move(node, frames, options) {
    const flight = this.#flights.get(node) ?? this.#raise(node);
    const moving = flight.box.animate(frames, options);
    flight.motions += 1;
    for (const end of ["finish", "cancel"]) moving.addEventListener(end, () => this.#land(node, flight), { once: true });
    return moving;
  }

  /** Ends the motions of drawings that have been removed from the picture. */
  endRemoved() {
    for (const [node, flight] of this.#flights) if (!node.isConnected) this.#end(node, flight);
  }

  /** @param {SVGElement} node */
  #raise(node) {
    const { copy, matrix } = copyInContext(node, this.picture);
    const box = element("div", {}, svg("svg", {}, copy));
    const place = element("div", {}, box);
    place.style.transform = String(matrix);
    this.cloth.append(place);
    node.style.visibility = "hidden";
    const flight = { box, place, motions: 0 };
    this.#flights.set(node, flight);
    return flight;
  }

  /**
   * @param {SVGElement} node
   * @param {Flight} flight
   */
  #land(node, flight) {
    flight.motions -= 1;
    if (flight.motions === 0) this.#end(node, flight);
  }

  /**
   * @param {SVGElement} node
   * @param {Flight} flight
   */
  #end(node, flight) {
    flight.place.remove();
    node.style.visibility = "";
    this.#flights.delete(node);
  }
}

/**
 * A copy of a drawing in copies of the groups around it, which styles refer to; and where those put it in the picture.
 * @param {SVGElement} node
 * @param {SVGSVGElement} picture
 */
function copyInContext(node, picture) {
  let copy = /** @type {Element} */ (node.cloneNode(true));
  copy.removeAttribute("transform");
  let matrix = new DOMMatrix();
  for (let group = node.parentElement; group && group !== /** @type {Element} */ (picture); group = group.parentElement) {
    const outer = /** @type {Element} */ (group.cloneNode(false));
    outer.removeAttribute("transform");
    outer.append(copy);
    copy = outer;
    const transforms = [.../** @type {SVGGElement} */ (/** @type {unknown} */ (group)).transform.baseVal];
    matrix = transforms.reduce((all, one) => all.multiply(one.matrix), new DOMMatrix()).multiply(matrix);
  }
  return { copy, matrix };
}
