// @ts-check
// The lots that several tables share.

import { el } from "./dom.js";
import { amount, gameName, money, say } from "./saying.js";

/**
 * @param {Element} root
 * @param {any} screen
 */
export function showLots(root, screen) {
  const lots = screen.lots.map((/** @type {any} */ lot) => shown(lot));
  root.replaceChildren(lots.length ? el("div", { class: "lots" }, ...lots) : el("p", { class: "muted", text: say("pit.no_lot") }));
}

/** @param {any} lot */
function shown(lot) {
  const tables = Object.entries(lot.tables).map(([name, count]) => el("li", { text: say("pit.lot_table", { table: name, count }) }));
  return el(
    "article",
    { class: "lot" },
    el("h3", { text: lot.lot }),
    el("p", { class: "muted", text: `${gameName(lot.game)} · ${say("pit.lot_number", { number: lot.generation })}` }),
    el("p", { class: "pool", text: money(lot.pool) }),
    el("dl", { class: "sums" }, el("div", {}, el("dt", { text: say("pit.reserve") }), amount("dd", lot.reserve)), el("div", {}, el("dt", { text: say("pit.hits") }), el("dd", { text: String(lot.hits) }))),
    el("ul", { class: "muted" }, ...tables),
  );
}
