// @ts-check
// Spins the wheel, throws the dice or draws the balls: by chance, or to a result that is chosen on them.

import { element, reconcileChildren, rovingFocus, setAttribute, writeText } from "./dom.js";
import { DO_KEYS, THROW_CHOICE_KEYS, THROW_KEYS } from "./page_keys.js";
import { namePicker, pickerPopover } from "./picker_popover.js";
import { numberColour } from "./roulette_numbers.js";

/** @typedef {import("./store.js").Table} Table */

/** The number of dice of a game. */
const DICE = { craps: 2, "sic-bo": 3 };

/**
 * @param {HTMLElement} root
 * @param {Table} table
 */
export function mountThrow(root, table) {
  const title = element("h2", { class: "label" });
  const resultLine = element("p", { class: "lies" });
  const turns = element("input", { type: "number", min: 0, max: 100, inputmode: "numeric" });
  const turning = element("label", { class: "field" }, element("span"), turns);
  const throwTo = (/** @type {string[]} */ symbols) => {
    const revolutions = turning.hidden || turns.value === "" ? null : Number(turns.value);
    void table.ask({ act: "throw", symbols, revolutions });
    picker.close();
  };
  const choices = mountChoices(table, throwTo);
  const picker = pickerPopover(element("div", { class: "throws" }, choices, turning), table, () => boxOf(table.hello));
  const throwButton = element("button", { dataset: { act: "throw" }, onclick: () => throwTo([]) });
  root.append(element("div", { class: "left" }, title, resultLine), element("div", { class: "row" }, throwButton, picker.opener), picker.panel);

  table.on("hello", (hello) => {
    if (hello.instrument === null) return;
    writeText(title, table.say(THROW_KEYS[hello.instrument]));
    writeText(throwButton, table.say(DO_KEYS[`throw_${hello.instrument}`]));
    namePicker(picker, table.say("web.throw.choose"));
    turning.hidden = hello.instrument !== "segment";
    writeText(turning.firstElementChild, table.say("web.throw.turns"));
  });
  table.on("status", (status) => {
    if (!status.instrument) return;
    const { shown, keyed } = status.instrument;
    writeText(resultLine, (shown.length ? shown : keyed).join(" ") || "–");
    throwButton.classList.toggle("next", ["bring_result", "key_result", "key_again"].includes(status.ask.do));
  });
}

/**
 * The part of the felt that a result is chosen on.
 * @param {any} hello
 */
function boxOf({ instrument, felt }) {
  if (instrument === null) return null;
  if (!felt.balls.length) return felt.instrument;
  const [first, last] = [felt.balls[0].box, felt.balls[felt.balls.length - 1].box];
  return { x: (first.x + last.x) / 2, y: (first.y + last.y) / 2, w: last.x - first.x + last.w, h: last.y - first.y + last.h };
}

/**
 * A row of symbols for a wheel, one for each die, or the numbers of the balls to write.
 * @param {Table} table
 * @param {(symbols: string[]) => void} throwTo
 */
function mountChoices(table, throwTo) {
  const root = element("div", { class: "choices" });
  /** @type {string[]} */
  let chosen = [];
  const choose = (/** @type {number} */ nth, /** @type {string} */ symbol, /** @type {number} */ of) => {
    chosen[nth] = symbol;
    if (Object.keys(chosen).length === of) {
      throwTo(chosen);
      chosen = [];
    }
    show();
  };
  const show = () => {
    const { hello } = table;
    const symbols = [...new Set(/** @type {string[]} */ (hello.symbols))];
    const parts = hello.instrument === "dice" ? (DICE[/** @type {keyof typeof DICE} */ (hello.game)] ?? 2) : 1;
    const rows = hello.instrument === null || hello.instrument === "balls" ? [] : Array.from({ length: parts }, (_, nth) => nth);
    setAttribute(root, "data-step", hello.instrument);
    reconcileChildren(root, rows, (nth) => `${hello.seat}-${nth}`, makeRow, (row, nth) => {
      setAttribute(row, "aria-label", table.say(THROW_CHOICE_KEYS[hello.instrument], { number: nth + 1 }));
      reconcileChildren(row, symbols, String, (symbol) => element("button", { dataset: { symbol }, onclick: () => choose(nth, symbol, parts), text: symbol }), (button, symbol) => {
        button.classList.toggle("red", hello.instrument === "number" && numberColour(symbol) === "red");
        setAttribute(button, "aria-pressed", parts > 1 ? String(chosen[nth] === symbol) : null);
      });
    });
    if (hello.instrument === "balls") root.append(ballsForm(table, throwTo));
  };
  table.on("hello", () => {
    chosen = [];
    show();
  });
  return root;
}

function makeRow() {
  const row = element("div", { class: "outcomes", role: "group" });
  rovingFocus(row);
  return row;
}

/**
 * @param {Table} table
 * @param {(symbols: string[]) => void} throwTo
 */
function ballsForm(table, throwTo) {
  const input = element("input", { inputmode: "numeric" });
  const draw = element("button", { class: "next", dataset: { act: "draw-balls" }, text: table.say(DO_KEYS.throw_balls) });
  const form = element("form", { class: "row" }, element("label", { class: "field wide" }, element("span", { text: table.say("web.throw.these") }), input), draw);
  form.onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    throwTo(input.value.split(/[\s,;]+/).filter(Boolean));
  };
  return form;
}
