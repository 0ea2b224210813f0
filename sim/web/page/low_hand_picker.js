// @ts-check
// Chooses the cards of a low hand by clicks: among the player's cards, or from the pack if they are not known.

import { element, reconcileChildren, setAttribute, writeText } from "./dom.js";
import { mountCardPicker } from "./card_picker.js";

/** @typedef {import("./store.js").Table} Table */

/** The number of cards of a low hand. */
const LOW = 2;

/**
 * @param {Table} table
 */
export function mountLowHandPicker(table) {
  /** @type {string[]} */
  let chosen = [];
  let hand = "";
  const title = element("span", { class: "label" });
  const cardButtons = element("div", { class: "cards" });
  const pack = element("div");
  const node = element("div", { class: "pick", role: "group", hidden: true }, title, cardButtons);
  const toggle = (/** @type {string} */ card) => {
    const rest = chosen.filter((one) => one !== card);
    chosen = rest.length < chosen.length ? rest : [...chosen, card].slice(-LOW);
    draw();
  };
  /** @type {string[] | undefined} */
  let holds;
  const draw = () => {
    const chosenText = chosen.map((card) => table.card(card)).join(" ") || "–";
    writeText(title, table.say("web.pick.title", { card: chosenText }));
    setAttribute(node, "aria-label", title.textContent);
    const cards = (holds?.length ? holds : chosen).map((card, nth) => ({ card, nth }));
    reconcileChildren(cardButtons, cards, ({ card, nth }) => `${card}-${nth}`, ({ card }) => pickable(card, toggle), (button, { card }) => {
      writeText(button, table.card(card));
      setAttribute(button, "aria-pressed", String(chosen.includes(card)));
    });
    if (holds?.length === 0) node.append(pack);
    else pack.remove();
  };
  mountCardPicker(pack, table, toggle);

  return {
    node,
    cards: () => chosen,
    /**
     * @param {any} status
     * @param {{spot: number, hand: string} | null} asked the hand whose low hand the table asks for
     */
    show(status, asked) {
      setAttribute(node, "hidden", asked === null);
      if (asked === null) return;
      if (hand !== `${status.round}-${asked.hand}`) [hand, chosen] = [`${status.round}-${asked.hand}`, []];
      holds = table.people?.holds?.[asked.hand];
      draw();
    },
  };
}

/**
 * @param {string} card
 * @param {(card: string) => void} toggle
 */
function pickable(card, toggle) {
  const red = /[HD]$/.test(card) ? " red" : "";
  return element("button", { class: `card${red}`, dataset: { pick: card }, onclick: () => toggle(card) });
}
