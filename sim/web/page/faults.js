// @ts-check
// What is wrong, in words: each fault with its cure, and the technician's share of it.

import { el, keep, write } from "./dom.js";
import { betName } from "./words.js";

/**
 * Shows the faults that stand, and reads out those that are new.
 * @param {import("./store.js").Table} table
 * @returns {Element}
 */
export function faults(table) {
  const list = el("ul", { class: "faults" });
  const none = el("p", { class: "well" });
  const heard = el("p", { class: "unseen", role: "status" });
  const clear = el("button", {
    type: "button",
    dataset: { act: "clear" },
    onclick: () => table.ask({ act: "clear" }),
  });
  const share = el("p", { class: "hint" });
  const clearing = el("div", { class: "clearing", hidden: true }, clear, share);
  /** @type {Set<string>} */
  let stood = new Set();

  function show() {
    const stand = table.live ? table.status.faults : [];
    keep(list, stand, nameOf, make, (node, fault) => fill(table, node, fault));
    write(none, stand.length || !table.live ? "" : table.say(well(table.status)));
    write(clear, table.say("web.fault.clear"));
    write(share, table.say("web.fault.clear_hint"));
    clearing.hidden = stand.length === 0;
    const fresh = stand.filter((/** @type {any} */ fault) => !stood.has(nameOf(fault)));
    if (fresh.length) write(heard, fresh.map((/** @type {any} */ fault) => words(table, fault)).join(". "));
    stood = new Set(stand.map(nameOf));
  }

  for (const topic of ["hello", "status", "link"]) table.on(topic, show);
  return el("div", {}, list, none, clearing, heard);
}

/**
 * What is said where no fault stands.
 * @param {any} status
 */
function well(status) {
  if (!status.stopped) return "web.fault.none";
  return status.ask.do === "start" ? "web.fault.starting" : "web.fault.unconfirmed";
}

/**
 * What is wrong, in the page's language; in the table's where the page has no words for it.
 * @param {import("./store.js").Table} table
 * @param {any} fault
 */
function words(table, fault) {
  return inWords(table, `fault.${fault.code}`, fault, fault.words);
}

/**
 * @param {import("./store.js").Table} table
 * @param {string} key
 * @param {any} fault
 * @param {string} otherwise
 */
function inWords(table, key, fault, otherwise) {
  const values = { ...fault.values, part: { key: `part.${fault.part}` } };
  if (values.on) values.on = betName(values.on);
  const said = table.tell({ key, values });
  return said === key ? otherwise : said;
}

/**
 * A part's name in words, or its own.
 * @param {Table} table
 * @param {string} name
 */
export function partName(table, name) {
  return table.has(`part.${name}`) ? table.say(`part.${name}`) : name;
}

/** @param {any} fault */
function nameOf(fault) {
  return `${fault.part}.${fault.code}`;
}

/** @param {any} fault */
function make(fault) {
  return el(
    "li",
    { dataset: { fault: nameOf(fault) } },
    el("strong"),
    el("span", { class: "remedy" }),
    el("span", { class: "gone" }),
  );
}

/**
 * @param {import("./store.js").Table} table
 * @param {Element} node
 * @param {any} fault
 */
function fill(table, node, fault) {
  const [what, remedy, gone] = node.children;
  write(what, words(table, fault));
  write(remedy, inWords(table, `remedy.${fault.code}`, fault, fault.remedy));
  write(gone, fault.gone ? table.say("web.fault.gone") : "");
}
