// @ts-check
// The rack: the chip that is laid, the amount, and the player.

import { element, reconcileChildren, setAttribute, writeText } from "./dom.js";
import { dragPicture } from "./chip_placement.js";
import { markChosen, makeRadioGroup } from "./radio_group.js";
import { drawChip, chipColour, faceValue } from "./chip_stacks.js";
import { svg } from "./svg.js";

/** @typedef {import("./store.js").Table} Table */

const TAKE = 0;

/**
 * @param {HTMLElement} root
 * @param {Table} table
 * @param {(under: Element | null, cents: number) => void} drop
 */
export function mountRack(root, table, drop) {
  const values = element("div", { class: "radios values", role: "radiogroup" });
  makeRadioGroup(values, (cents) => table.select({ cents: Number(cents) }));
  const amount = amountField(table);
  const behind = behindBox(table);
  const rack = element("div", { class: "rack" }, values, amount.node, behind.node);
  root.append(rack);
  values.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
    const cents = Number(/** @type {Element} */ (event.target).closest("[data-cents]")?.getAttribute("data-cents"));
    if (cents) dragPicture(event, () => picture(cents, table.words.decimals), (under) => drop(under, cents));
  });

  function show() {
    const { felt, denominations } = table.hello;
    const { cents } = table.selection;
    rack.hidden = felt.places.length === 0;
    setAttribute(values, "aria-label", table.say("web.felt.rack"));
    const offered = [...[...denominations].reverse(), TAKE].map(String);
    reconcileChildren(values, offered, String, valueButton, (button, value) => fillValue(table, button, Number(value)));
    markChosen(values, String(cents));
    amount.show();
    behind.show();
  }

  table.on("hello", show);
  table.on("selection", show);
}

/** @param {string} value */
function valueButton(value) {
  const cents = Number(value);
  const button = element("button", { type: "button", role: "radio", dataset: cents ? { cents } : { act: "take" } });
  if (!cents) button.append(hand(), element("span", { class: "words" }));
  return button;
}

/**
 * @param {Table} table
 * @param {HTMLElement} button
 * @param {number} cents
 */
function fillValue(table, button, cents) {
  if (cents) {
    setAttribute(button, "aria-label", table.money(cents));
    button.replaceChildren(picture(cents, table.words.decimals));
  } else writeText(/** @type {Element} */ (button.querySelector(".words")), table.say("web.felt.take"));
}

/**
 * @param {number} cents
 * @param {number} decimals of an amount
 */
function picture(cents, decimals) {
  const chip = drawChip(chipColour(cents, decimals), faceValue(cents, decimals), { x: 0, y: 0, r: 22 });
  return svg("svg", { viewBox: "-24 -24 48 50", "aria-hidden": "true", class: "chip-picture" }, chip);
}

/** A chip with an arrow away from the felt. */
function hand() {
  return svg(
    "svg",
    { viewBox: "-24 -24 48 50", "aria-hidden": "true", class: "chip-picture" },
    svg("circle", { class: "taken", r: 20 }),
    svg("path", { class: "away", d: "M0 11V-11M-9 -2L0 -11L9 -2" }),
  );
}

/** @param {Table} table */
function amountField(table) {
  const field = element("input", { id: "felt-amount", inputmode: "decimal", autocomplete: "off", size: 7 });
  const words = element("label", { for: field.id });
  const chosen = () => {
    const cents = table.words.parseMoney(field.value);
    setAttribute(field, "aria-invalid", cents === null && field.value !== "" ? "true" : null);
    if (cents !== null) table.select({ cents });
  };
  field.addEventListener("input", chosen);
  return {
    node: element("span", { class: "amount" }, words, field),
    show() {
      writeText(words, table.say("web.felt.amount"));
      const { cents } = table.selection;
      // An amount that is being typed is not overwritten.
      if (document.activeElement !== field) field.value = cents ? table.words.typedMoney(cents) : "";
    },
  };
}

/** @param {Table} table */
function behindBox(table) {
  const box = element("input", { type: "checkbox", id: "felt-behind" });
  const words = element("label", { for: box.id });
  const node = element("span", { class: "behind" }, box, words);
  box.addEventListener("change", () => table.select({ bettor: box.checked ? table.hello.felt.behind[0] : null }));
  return {
    node,
    show() {
      const [backBettor] = table.hello.felt.behind;
      node.hidden = backBettor === undefined;
      writeText(words, table.say("web.felt.behind"));
      box.checked = backBettor !== undefined && table.selection.bettor === backBettor;
      if (table.selection.bettor && table.selection.bettor !== backBettor) table.select({ bettor: null });
    },
  };
}
