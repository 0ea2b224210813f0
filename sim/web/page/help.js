// @ts-check
// The help, and the shortcuts that it lists: each has a button too, and all can be switched off.

import { element, reconcileChildren, setAttribute, writeText } from "./dom.js";
import { recall, remember } from "./local_storage.js";
import { OUTCOME_SIGNS } from "./place_marks.js";
import { HELP_KEYS, LEGEND_KEYS, LEGEND_TERM_KEYS, SHORTCUT_KEYS } from "./page_keys.js";

/** @typedef {import("./store.js").Table} Table */
/** @typedef {import("./places.js").Place} Place */

const LINES = ["asks", "answer", "bets", "take_over", "break", "inside"];
/** Words of the trade that the legend explains. */
const TERMS = ["spot", "behind", "right_bet", "late_bet", "void", "resolve"];
const SHORTCUTS_ITEM = "shortcuts";
const SUITS_ITEM = "suits";

/** By key: the button of the page that it presses. */
const SHORTCUTS = {
  d: '#shoe [data-act="draw"], #shoe [data-act="throw"]',
  t: '#prompt [data-act="tidy"]',
  u: '[data-key="undo"]',
  k: '#keys [data-act="turn"]',
  p: '#controls [data-act="play"]:not([aria-pressed="true"]), #controls [data-act="leave"]',
  e: '#controls [data-act="step"]',
  b: '#controls [data-act="back"]',
  w: "#why-open",
  "?": "#help-open",
};

/**
 * @param {HTMLDialogElement} dialog
 * @param {HTMLElement} opener
 * @param {Table} table
 */
export function mount(dialog, opener, table) {
  const title = element("h2", { id: "help-title" });
  const lines = element("ol");
  const legend = element("details", { class: "legend" }, element("summary"), element("dl", { class: "shortcuts" }));
  const shortcuts = element("h3");
  const keys = element("dl", { class: "shortcuts" });
  const shortcutsBox = element("input", { type: "checkbox", id: "shortcuts" });
  shortcutsBox.checked = recall(SHORTCUTS_ITEM) !== "off";
  const switched = element("label", { class: "check" }, shortcutsBox, element("span"));
  const fourSuitsBox = element("input", { type: "checkbox", id: "four-suits" });
  const suits = element("label", { class: "check" }, fourSuitsBox, element("span"));
  fourSuitsBox.checked = recall(SUITS_ITEM) === "four";
  const applySuitColours = () => setAttribute(document.documentElement, "data-suits", fourSuitsBox.checked ? "four" : null);
  applySuitColours();
  const guide = element("button", { id: "guide-again" });
  const close = element("button", { class: "next", onclick: () => dialog.close() });
  dialog.append(title, lines, legend, shortcuts, keys, switched, suits, element("div", { class: "row end" }, guide, close));
  setAttribute(dialog, "aria-labelledby", "help-title");

  opener.onclick = () => dialog.showModal();
  shortcutsBox.onchange = () => remember(SHORTCUTS_ITEM, shortcutsBox.checked ? "on" : "off");
  fourSuitsBox.onchange = () => {
    remember(SUITS_ITEM, fourSuitsBox.checked ? "four" : "two");
    applySuitColours();
  };
  addEventListener("keydown", (event) => {
    if (shortcutsBox.checked) shortcut(event);
  });
  table.on("hello", () => {
    writeText(title, table.say("web.help.title"));
    writeText(shortcuts, table.say("web.help.shortcuts"));
    writeText(legend.firstElementChild, table.say("web.legend.title"));
    const terms = [...marks(table.shortMoney(5000)), ...TERMS.map((term) => [table.say(LEGEND_TERM_KEYS[term]), term])];
    const explanations = terms.map(([mark, name]) => [mark, table.say(LEGEND_KEYS[name])]);
    reconcileChildren(legend.lastElementChild, [...signs(table), ...explanations], String, () => element("div", {}, element("dt"), element("dd")), (item, [mark, words]) => {
      writeText(item.firstElementChild, mark);
      writeText(item.lastElementChild, words);
    });
    writeText(switched.lastElementChild, table.say("web.help.switch"));
    writeText(suits.lastElementChild, table.say("web.help.four_suits"));
    writeText(close, table.say("web.help.close"));
    reconcileChildren(lines, LINES, String, () => element("li"), (item, line) => writeText(item, table.say(HELP_KEYS[line])));
    const shortcutList = [["1 … 9", "digits"], ...Object.keys(SHORTCUTS).map((key) => [key, key === "?" ? "help" : key])];
    reconcileChildren(keys, shortcutList, ([key]) => key, () => element("div", {}, element("dt", {}, element("kbd")), element("dd")), (item, [key, name]) => {
      writeText(item.querySelector("kbd"), key);
      writeText(item.lastElementChild, table.say(SHORTCUT_KEYS[name]));
    });
  });
}

/**
 * The marks beside chips, each with its name in the legend.
 * @param {string} money an example of an amount
 */
function marks(money) {
  const { win, lose, push } = OUTCOME_SIGNS;
  return [[money, "sum"], [`≡ ${money}`, "held"], [`+${money}`, "asked"], [`${win} +${money}`, "win"], [lose, "lose"], [push, "push"], ["!", "late"]];
}

/**
 * The signs that replace a name at small places, each with the name.
 * @param {Table} table
 * @returns {string[][]}
 */
function signs({ hello, language }) {
  const places = hello.felt.places.filter((/** @type {Place} */ place) => !place.on_line && (!place.argument || place.cloth[language]));
  return [...new Map(places.map((/** @type {Place} */ { sign, base }) => [sign[language], base[language]]))];
}

/** @param {KeyboardEvent} event */
function shortcut(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  const writes = target.matches?.("input, select, textarea") || document.querySelector("dialog[open]");
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || writes) return;
  const button = /** @type {HTMLElement | null} */ (buttonFor(event.key));
  if (!button || button.matches(":disabled") || button.closest("[inert]")) return;
  event.preventDefault();
  button.click();
}

/** @param {string} key */
function buttonFor(key) {
  if (/^[1-9]$/.test(key)) return document.querySelector(`#prompt [data-digit="${key}"]`);
  const selector = SHORTCUTS[/** @type {keyof typeof SHORTCUTS} */ (key.toLowerCase())];
  if (!selector) return null;
  return [...document.querySelectorAll(selector)].find((node) => !node.closest("[hidden]")) ?? null;
}
