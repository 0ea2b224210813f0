// @ts-check
// The boards of wheels and dice, and of games whose results are sentences.

import { element } from "./dom.js";
import { numberColour } from "./roulette_numbers.js";
import { die } from "./pips.js";
import { svg } from "./svg.js";
import { countEach, diceTotal, share } from "./tallies.js";

/** @typedef {import("./store.js").Table} Table */

const LAST = 20;
const HOT = 5;
const THROWS = 12;
const SENTENCES = 10;

/**
 * @param {Table} table
 * @param {string[]} results
 * @param {string[]} numbers
 */
export function drawnNumbers(table, results, numbers) {
  const last = [...results].reverse().slice(0, LAST);
  const all = countEach(results, numbers);
  const isChance = (/** @type {(n: number) => boolean} */ fits) => (/** @type {string} */ result) => Number(result) > 0 && fits(Number(result));
  const shares = [
    { words: "bet.red", fits: (/** @type {string} */ one) => numberColour(one) === "red" },
    { words: "bet.black", fits: (/** @type {string} */ one) => numberColour(one) === "black" },
    { words: "bet.even", fits: isChance((n) => n % 2 === 0) },
    { words: "bet.odd", fits: isChance((n) => n % 2 === 1) },
    { words: "bet.low", fits: isChance((n) => n <= 18) },
    { words: "bet.high", fits: isChance((n) => n > 18) },
  ];
  return [
    element("ol", { class: "last numbers", "aria-label": table.say("web.board.last") }, ...last.map(numberOf)),
    element("dl", { class: "shares" }, ...shares.map(({ words, fits }) => shareOf(table.say(words), share(results, fits), table))),
    numberSection(table.say("web.board.hot"), "hot", all.filter(({ count }) => count > 0).slice(0, HOT)),
    numberSection(table.say("web.board.cold"), "cold", all.slice(-HOT).reverse()),
  ];
}

/** @param {string} number */
function numberOf(number) {
  return element("li", { class: `number ${numberColour(number)}`, text: number });
}

/**
 * @param {string} title
 * @param {string} kind
 * @param {import("./tallies.js").Count[]} numbers
 */
function numberSection(title, kind, numbers) {
  const items = numbers.map(({ of, count }) => element("li", {}, element("span", { class: `number ${numberColour(of)}`, text: of }), element("small", { text: `× ${count}` })));
  return element("section", { class: kind }, element("h2", { text: title }), element("ol", {}, ...items));
}

/**
 * @param {string} words
 * @param {number | null} percent
 * @param {Table} table
 */
function shareOf(words, percent, table) {
  const percentText = percent === null ? "–" : table.words.percent(String(percent));
  return element("div", {}, element("dt", { text: words }), element("dd", { text: percentText }));
}

/**
 * @param {Table} table
 * @param {string[]} results
 */
export function drawnDice(table, results) {
  const thrown = results.filter((result) => /^\d(-\d)+$/.test(result));
  const last = [...thrown].reverse().slice(0, THROWS);
  const faces = thrown[0]?.split("-").length ?? 2;
  const totals = Array.from({ length: 5 * faces + 1 }, (_, nth) => String(nth + faces));
  return [
    element("ol", { class: "last throws", "aria-label": table.say("web.board.last") }, ...last.map(throwOf)),
    bars(table.say("web.board.totals"), totals, thrown.map((one) => String(diceTotal(one)))),
  ];
}

/** @param {string} thrown */
function throwOf(thrown) {
  const faces = thrown.split("-").map(Number);
  const drawn = svg("svg", { viewBox: `0 0 ${faces.length * 44} 44`, "aria-hidden": "true" }, ...faces.map((face, nth) => die(face, { x: 22 + nth * 44, y: 22 }, 38)));
  return element("li", { "aria-label": `${faces.join(" ")}: ${diceTotal(thrown)}` }, drawn, element("strong", { text: String(diceTotal(thrown)) }));
}

/**
 * @param {Table} table
 * @param {string[]} results
 * @param {string[]} symbols
 */
export function drawnSymbols(table, results, symbols) {
  const last = [...results].reverse().slice(0, LAST);
  return [
    element("ol", { class: "last symbols", "aria-label": table.say("web.board.last") }, ...last.map((one) => element("li", { class: "number plain", text: one }))),
    bars(table.say("web.board.often"), [...new Set(symbols)], results),
  ];
}

/**
 * How often each result has come, as bars.
 * @param {string} title
 * @param {string[]} all
 * @param {string[]} results
 */
function bars(title, all, results) {
  const count = new Map(countEach(results, all).map(({ of, count: times }) => [of, times]));
  const most = Math.max(1, ...count.values());
  const bar = (/** @type {string} */ of) => {
    const times = count.get(of) ?? 0;
    const filled = element("dd", { class: "bar", "aria-hidden": "true" });
    filled.style.setProperty("--share", String(times / most));
    return element("div", {}, element("dt", { text: of }), filled, element("dd", { text: String(times) }));
  };
  return element("section", { class: "often" }, element("h2", { text: title }), element("dl", { class: "bars" }, ...all.map(bar)));
}

/** @param {string[]} results */
export function drawnSentences(results) {
  return [element("ol", { class: "last sentences" }, ...[...results].reverse().slice(0, SENTENCES).map((one) => element("li", { text: one })))];
}
