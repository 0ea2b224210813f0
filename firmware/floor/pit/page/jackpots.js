// @ts-check
// The progressive jackpots that several tables share.

import { el } from "./dom.js";
import { amount, gameName, money, say, tell } from "./language.js";

/**
 * @param {Element} root
 * @param {any} screen
 */
export function showJackpots(root, screen) {
  const jackpots = screen.jackpots.map((/** @type {any} */ jackpot) => article(jackpot));
  root.replaceChildren(jackpots.length ? el("div", { class: "jackpots" }, ...jackpots) : el("p", { class: "muted", text: say("pit.no_jackpot") }));
}

/** @param {any} jackpot */
function article(jackpot) {
  const reserve = el("div", {}, el("dt", { text: say("pit.reserve") }), amount("dd", jackpot.reserve));
  const hits = el("div", {}, el("dt", { text: say("pit.hits") }), el("dd", { text: String(jackpot.hits) }));
  const least = el("div", {}, el("dt", { text: say("pit.least") }), amount("dd", jackpot.least));
  return el(
    "article",
    { class: "jackpot" },
    el("h3", { text: jackpot.jackpot }),
    el("p", { class: "muted", text: `${gameName(jackpot.game)} · ${say("pit.jackpot_number", { number: jackpot.generation })}` }),
    el("p", { class: "pool", text: money(jackpot.pool) }),
    el("dl", { class: "sums" }, least, reserve, hits),
    el("ul", { class: "muted" }, ...jackpot.tables.flatMap(tableItems)),
    ...(jackpot.grants.length ? [el("h4", { text: say("pit.grants") }), el("ul", { class: "muted" }, ...jackpot.grants.map(grantItem))] : []),
  );
}

/**
 * A table of the jackpot: how many of its rounds are counted, and whether it takes bets on it.
 * @param {any} table
 */
function tableItems({ table, rounds, lease, shows, why }) {
  const counted = el("li", { text: say("pit.jackpot_table", { table, count: rounds }) });
  if (lease === "unseen") return [counted, el("li", { class: "closed", text: say("pit.jackpot_unseen", { table }) })];
  const state = why ? tell({ key: why }) : say("pit.lease.open");
  return [counted, el("li", { class: lease, text: say("pit.jackpot_at", { table, cents: shows, lease: state }) })];
}

/** @param {any} grant */
function grantItem({ order, table, paid, of_pool, of_reserve }) {
  return el("li", { text: say("pit.grant", { number: order, table, cents: paid, pool_cents: of_pool, reserve_cents: of_reserve }) });
}
