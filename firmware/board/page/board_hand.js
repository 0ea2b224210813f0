// @ts-check
// The hand that is dealt, or else the last one: its number, its cards with their score, and its result.

import { element, reconcileChildren, setAttribute, writeText } from "./dom.js";
import { handName } from "./words.js";

/** @typedef {import("./store.js").Table} Table */
/**
 * A round as its players saw it: cards and scores by hand, which hands won, and the result as announced.
 * @typedef {{round: number, bank: number, cards: Record<string, string[]>, tally: Record<string, string>, won: string[], result: string | null}} Hand
 */

/**
 * @param {HTMLElement} root
 * @param {HTMLElement} result
 * @param {Table} table
 */
export function mount(root, result, table) {
  const title = element("h2", { id: "round" });
  const hands = element("div", { class: "hands" });
  root.append(title, hands);
  /** @type {Hand | null} */
  let shown = null;
  const show = () => {
    const { status, hello } = table;
    if (!status || !hello) return;
    const present = handOf(status);
    // The last one stays until the first card or result of the next.
    if (present.result !== null || Object.keys(present.cards).length > 0) shown = present;
    writeText(title, shown ? table.say("web.round", { number: shown.round }) : "");
    const names = shown ? handNames(shown) : [];
    reconcileChildren(hands, names, String, () => element("p", {}, element("span"), element("span", { class: "cards" }), element("strong")), (node, name) => {
      fillHand(table, node, name, /** @type {Hand} */ (shown));
    });
    writeText(result, shown?.result ?? "");
  };
  table.on("hello", () => {
    shown = null;
    show();
  });
  table.on("status", show);
}

/**
 * @param {any} status
 * @returns {Hand}
 */
function handOf({ round, bank, cards, tally, spots, results, result }) {
  const dealt = Object.fromEntries(Object.entries(cards).filter(([, names]) => names.length > 0));
  const won = [...Object.keys(spots).filter((spot) => spots[spot].light === "win"), ...(result === null ? [] : results.slice(-1))];
  return { round, bank, cards: dealt, tally, won, result };
}

/** @param {Hand} hand */
function handNames({ cards, tally }) {
  return [...new Set([...Object.keys(cards), ...Object.keys(tally)])];
}

/**
 * @param {Table} table
 * @param {HTMLElement} node
 * @param {string} name
 * @param {Hand} hand
 */
function fillHand(table, node, name, { bank, cards, tally, won }) {
  const [owner, dealt, score] = node.children;
  writeText(owner, table.render(handName(name, bank)));
  const faces = (cards[name] ?? []).map((card, nth) => ({ card, nth }));
  reconcileChildren(dealt, faces, ({ nth }) => String(nth), () => element("span", { class: "face" }), (face, { card }) => {
    writeText(face, table.card(card));
    setAttribute(face, "data-suit", card.at(-1) ?? "");
  });
  writeText(score, tally[name] ?? "");
  node.classList.toggle("won", won.includes(name));
}
