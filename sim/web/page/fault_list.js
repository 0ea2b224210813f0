// @ts-check
// The faults in words: each with its remedy, and the technician's part of clearing it.

import { element, reconcileChildren, writeText } from "./dom.js";
import { betName } from "./words.js";
import { FAULT_KEYS, PART_KEYS, REMEDY_KEYS } from "./word_keys.js";

/**
 * Shows the current faults, and has a screen reader read out new ones.
 * @param {import("./store.js").Table} table
 * @returns {Element}
 */
export function faultList(table) {
  const list = element("ul", { class: "faults" });
  const noFaultLine = element("p", { class: "well" });
  const announcement = element("p", { class: "unseen", role: "status" });
  const clear = element("button", {
    type: "button",
    dataset: { act: "clear" },
    onclick: () => table.ask({ act: "clear" }),
  });
  const clearHint = element("p", { class: "hint" });
  const clearing = element("div", { class: "clearing", hidden: true }, clear, clearHint);
  /** @type {Set<string>} */
  let knownFaults = new Set();

  function show() {
    const faults = table.live ? table.status.faults : [];
    reconcileChildren(list, faults, faultId, make, (node, fault) => fill(table, node, fault));
    writeText(noFaultLine, faults.length || !table.live ? "" : table.say(noFaultKey(table.status)));
    writeText(clear, table.say("web.fault.clear"));
    writeText(clearHint, table.say("web.fault.clear_hint"));
    clearing.hidden = faults.length === 0;
    const fresh = faults.filter((/** @type {any} */ fault) => !knownFaults.has(faultId(fault)));
    if (fresh.length) writeText(announcement, fresh.map((/** @type {any} */ fault) => faultWords(table, fault)).join(". "));
    knownFaults = new Set(faults.map(faultId));
  }

  for (const topic of ["hello", "status", "link"]) table.on(topic, show);
  return element("div", {}, list, noFaultLine, clearing, announcement);
}

/**
 * The message key if there is no fault.
 * @param {any} status
 */
function noFaultKey(status) {
  if (!status.stopped) return "web.fault.none";
  return status.ask.do === "start" ? "web.fault.starting" : "web.fault.unconfirmed";
}

/**
 * A fault in the page's language; in the table's if the page has no words for it.
 * @param {import("./store.js").Table} table
 * @param {any} fault
 */
function faultWords(table, fault) {
  return faultText(table, FAULT_KEYS[fault.code] ?? fault.code, fault, fault.words);
}

/**
 * @param {import("./store.js").Table} table
 * @param {string} key
 * @param {any} fault
 * @param {string} fallback
 */
function faultText(table, key, fault, fallback) {
  const values = { ...fault.values, part: { key: PART_KEYS[fault.part] ?? fault.part } };
  if (values.on) values.on = betName(values.on);
  const text = table.render({ key, values });
  return text === key ? fallback : text;
}

/**
 * A part's name in words, or its own.
 * @param {import("./store.js").Table} table
 * @param {string} name
 */
export function partName(table, name) {
  return table.has(PART_KEYS[name] ?? name) ? table.say(PART_KEYS[name] ?? name) : name;
}

/** @param {any} fault */
function faultId(fault) {
  return `${fault.part}.${fault.code}`;
}

/** @param {any} fault */
function make(fault) {
  return element(
    "li",
    { dataset: { fault: faultId(fault) } },
    element("strong"),
    element("span", { class: "remedy" }),
    element("span", { class: "gone" }),
  );
}

/**
 * @param {import("./store.js").Table} table
 * @param {Element} node
 * @param {any} fault
 */
function fill(table, node, fault) {
  const [description, remedy, goneNote] = node.children;
  writeText(description, faultWords(table, fault));
  writeText(remedy, faultText(table, REMEDY_KEYS[fault.code] ?? fault.code, fault, fault.remedy));
  writeText(goneNote, fault.gone ? table.say("web.fault.gone") : "");
}
