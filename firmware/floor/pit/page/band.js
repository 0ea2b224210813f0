// @ts-check
// The hold against its expectation, in standard deviations, on a band of three each way.

import { svg } from "./svg.js";
import { element } from "./dom.js";
import { decimal, money, say } from "./language.js";

const SHOWN_DEVIATIONS = 4;
const BAND_DEVIATIONS = 3;
const BAND_KEYS = { within: "pit.band.within", above: "pit.band.above", below: "pit.band.below" };

/**
 * @param {HTMLElement} root
 * @param {any} shift
 */
export function band(root, shift) {
  const z = shift.deviations;
  root.dataset.band = shift.band ?? "";
  const words = z === null ? say(shift.handle ? "pit.no_edge" : "pit.no_handle") : bandText(shift, z);
  if (root.dataset.shown === words) return;
  root.dataset.shown = words;
  root.replaceChildren(...(z === null ? [] : [picture(z)]), element("p", { text: words }));
}

/**
 * @param {any} shift
 * @param {number} z
 */
function bandText(shift, z) {
  const off = `${z < 0 ? "−" : "+"}${decimal(Math.abs(z))} σ`;
  const part = shift.priced < shift.handle ? ` ${say("pit.of_handle", { cents: shift.priced })}` : "";
  return `${say(BAND_KEYS[/** @type {keyof typeof BAND_KEYS} */ (shift.band)], { off })} (${money(shift.won - shift.expected)})${part}`;
}

/** @param {number} z */
function picture(z) {
  const x = (/** @type {number} */ deviations) => 50 + (50 * Math.max(-SHOWN_DEVIATIONS, Math.min(SHOWN_DEVIATIONS, deviations))) / SHOWN_DEVIATIONS;
  return svg(
    "svg",
    { viewBox: "0 0 100 6", preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("rect", { class: "all", x: 0, y: 2, width: 100, height: 2, rx: 1 }),
    svg("rect", { class: "usual", x: x(-BAND_DEVIATIONS), y: 1.5, width: x(BAND_DEVIATIONS) - x(-BAND_DEVIATIONS), height: 3, rx: 1.5 }),
    svg("line", { class: "mid", x1: 50, x2: 50, y1: 0, y2: 6 }),
    svg("ellipse", { class: "here", cx: x(z), cy: 3, rx: 1.4, ry: 3 }),
  );
}
