// @ts-check
// The dealer's keys with their lights, the supervisor's key, the doors.

import { openAnswers } from "./answers.js";
import { element, reconcileChildren, rovingFocus, setAttribute, writeText } from "./dom.js";
import { SWITCH_KEYS } from "./page_keys.js";
import { DOOR_KEYS, KEY_LABELS } from "./word_keys.js";

/** @typedef {import("./store.js").Table} Table */

/** The letters of a word from which on it is long for a key, and longest. */
const LONG = 10;
const LONGEST = 12;

/**
 * @param {HTMLElement} root
 * @param {Table} table
 */
export function mount(root, table) {
  const title = element("h2", { class: "unseen" });
  const panel = element("div", { class: "panel", role: "group" });
  const switches = element("div", { class: "switches" });
  root.append(title, panel, switches);
  const stop = rovingFocus(panel);
  let seat = -1;

  table.on("hello", (hello) => {
    writeText(title, table.say("part.keys"));
    setAttribute(panel, "aria-label", table.say("part.keys"));
    reconcileChildren(panel, hello.keys, String, (key) => keyButton(table, key), (button, key) => nameKey(table, button, key));
    stop();
    if (seat !== hello.seat) setTimeout(() => scrollUp(root));
    seat = hello.seat;
  });
  const show = () => {
    const { scene, status, hello } = table;
    if (!scene || !hello) return;
    const first = status ? openAnswers(status, hello)[0] : null;
    // A player's decision is never what comes next.
    const next = first?.column === undefined ? first?.act : null;
    for (const button of panel.children) lightKey(table, button, scene, next);
    showSwitches(switches, table, scene, hello, next);
  };
  table.on("scene", show);
  table.on("status", show);
}

/**
 * Scrolls a node and all around it back to the top; called after drawing, since scrolling forces a layout.
 * @param {Element | null} node
 */
function scrollUp(node) {
  for (; node; node = node.parentElement) node.scrollTop = 0;
}

/**
 * @param {Table} table
 * @param {string} key
 */
function keyButton(table, key) {
  const press = () => void table.ask({ act: "press", key });
  const parts = [element("span", { class: "lamp" }), element("span", { class: "words" }), element("small"), element("span", { class: "unseen" })];
  return element("button", { class: "key", dataset: { key }, onclick: press }, ...parts);
}

/**
 * @param {Table} table
 * @param {HTMLElement} button
 * @param {string} key
 */
function nameKey(table, button, key) {
  const [, words, small] = /** @type {HTMLElement[]} */ ([...button.children]);
  writeText(words, table.say(KEY_LABELS[key] ?? key));
  const letters = lettersOf(words.textContent ?? "");
  words.style.setProperty("--letters", String(letters));
  button.classList.toggle("long", letters >= LONG);
  button.classList.toggle("longest", letters >= LONGEST);
  const chip = /^chip_(\d)$/.exec(key);
  const cents = chip ? table.hello.denominations[Number(chip[1]) - 1] : undefined;
  const heldHint = table.hello.held.includes(key) ? table.say("web.keys.held") : "";
  writeText(small, cents === undefined ? heldHint : table.money(cents));
  small.style.setProperty("--letters", String(small.textContent?.length || 1));
}

/**
 * The letters of a label's longest word.
 * @param {string} label
 */
function lettersOf(label) {
  return Math.max(...label.split(/[\s-]+/).map((word) => word.length));
}

/**
 * @param {Table} table
 * @param {Element} button
 * @param {any} scene
 * @param {any} next
 */
function lightKey(table, button, scene, next) {
  const key = button.getAttribute("data-key") ?? "";
  const lit = scene.keys.includes(key);
  button.classList.toggle("lit", lit);
  button.classList.toggle("down", scene.pressed.includes(key));
  button.classList.toggle("next", lit && next?.key === key);
  writeText(/** @type {Element} */ (button.lastElementChild), lit ? table.say("web.keys.lit") : "");
}

/**
 * @param {HTMLElement} root
 * @param {Table} table
 * @param {any} scene
 * @param {any} hello
 * @param {any} next
 */
function showSwitches(root, table, scene, hello, next) {
  const all = [
    { id: "key_switch", on: scene.key_switch, words: table.say("web.keys.supervisor"), states: ["off", "on"] },
    ...hello.doors.map((/** @type {string} */ door) => ({
      id: door, on: scene.doors.includes(door), words: table.say(DOOR_KEYS[door] ?? door), states: ["shut", "open"],
    })),
  ];
  reconcileChildren(root, all, ({ id }) => id, ({ id }) => switchButton(table, id), (node, { id, on, words, states }) => {
    setAttribute(node, "aria-checked", String(on));
    writeText(node.children[1], words);
    writeText(node.children[2], table.say(SWITCH_KEYS[states[Number(on)]]));
    node.classList.toggle("next", id === "key_switch" && next?.act === "turn");
    node.classList.toggle("warns", id !== "key_switch" && on);
  });
}

/**
 * @param {Table} table
 * @param {string} id
 */
function switchButton(table, id) {
  const turn = (/** @type {Event} */ event) => {
    const on = /** @type {Element} */ (event.currentTarget).getAttribute("aria-checked") !== "true";
    void table.ask(id === "key_switch" ? { act: "turn", on } : { act: "movedoor", door: id, open: on });
  };
  const data = id === "key_switch" ? { act: "turn" } : { act: "movedoor", door: id };
  const parts = [element("span", { class: "knob" }), element("span", { class: "words" }), element("small")];
  return element("button", { class: "switch", role: "switch", dataset: data, onclick: turn }, ...parts);
}
