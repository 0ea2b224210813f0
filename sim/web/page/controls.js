// @ts-check
// Who plays and how fast, the script that is played, and what was played.

import { el, icon, keep, set, write } from "./dom.js";
import { takeFile } from "./scripts.js";

/** @typedef {import("./store.js").Table} Table */

const TIMES = [0.5, 1, 2, 5, 10, 20, 50];

/**
 * @param {HTMLElement} root
 * @param {Table} table
 */
export function mount(root, table) {
  const play = act("play", "play", () => void table.ask({ act: "people", play: true }));
  const leave = act("leave", "hand", () => void table.ask({ act: "people", play: false }));
  const step = act("step", "step", () => void table.ask({ act: "step" }));
  const back = act("back", "back", () => void table.ask({ act: "back" }));
  const speed = el("select", { dataset: { act: "speed" } });
  const speeds = el("label", { class: "field inline" }, el("span"), speed);
  const load = el("input", { type: "file", accept: ".jsonl,.json,.txt", class: "unseen" });
  const loading = el("label", { class: "button", dataset: { act: "load" } }, icon("load"), el("span"), load);
  const save = el("a", { class: "button", href: "/script", download: "", dataset: { act: "save" } }, icon("save"), el("span"));
  const script = el("p", { class: "script" });
  const players = el("div", { class: "segments", role: "group" }, play, leave);
  const school = el("button", { id: "school-open" }, icon("school"), el("span"));
  root.append(players, step, speeds, back, script, el("span", { class: "space" }), school, loading, save);

  speed.onchange = () => void table.ask({ act: "speed", times: Number(speed.value) });
  load.onchange = () => {
    if (load.files?.[0]) void takeFile(table, load.files[0]);
    load.value = "";
  };
  table.on("hello", () => {
    set(players, "aria-label", table.say("web.controls.players"));
    for (const [node, key] of [[play, "play"], [leave, "leave"], [step, "step"], [back, "back"], [loading, "load"], [save, "save"]]) {
      write(words(node), table.say(`web.controls.${key}`));
      set(node, "title", table.say(`web.controls.${key}_told`));
    }
    write(speeds.firstElementChild, table.say("web.controls.speed"));
    set(speed, "aria-label", table.say("web.controls.speed"));
  });
  table.on("people", (people) => showPeople(table, people, { play, leave, step, back, save, speed, script }));
}

/**
 * @param {Table} table
 * @param {any} people
 * @param {Record<string, any>} nodes
 */
function showPeople(table, people, { play, leave, step, back, save, speed, script }) {
  set(play, "aria-pressed", String(people.play));
  set(leave, "aria-pressed", String(!people.play));
  step.disabled = people.play;
  back.disabled = !people.may_go_back;
  save.classList.toggle("disabled", people.recorded === 0);
  set(save, "aria-disabled", people.recorded === 0 ? "true" : null);
  const times = TIMES.includes(people.times) ? TIMES : [...TIMES, people.times].sort((a, b) => a - b);
  keep(speed, times, String, (one) => el("option", { value: one }), (option, one) => {
    write(option, table.say("web.controls.times", { number: table.language === "fr" ? String(one).replace(".", ",") : String(one) }));
  });
  if (document.activeElement !== speed) speed.value = String(people.times);
  write(script, scriptTold(table, people));
  set(script, "title", people.next);
}

/**
 * @param {Table} table
 * @param {any} people
 */
function scriptTold(table, { script, step, steps, next }) {
  if (script === null || script === undefined) return "";
  const values = { name: script, step, steps };
  const far = table.say(next === null ? "web.controls.script_over" : "web.controls.script", values);
  return next === null ? far : `${far} · ${next}`;
}

/**
 * @param {string} name
 * @param {string} drawing
 * @param {() => void} onclick
 */
function act(name, drawing, onclick) {
  return el("button", { dataset: { act: name }, onclick }, icon(drawing), el("span"));
}

/** @param {any} node */
function words(node) {
  return node.querySelector("span");
}
