// @ts-check
// The progressive jackpots that several tables share.

import { element } from "./dom.js";
import { amount, gameName, money, render, say } from "./language.js";

/**
 * @param {Element} root
 * @param {any} screen
 */
export function showJackpots(root, screen) {
  const jackpots = screen.jackpots.map((/** @type {any} */ jackpot) => article(jackpot));
  root.replaceChildren(jackpots.length ? element("div", { class: "jackpots" }, ...jackpots) : element("p", { class: "muted", text: say("pit.no_jackpot") }));
}

/** @param {any} jackpot */
function article(jackpot) {
  const reserve = element("div", {}, element("dt", { text: say("pit.reserve") }), amount("dd", jackpot.reserve));
  const hits = element("div", {}, element("dt", { text: say("pit.hits") }), element("dd", { text: String(jackpot.hits) }));
  const least = element("div", {}, element("dt", { text: say("pit.least") }), amount("dd", jackpot.least));
  return element(
    "article",
    { class: jackpot.won.length ? "jackpot is-won" : "jackpot" },
    element("h3", { text: jackpot.jackpot }),
    element("p", { class: "muted", text: `${gameName(jackpot.game)} · ${say("pit.jackpot_number", { number: jackpot.generation })}` }),
    ...jackpot.won.map((/** @type {any} */ win) => element("p", { class: "won", text: wonWords(win) })),
    element("p", { class: "pool", text: money(jackpot.pool) }),
    element("dl", { class: "sums" }, least, reserve, hits),
    element("ul", { class: "muted" }, ...jackpot.tables.flatMap(tableItems)),
    ...(jackpot.refused.length ? refusedClaims(jackpot) : []),
    ...(jackpot.grants.length ? [element("h4", { text: say("pit.grants") }), element("ul", { class: "muted" }, ...jackpot.grants.map(grantItem))] : []),
  );
}

/**
 * Where a jackpot was won, with the amount once the keeper has counted it.
 * @param {any} win
 */
export function wonWords({ table, paid }) {
  return `${say("pit.won_at", { table })} : ${paid === null ? say("pit.won_uncounted") : money(paid)}`;
}

/**
 * A table of the jackpot: how many of its rounds are counted, and whether it takes bets on it.
 * @param {any} table
 */
function tableItems({ table, rounds, lease, shows, why }) {
  const counted = element("li", { text: say("pit.jackpot_table", { table, count: rounds }) });
  if (lease === "unseen") return [counted, element("li", { class: "closed", text: say("pit.jackpot_unseen", { table }) })];
  const state = why ? render({ key: why }) : say("pit.lease.open");
  return [counted, element("li", { class: lease, text: say("pit.jackpot_at", { table, cents: shows, lease: state }) })];
}

/**
 * The messages that count nothing until two people decide, and how they do.
 * @param {any} jackpot
 */
function refusedClaims({ jackpot, refused }) {
  const items = refused.map((/** @type {any} */ claim) => {
    const { table, journal, number, round, bets, paid, why } = claim;
    const claimed = say("pit.refused", { table, number, round, count: bets, paid_cents: paid, why: render({ key: why }) });
    const command = `croupier jackpot decide ${jackpot} ${journal} ${number}`;
    return element("li", { class: "closed" }, claimed, element("br"), element("code", { text: command }));
  });
  return [element("h4", { text: say("pit.refused_head", { count: refused.length }) }), element("p", { class: "muted", text: say("pit.decide") }), element("ul", {}, ...items)];
}

/** @param {any} grant */
function grantItem({ order, table, paid, of_pool, of_reserve }) {
  return element("li", { text: say("pit.grant", { number: order, table, cents: paid, pool_cents: of_pool, reserve_cents: of_reserve }) });
}
