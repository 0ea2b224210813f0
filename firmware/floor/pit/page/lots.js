// @ts-check
// The lots that several tables share.

import { el } from "./dom.js";
import { amount, gameName, money, say, tell } from "./saying.js";

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
  const reserve = el("div", {}, el("dt", { text: say("pit.reserve") }), amount("dd", lot.reserve));
  const hits = el("div", {}, el("dt", { text: say("pit.hits") }), el("dd", { text: String(lot.hits) }));
  const least = el("div", {}, el("dt", { text: say("pit.least") }), amount("dd", lot.least));
  return el(
    "article",
    { class: "lot" },
    el("h3", { text: lot.lot }),
    el("p", { class: "muted", text: `${gameName(lot.game)} · ${say("pit.lot_number", { number: lot.generation })}` }),
    el("p", { class: "pool", text: money(lot.pool) }),
    el("dl", { class: "sums" }, least, reserve, hits),
    el("ul", { class: "muted" }, ...lot.tables.flatMap(at)),
    ...(lot.grants.length ? [el("h4", { text: say("pit.grants") }), el("ul", { class: "muted" }, ...lot.grants.map(granted))] : []),
  );
}

/**
 * A table of the lot: how much of it is counted, and whether it takes bets on it.
 * @param {any} one
 */
function at(one) {
  const counted = el("li", { text: say("pit.lot_table", { table: one.table, count: one.rounds }) });
  if (one.lease === "unseen") return [counted, el("li", { class: "closed", text: say("pit.lot_unseen", { table: one.table }) })];
  const why = one.why ? tell({ key: one.why }) : say("pit.lease.open");
  return [counted, el("li", { class: one.lease, text: say("pit.lot_at", { table: one.table, cents: one.shows, lease: why }) })];
}

/** @param {any} grant */
function granted({ order, table, paid, of_pool, of_reserve }) {
  return el("li", { text: say("pit.grant", { number: order, table, cents: paid, pool_cents: of_pool, reserve_cents: of_reserve }) });
}
