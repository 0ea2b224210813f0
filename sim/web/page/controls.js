// @ts-check
// The controls of the people: whether they play, how fast, which script; and the record of what they played.

import { element, icon, reconcileChildren, setAttribute, writeText } from "./dom.js";
import { loadScriptFile } from "./script_drop.js";
import { CONTROL_KEYS } from "./page_keys.js";

/** @typedef {import("./store.js").Table} Table */

const TIMES = [0.5, 1, 2, 5, 10, 20, 50];

/**
 * @param {HTMLElement} root
 * @param {Table} table
 */
export function mount(root, table) {
  const play = controlButton("play", "play", () => void table.ask({ act: "people", play: true }));
  const leave = controlButton("leave", "hand", () => void table.ask({ act: "people", play: false }));
  const step = controlButton("step", "step", () => void table.ask({ act: "step" }));
  const back = controlButton("back", "back", () => void table.ask({ act: "back" }));
  const speed = element("select", { dataset: { act: "speed" } });
  const speeds = element("label", { class: "field inline" }, element("span"), speed);
  const load = element("input", { type: "file", accept: ".jsonl,.json,.txt", class: "unseen" });
  const loading = element("label", { class: "button", dataset: { act: "load" } }, icon("load"), element("span"), load);
  const save = element("a", { class: "button", href: "/script", download: "", dataset: { act: "save" } }, icon("save"), element("span"));
  const script = element("p", { class: "script" });
  const players = element("div", { class: "segments", role: "group" }, play, leave);
  const school = element("button", { id: "school-open" }, icon("school"), element("span"));
  root.append(players, step, speeds, back, script, element("span", { class: "space" }), school, loading, save);

  speed.onchange = () => void table.ask({ act: "speed", times: Number(speed.value) });
  load.onchange = () => {
    if (load.files?.[0]) void loadScriptFile(table, load.files[0]);
    // Or choosing the same file again would cause no change event.
    load.value = "";
  };
  table.on("hello", () => {
    setAttribute(players, "aria-label", table.say("web.controls.players"));
    for (const [node, key] of [[play, "play"], [leave, "leave"], [step, "step"], [back, "back"], [loading, "load"], [save, "save"]]) {
      writeText(labelOf(node), table.say(CONTROL_KEYS[key]));
      setAttribute(node, "title", table.say(CONTROL_KEYS[`${key}_told`]));
    }
    writeText(speeds.firstElementChild, table.say("web.controls.speed"));
    setAttribute(speed, "aria-label", table.say("web.controls.speed"));
  });
  table.on("people", (people) => showPeople(table, people, { play, leave, step, back, save, speed, script }));
}

/**
 * @param {Table} table
 * @param {any} people
 * @param {Record<string, any>} nodes
 */
function showPeople(table, people, { play, leave, step, back, save, speed, script }) {
  setAttribute(play, "aria-pressed", String(people.play));
  setAttribute(leave, "aria-pressed", String(!people.play));
  step.disabled = people.play;
  back.disabled = !people.may_go_back;
  save.classList.toggle("disabled", people.recorded === 0);
  setAttribute(save, "aria-disabled", people.recorded === 0 ? "true" : null);
  const times = TIMES.includes(people.times) ? TIMES : [...TIMES, people.times].sort((a, b) => a - b);
  reconcileChildren(speed, times, String, (one) => element("option", { value: one }), (option, one) => {
    writeText(option, table.say("web.controls.times", { number: table.words.number(String(one)) }));
  });
  if (document.activeElement !== speed) speed.value = String(people.times);
  writeText(script, scriptProgress(table, people));
  setAttribute(script, "title", people.next);
}

/**
 * @param {Table} table
 * @param {any} people
 */
function scriptProgress(table, { script, step, steps, next }) {
  if (script === null || script === undefined) return "";
  const values = { name: script, step, steps };
  const progress = table.say(next === null ? "web.controls.script_over" : "web.controls.script", values);
  return next === null ? progress : `${progress} · ${next}`;
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
