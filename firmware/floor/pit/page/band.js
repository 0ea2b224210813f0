// @ts-check
// The hold beside its expectation: where it is, in standard deviations, on a band of three each way.

import { svg } from "./svg.js";
import { el } from "./dom.js";
import { decimal, money, say } from "./saying.js";

const MOST = 4;
const WIDE = 3;

/**
 * @param {HTMLElement} root
 * @param {any} shift
 */
export function band(root, shift) {
  const z = shift.deviations;
  root.dataset.band = shift.band ?? "";
  const words = z === null ? say(shift.handle ? "pit.no_edge" : "pit.no_handle") : said(shift, z);
  if (root.dataset.said === words) return;
  root.dataset.said = words;
  root.replaceChildren(...(z === null ? [] : [drawn(z)]), el("p", { text: words }));
}

/**
 * @param {any} shift
 * @param {number} z
 */
function said(shift, z) {
  const off = `${z < 0 ? "−" : "+"}${decimal(Math.abs(z))} σ`;
  const part = shift.priced < shift.handle ? ` ${say("pit.of_handle", { cents: shift.priced })}` : "";
  return `${say(`pit.band.${shift.band}`, { off })} (${money(shift.won - shift.expected)})${part}`;
}

/** @param {number} z */
function drawn(z) {
  const x = (/** @type {number} */ at) => 50 + (50 * Math.max(-MOST, Math.min(MOST, at))) / MOST;
  return svg(
    "svg",
    { viewBox: "0 0 100 6", preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("rect", { class: "all", x: 0, y: 2, width: 100, height: 2, rx: 1 }),
    svg("rect", { class: "usual", x: x(-WIDE), y: 1.5, width: x(WIDE) - x(-WIDE), height: 3, rx: 1.5 }),
    svg("line", { class: "mid", x1: 50, x2: 50, y1: 0, y2: 6 }),
    svg("ellipse", { class: "here", cx: x(z), cy: 3, rx: 1.4, ry: 3 }),
  );
}
