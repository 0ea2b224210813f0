// @ts-check
// The prizes: each place, its prize, and its winners.

import { element, reconcileChildren, writeText } from "./dom.js";
import { money, message } from "./messages.js";

/** @typedef {{first: number, last: number, cents: number, winners: {name: string, cents: number}[]}} Payout */

/** @param {HTMLElement} root */
export function payouts(root) {
  const nothing = element("p", { class: "nothing" });
  const list = element("ol", { class: "payouts" });
  const all = element("p", { class: "all" }, element("span"), element("strong"), element("small"));
  root.append(nothing, list, all);

  /** @param {any} view */
  function show({ over, cancelled, settled, cents, payouts }) {
    const [label, sum, note] = all.children;
    all.hidden = payouts.length === 0;
    nothing.hidden = payouts.length > 0;
    const columns = payouts.length > 24 ? 3 : payouts.length > 8 ? 2 : 1;
    list.dataset.columns = String(columns);
    list.style.setProperty("--rows", String(Math.max(1, Math.ceil(payouts.length / columns))));
    writeText(nothing, message(cancelled ? "hall.screen.paid_back" : "hall.screen.no_prizes"));
    reconcileChildren(list, payouts, ({ first, last }) => `${first} ${last}`, payoutItem, showPayout);
    writeText(label, message("hall.screen.all"));
    writeText(sum, money(cents));
    writeText(note, settled ? "" : message("hall.screen.so_far"));
    return over ? message(cancelled ? "hall.screen.cancelled" : "hall.screen.over") : "";
  }

  return { show, tick: () => {}, lost: () => message("hall.screen.lost") };
}

/** @param {Payout} payout */
function payoutItem({ first, last }) {
  const place = first === last ? String(first) : `${first}–${last}`;
  return element("li", {}, element("span", { class: "place", text: place }), element("strong"), element("em"), element("span", { class: "winners" }));
}

/**
 * Each winner's part is beside the name if several share a prize.
 * @param {Element} node
 * @param {Payout} payout
 */
function showPayout(node, { cents, winners }) {
  const [, sum, open, names] = node.children;
  const shared = winners.length > 1;
  reconcileChildren(names, winners, ({ name }) => name, ({ name }) => element("span", {}, element("b", { text: name, translate: "no" }), element("small")), (node, winner) => {
    writeText(node.lastElementChild, shared ? money(winner.cents) : "");
  });
  writeText(sum, money(cents));
  writeText(open, winners.length ? "" : message("hall.screen.in_play"));
}
