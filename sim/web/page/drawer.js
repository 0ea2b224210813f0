// @ts-check
// The drawer in which a tool opens, over the column or in a window of its own.

import { setAttribute, writeText } from "./dom.js";
import { nameOf } from "./tabs.js";

/** @typedef {import("./store.js").Table} Table */
/** @typedef {{drawer: HTMLElement, edge: HTMLElement, title: HTMLElement, tearOff: HTMLAnchorElement, close: HTMLElement}} Nodes */

const WIDTH_ITEM = "croupier.drawer";
/** How far an arrow key moves the edge, and the least width of the felt beside it, in pixels. */
const STEP = 40;
const LEAST_FELT = 240;
const STEPS = /** @type {Record<string, number>} */ ({ ArrowLeft: STEP, ArrowRight: -STEP, Home: Infinity, End: -Infinity });

/**
 * @param {Nodes} nodes
 * @param {Table} table
 * @param {import("./tabs.js").Tabs} tabs
 */
export function mount({ drawer, edge, title, tearOff, close }, table, tabs) {
  mountEdge(drawer, edge);
  close.onclick = () => tabs.close();
  // Not before the link has opened its window.
  tearOff.addEventListener("click", () => setTimeout(() => tabs.close()));
  drawer.addEventListener("keydown", ({ key, defaultPrevented }) => {
    if (key === "Escape" && !defaultPrevented) tabs.close();
  });
  tabs.onopen = (tab) => {
    writeText(title, tab.textContent ?? "");
    setAttribute(tearOff, "href", `?tool=${nameOf(tab)}`);
    setAttribute(tearOff, "target", `croupier-${nameOf(tab)}`);
  };
  table.on("hello", () => {
    nameNode(edge, table.say("web.drawer.edge"));
    nameNode(tearOff, table.say("web.drawer.window"));
    nameNode(close, table.say("web.drawer.close"));
    tabs.onopen(tabs.current);
  });
}

/**
 * @param {Element} node
 * @param {string} words
 */
function nameNode(node, words) {
  setAttribute(node, "aria-label", words);
  setAttribute(node, "title", words);
}

/**
 * The edge of the drawer, moved by the pointer or by the arrow keys; it is never narrower than its column.
 * @param {HTMLElement} drawer
 * @param {HTMLElement} edge
 */
function mountEdge(drawer, edge) {
  const widthOf = (/** @type {Element | null} */ node) => Math.round(node?.getBoundingClientRect().width ?? 0);
  const least = () => widthOf(document.getElementById("prompt"));
  const report = () => {
    for (const [name, value] of [["min", least()], ["max", innerWidth - LEAST_FELT], ["now", widthOf(drawer)]]) setAttribute(edge, `aria-value${name}`, value);
  };
  const widen = (/** @type {number} */ width) => {
    const pixels = String(Math.min(Math.max(width, least()), innerWidth - LEAST_FELT));
    drawer.style.setProperty("--drawer", `${pixels}px`);
    sessionStorage.setItem(WIDTH_ITEM, pixels);
    report();
  };
  const stored = sessionStorage.getItem(WIDTH_ITEM);
  if (stored) drawer.style.setProperty("--drawer", `${Number(stored)}px`);
  new ResizeObserver(report).observe(drawer);

  edge.addEventListener("keydown", (event) => {
    if (!(event.key in STEPS)) return;
    event.preventDefault();
    widen(widthOf(drawer) + STEPS[event.key]);
  });
  edge.addEventListener("pointerdown", (event) => {
    edge.setPointerCapture(event.pointerId);
    const { right } = drawer.getBoundingClientRect();
    edge.onpointermove = ({ clientX }) => widen(right - clientX);
    edge.onlostpointercapture = () => {
      edge.onpointermove = null;
    };
  });
}
