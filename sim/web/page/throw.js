// @ts-check
// The wheel, the dice or the balls: by chance, or as they are chosen to fall.

import { el, keep, set, write } from "./dom.js";

/** @typedef {import("./store.js").Table} Table */

/** How many dice a game is played with. */
const DICE = { craps: 2, "sic-bo": 3 };
const CHANCE = "";

/**
 * @param {HTMLElement} root
 * @param {Table} table
 */
export function mountThrow(root, table) {
  const title = el("h2", { class: "label" });
  const lies = el("p", { class: "lies" });
  const go = el("button", { dataset: { act: "throw" } });
  const chosen = el("div", { class: "row" });
  const turns = el("input", { type: "number", min: 0, max: 100, inputmode: "numeric" });
  const turning = el("label", { class: "field" }, el("span"), turns);
  root.append(title, lies, el("div", { class: "row" }, go), chosen, turning);

  go.onclick = () => {
    const symbols = chosenSymbols(chosen);
    const revolutions = turning.hidden || turns.value === "" ? null : Number(turns.value);
    const whole = symbols.every((symbol) => symbol !== CHANCE);
    void table.ask({ act: "throw", symbols: whole ? symbols : [], revolutions });
  };
  table.on("hello", (hello) => {
    if (hello.instrument === null) return;
    write(title, table.say(`web.throw.${hello.instrument}`));
    write(go, table.say(`web.do.throw_${hello.instrument}`));
    turning.hidden = hello.instrument !== "segment";
    write(turning.firstElementChild, table.say("web.throw.turns"));
    choices(chosen, table, hello);
  });
  table.on("status", (status) => {
    if (!status.instrument) return;
    const { shown, keyed } = status.instrument;
    write(lies, (shown.length ? shown : keyed).join(" ") || "–");
    go.classList.toggle("next", ["bring_result", "key_result", "key_again"].includes(status.ask.do));
  });
}

/**
 * @param {HTMLElement} root
 * @param {Table} table
 * @param {any} hello
 */
function choices(root, table, hello) {
  if (hello.instrument === "balls") {
    const made = () => el("label", { class: "field wide" }, el("span"), el("input", { inputmode: "numeric" }));
    keep(root, ["balls"], String, made, (label) => write(label.firstElementChild, table.say("web.throw.these")));
    return;
  }
  const dice = DICE[/** @type {keyof typeof DICE} */ (hello.game)] ?? 2;
  const parts = Array.from({ length: hello.instrument === "dice" ? dice : 1 }, (_, at) => at + 1);
  const made = (/** @type {number} */ at) => el("label", { class: "field" }, el("span"), el("select", { name: `part-${at}` }));
  keep(root, parts, (at) => `${hello.seat}-${at}`, made, (label, at) => {
    write(label.firstElementChild, table.say(`web.throw.which_${hello.instrument}`, { number: at }));
    keep(label.lastElementChild, [CHANCE, ...hello.symbols], String, (symbol) => el("option", { value: symbol }), (option, symbol) => {
      write(option, symbol === CHANCE ? table.say("web.throw.chance") : symbol);
    });
  });
}

/**
 * What was chosen, each symbol; none where chance is to have it.
 * @param {HTMLElement} root
 * @returns {string[]}
 */
function chosenSymbols(root) {
  const balls = root.querySelector("input");
  if (balls) return balls.value.split(/[\s,;]+/).filter(Boolean);
  return [...root.querySelectorAll("select")].map((select) => select.value);
}
