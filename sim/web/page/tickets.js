// @ts-check
// The desk of Keno: sells a ticket for numbers that are typed, or picked by chance.

import { element, reconcileChildren, setAttribute, writeText } from "./dom.js";

/** @typedef {import("./store.js").Table} Table */

const NUMBERS = 80;
const QUICK_PICK = 5;

/**
 * @param {HTMLElement} root
 * @param {Table} table
 */
export function mountTickets(root, table) {
  const title = element("h2", { class: "label" });
  const spot = field("select");
  const stake = field("input", { inputmode: "decimal" });
  const draws = field("input", { type: "number", min: 1, max: 20, value: 1 });
  const numbers = field("input", { inputmode: "numeric" }, "wide");
  const quickPickButton = element("button", { type: "button" });
  const sell = element("button", { dataset: { act: "sell" } });
  const form = element("form", { class: "row" }, spot.node, stake.node, draws.node, numbers.node, quickPickButton, sell);
  root.append(title, form);

  quickPickButton.onclick = () => (numbers.input.value = quickPick(QUICK_PICK).join(" "));
  form.onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const cents = table.words.parseMoney(stake.input.value);
    const picked = numbers.input.value.split(/[\s,;]+/).filter(Boolean).map(Number);
    if (cents === null) return table.refuse(table.say("web.refused.no_amount", { cents: 25 * table.words.unit }));
    const isValid = picked.every((/** @type {number} */ n) => Number.isInteger(n) && n >= 1 && n <= NUMBERS);
    if (!isValid || picked.length === 0) return table.refuse(table.say("web.refused.no_numbers", { most: NUMBERS }));
    void table.ask({ act: "sell", spot: Number(spot.input.value), cents, numbers: picked, draws: Number(draws.input.value) });
  };
  table.on("hello", () => {
    writeText(title, table.say("web.tickets.title"));
    writeText(spot.label, table.say("web.tickets.spot"));
    writeText(stake.label, table.say("web.tickets.stake", { currency: table.words.manner("language.currency") }));
    stake.input.value ||= table.words.typedMoney(2 * table.words.unit);
    writeText(draws.label, table.say("web.tickets.draws"));
    writeText(numbers.label, table.say("web.tickets.numbers"));
    writeText(quickPickButton, table.say("web.tickets.lucky"));
    writeText(sell, table.say("web.tickets.sell"));
  });
  table.on("status", (status) => {
    const spots = Object.keys(status.spots);
    reconcileChildren(spot.input, spots, String, (one) => element("option", { value: one, text: one }));
    setAttribute(sell, "disabled", spots.length === 0);
  });
}

/**
 * Different numbers, picked by chance.
 * @param {number} count
 */
function quickPick(count) {
  const all = Array.from({ length: NUMBERS }, (_, index) => index + 1);
  const picked = Array.from({ length: count }, () => all.splice(Math.floor(Math.random() * all.length), 1)[0]);
  return picked.sort((a, b) => a - b);
}

/**
 * @param {string} tag
 * @param {Record<string, any>} [properties]
 * @param {string} [wide]
 */
function field(tag, properties = {}, wide = "") {
  const label = element("span");
  const input = element(tag, properties);
  return { node: element("label", { class: `field ${wide}` }, label, input), label, input };
}
