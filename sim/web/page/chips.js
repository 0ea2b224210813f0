// @ts-check
// The rack: which chips are laid, in what amount, and for whom.

import { el, keep, set, write } from "./dom.js";
import { drag } from "./laying.js";
import { centsOf, dollarsOf } from "./money.js";
import { mark, radios } from "./radios.js";
import { chip, colourOf, faceValue } from "./stacks.js";
import { svg } from "./svg.js";

/** @typedef {import("./store.js").Table} Table */

const TAKE = 0;

/**
 * @param {HTMLElement} root
 * @param {Table} table
 * @param {(under: Element | null, cents: number) => void} drop
 */
export function mountRack(root, table, drop) {
  const values = el("div", { class: "radios values", role: "radiogroup" });
  radios(values, (cents) => table.select({ cents: Number(cents) }));
  const amount = amountField(table);
  const behind = behindBox(table);
  const rack = el("div", { class: "rack" }, values, amount.node, behind.node);
  root.append(rack);
  values.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
    const cents = Number(/** @type {Element} */ (event.target).closest("[data-cents]")?.getAttribute("data-cents"));
    if (cents) drag(event, () => picture(colourOf(cents), faceValue(cents)), (under) => drop(under, cents));
  });

  function show() {
    const { felt, denominations } = table.hello;
    const { cents } = table.selection;
    rack.hidden = felt.places.length === 0;
    set(values, "aria-label", table.say("web.felt.rack"));
    const offered = [...[...denominations].reverse(), TAKE].map(String);
    keep(values, offered, String, valueButton, (button, value) => fillValue(table, button, Number(value)));
    mark(values, String(cents));
    amount.show();
    behind.show();
  }

  table.on("hello", show);
  table.on("selection", show);
}

/** @param {string} value */
function valueButton(value) {
  const cents = Number(value);
  const button = el("button", { type: "button", role: "radio", dataset: cents ? { cents } : { act: "take" } });
  if (cents) button.append(picture(colourOf(cents), faceValue(cents)));
  else button.append(hand(), el("span", { class: "words" }));
  return button;
}

/**
 * @param {Table} table
 * @param {HTMLElement} button
 * @param {number} cents
 */
function fillValue(table, button, cents) {
  if (cents) set(button, "aria-label", table.money(cents));
  else write(/** @type {Element} */ (button.querySelector(".words")), table.say("web.felt.take"));
}

/**
 * @param {string} colour
 * @param {string} written
 */
function picture(colour, written) {
  return svg("svg", { viewBox: "-24 -24 48 50", "aria-hidden": "true", class: "chip-picture" }, chip(colour, written, { x: 0, y: 0, r: 22 }));
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
  const field = el("input", { id: "felt-amount", inputmode: "decimal", autocomplete: "off", size: 7 });
  const words = el("label", { for: field.id });
  const chosen = () => {
    const cents = centsOf(field.value);
    set(field, "aria-invalid", cents === null && field.value !== "" ? "true" : null);
    if (cents !== null) table.select({ cents });
  };
  field.addEventListener("input", chosen);
  return {
    node: el("span", { class: "amount" }, words, field),
    show() {
      write(words, table.say("web.felt.amount"));
      const { cents } = table.selection;
      if (document.activeElement !== field) field.value = cents ? dollarsOf(cents) : "";
    },
  };
}

/** @param {Table} table */
function behindBox(table) {
  const box = el("input", { type: "checkbox", id: "felt-behind" });
  const words = el("label", { for: box.id });
  const node = el("span", { class: "behind" }, box, words);
  box.addEventListener("change", () => table.select({ bettor: box.checked ? table.hello.felt.behind[0] : null }));
  return {
    node,
    show() {
      const [who] = table.hello.felt.behind;
      node.hidden = who === undefined;
      write(words, table.say("web.felt.behind"));
      box.checked = who !== undefined && table.selection.bettor === who;
      if (table.selection.bettor && table.selection.bettor !== who) table.select({ bettor: null });
    },
  };
}
