// @ts-check
// Spins the wheel, throws the dice or draws the balls: by chance, or to a chosen result.

import { element, reconcileChildren, setAttribute, writeText } from "./dom.js";
import { DO_KEYS, THROW_CHOICE_KEYS, THROW_KEYS } from "./page_keys.js";

/** @typedef {import("./store.js").Table} Table */

/** The number of dice of a game. */
const DICE = { craps: 2, "sic-bo": 3 };
const CHANCE = "";

/**
 * @param {HTMLElement} root
 * @param {Table} table
 */
export function mountThrow(root, table) {
  const title = element("h2", { class: "label" });
  const resultLine = element("p", { class: "lies" });
  const throwButton = element("button", { dataset: { act: "throw" } });
  const chosen = element("div", { class: "row" });
  const turns = element("input", { type: "number", min: 0, max: 100, inputmode: "numeric" });
  const turning = element("label", { class: "field" }, element("span"), turns);
  root.append(title, resultLine, element("div", { class: "row" }, throwButton), chosen, turning);

  throwButton.onclick = () => {
    const symbols = chosenSymbols(chosen);
    const revolutions = turning.hidden || turns.value === "" ? null : Number(turns.value);
    const isComplete = symbols.every((symbol) => symbol !== CHANCE);
    void table.ask({ act: "throw", symbols: isComplete ? symbols : [], revolutions });
  };
  table.on("hello", (hello) => {
    if (hello.instrument === null) return;
    writeText(title, table.say(THROW_KEYS[hello.instrument]));
    writeText(throwButton, table.say(DO_KEYS[`throw_${hello.instrument}`]));
    turning.hidden = hello.instrument !== "segment";
    writeText(turning.firstElementChild, table.say("web.throw.turns"));
    fillChoices(chosen, table, hello);
  });
  table.on("status", (status) => {
    if (!status.instrument) return;
    const { shown, keyed } = status.instrument;
    writeText(resultLine, (shown.length ? shown : keyed).join(" ") || "–");
    throwButton.classList.toggle("next", ["bring_result", "key_result", "key_again"].includes(status.ask.do));
  });
}

/**
 * @param {HTMLElement} root
 * @param {Table} table
 * @param {any} hello
 */
function fillChoices(root, table, hello) {
  if (hello.instrument === "balls") {
    const makeField = () => element("label", { class: "field wide" }, element("span"), element("input", { inputmode: "numeric" }));
    reconcileChildren(root, ["balls"], String, makeField, (label) => writeText(label.firstElementChild, table.say("web.throw.these")));
    return;
  }
  const dice = DICE[/** @type {keyof typeof DICE} */ (hello.game)] ?? 2;
  const parts = Array.from({ length: hello.instrument === "dice" ? dice : 1 }, (_, index) => index + 1);
  const makeField = (/** @type {number} */ number) => element("label", { class: "field" }, element("span"), element("select", { name: `part-${number}` }));
  reconcileChildren(root, parts, (number) => `${hello.seat}-${number}`, makeField, (label, number) => {
    writeText(label.firstElementChild, table.say(THROW_CHOICE_KEYS[hello.instrument], { number: number }));
    reconcileChildren(label.lastElementChild, [CHANCE, ...hello.symbols], String, (symbol) => element("option", { value: symbol }), (option, symbol) => {
      writeText(option, symbol === CHANCE ? table.say("web.throw.chance") : symbol);
    });
  });
}

/**
 * The chosen symbols; empty for one that is left to chance.
 * @param {HTMLElement} root
 * @returns {string[]}
 */
function chosenSymbols(root) {
  const balls = root.querySelector("input");
  if (balls) return balls.value.split(/[\s,;]+/).filter(Boolean);
  return [...root.querySelectorAll("select")].map((select) => select.value);
}
