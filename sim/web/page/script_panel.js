// @ts-check
// The round script: the one that people play and its next step, another to load, and what was played to save.

import { element, icon, setAttribute, writeText } from "./dom.js";
import { loadScriptFile } from "./script_drop.js";

/** @typedef {import("./store.js").Table} Table */

/**
 * @param {HTMLElement} root
 * @param {Table} table
 */
export function mount(root, table) {
  const progress = element("p", { class: "script" });
  const next = element("pre", { class: "next-step", tabindex: "0", translate: "no", hidden: true });
  const file = element("input", { type: "file", accept: ".jsonl,.json,.txt", class: "unseen" });
  const load = element("label", { class: "button", dataset: { act: "load" } }, icon("load"), element("span"), file);
  const save = element("a", { class: "button", href: "/script", download: "", dataset: { act: "save" } }, icon("save"), element("span"));
  const loadHint = element("p", { class: "hint" });
  const saveHint = element("p", { class: "hint" });
  root.append(element("div", { class: "scripts" }, progress, next, load, loadHint, save, saveHint));

  file.onchange = () => {
    if (file.files?.[0]) void loadScriptFile(table, file.files[0]);
    // Or choosing the same file again would cause no change event.
    file.value = "";
  };
  table.on("hello", () => {
    writeText(load.querySelector("span"), table.say("web.controls.load"));
    writeText(save.querySelector("span"), table.say("web.controls.save"));
    writeText(loadHint, table.say("web.controls.load_hint"));
    writeText(saveHint, table.say("web.controls.save_hint"));
    setAttribute(next, "aria-label", table.say("web.controls.script_next"));
  });
  table.on("people", (people) => {
    save.classList.toggle("disabled", people.recorded === 0);
    setAttribute(save, "aria-disabled", people.recorded === 0 ? "true" : null);
    writeText(progress, scriptProgress(table, people));
    writeText(next, people.next ?? "");
    next.hidden = !people.next;
  });
}

/**
 * @param {Table} table
 * @param {any} people
 */
function scriptProgress(table, { script, step, steps, next }) {
  if (script === null || script === undefined) return table.say("web.controls.script_none");
  return table.say(next === null ? "web.controls.script_over" : "web.controls.script", { name: script, step, steps });
}
