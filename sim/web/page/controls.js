// @ts-check
// The controls of the people: whether they play, and how fast.

import { element, icon, reconcileChildren, setAttribute, writeText } from "./dom.js";
import { CONTROL_KEYS } from "./page_keys.js";

/** @typedef {import("./store.js").Table} Table */

const TIMES = [0.5, 1, 2, 5, 10, 20, 50];

/**
 * @param {HTMLElement} root
 * @param {Table} table
 */
export function mount(root, table) {
  const play = controlButton("play", "play", () => void table.ask({ act: "people", play: true }));
  const leave = controlButton("leave", "hand", () => {
    void table.ask({ act: "people", play: false });
    // On a phone the controls are at the foot of the page, and the felt at its head.
    scrollTo({ top: 0 });
  });
  const step = controlButton("step", "step", () => void table.ask({ act: "step" }));
  const back = controlButton("back", "back", () => void table.ask({ act: "back" }));
  const speed = element("select", { dataset: { act: "speed" } });
  const speeds = element("label", { class: "field inline" }, element("span"), speed);
  const players = element("div", { class: "segments", role: "group" }, play, leave);
  const school = element("button", { id: "school-open" }, icon("school"), element("span"));
  root.append(players, step, speeds, back, element("span", { class: "space" }), school);

  speed.onchange = () => void table.ask({ act: "speed", times: Number(speed.value) });
  table.on("hello", () => {
    setAttribute(players, "aria-label", table.say("web.controls.players"));
    for (const [node, key] of [[play, "play"], [leave, "leave"], [step, "step"], [back, "back"]]) {
      writeText(labelOf(node), table.say(CONTROL_KEYS[key]));
      setAttribute(node, "title", table.say(CONTROL_KEYS[`${key}_hint`]));
    }
    writeText(speeds.firstElementChild, table.say("web.controls.speed"));
    setAttribute(speed, "aria-label", table.say("web.controls.speed"));
  });
  table.on("people", (people) => showPeople(table, people, { play, leave, step, back, speed }));
}

/**
 * @param {Table} table
 * @param {any} people
 * @param {Record<string, any>} nodes
 */
function showPeople(table, people, { play, leave, step, back, speed }) {
  setAttribute(play, "aria-pressed", String(people.play));
  setAttribute(leave, "aria-pressed", String(!people.play));
  step.disabled = people.play;
  back.disabled = !people.may_go_back;
  const times = TIMES.includes(people.times) ? TIMES : [...TIMES, people.times].sort((a, b) => a - b);
  reconcileChildren(speed, times, String, (one) => element("option", { value: one }), (option, one) => {
    writeText(option, table.say("web.controls.times", { number: table.words.number(String(one)) }));
  });
  if (document.activeElement !== speed) speed.value = String(people.times);
}

/**
 * @param {string} name
 * @param {string} drawing
 * @param {() => void} onclick
 */
function controlButton(name, drawing, onclick) {
  return element("button", { dataset: { act: name }, onclick }, icon(drawing), element("span"));
}

/** @param {any} node */
function labelOf(node) {
  return node.querySelector("span");
}
