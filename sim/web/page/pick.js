// @ts-check
// The cards of a low hand, chosen by clicking: those that the player holds, or out of the pack.

import { el, keep, set, write } from "./dom.js";
import { mountPack } from "./pack.js";

/** @typedef {import("./store.js").Table} Table */

/** A low hand has as many. */
const LOW = 2;

/**
 * @param {Table} table
 */
export function mountPick(table) {
  /** @type {string[]} */
  let chosen = [];
  let hand = "";
  const title = el("span", { class: "label" });
  const held = el("div", { class: "cards" });
  const pack = el("div");
  const node = el("div", { class: "pick", role: "group", hidden: true }, title, held);
  const toggle = (/** @type {string} */ card) => {
    const rest = chosen.filter((one) => one !== card);
    chosen = rest.length < chosen.length ? rest : [...chosen, card].slice(-LOW);
    draw();
  };
  /** @type {string[] | undefined} */
  let holds;
  const draw = () => {
    const said = chosen.map((card) => table.card(card)).join(" ") || "–";
    write(title, table.say("web.pick.title", { card: said }));
    set(node, "aria-label", title.textContent);
    const cards = (holds?.length ? holds : chosen).map((card, at) => ({ card, at }));
    keep(held, cards, ({ card, at }) => `${card}-${at}`, ({ card }) => pickable(card, toggle), (button, { card }) => {
      write(button, table.card(card));
      set(button, "aria-pressed", String(chosen.includes(card)));
    });
    if (holds?.length === 0) node.append(pack);
    else pack.remove();
  };
  mountPack(pack, table, toggle);

  return {
    node,
    cards: () => chosen,
    /**
     * @param {any} status
     * @param {{spot: number, hand: string} | null} asked whose low hand is asked for
     */
    show(status, asked) {
      node.hidden = asked === null;
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
  return el("button", { class: `card${red}`, dataset: { pick: card }, onclick: () => toggle(card) });
}
