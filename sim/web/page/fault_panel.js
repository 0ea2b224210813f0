// @ts-check
// The faults that can be injected: a small panel for each part, with the table's faults and what the journal says.

import { element, reconcileChildren, setAttribute, writeText } from "./dom.js";
import { clockTime } from "./event_stream.js";
import { faultList, partName } from "./fault_list.js";
import { identifyEvents } from "./event_frames.js";
import { INJECTED_FAULT_KEYS, PART_STATE_KEYS, WHEEL_ACT_KEYS } from "./page_keys.js";

const LAST = 8;

/** @typedef {import("./store.js").Table} Table */
/** @typedef {{name: string, kind: string, breaks: {how: string, lasts: boolean}[]}} Part */

/**
 * @param {HTMLElement} root
 * @param {Table} table
 */
export function mount(root, table) {
  const title = element("h2", { class: "unseen" });
  root.append(title, element("div", { class: "break" }, partPanels(table), ...consequences(table)));
  table.on("hello", () => writeText(title, table.say("web.fault.title")));
}

// the parts

/** @param {Table} table */
function partPanels(table) {
  const root = element("div", { class: "parts" });
  const service = servicePanel(table);
  const parts = element("div", { class: "parts-grid" });
  root.append(service.node, parts);

  let shown = "";
  let brokenBefore = "";

  function show() {
    if (!table.hello) return;
    const { broken, doors, powered } = table.scene ?? {};
    const up = table.live ? table.status.parts.map((/** @type {any} */ part) => part.up) : null;
    const now = JSON.stringify([table.hello.seat, table.language, broken, doors, powered, up]);
    if (now === shown) return;
    shown = now;
    const isBroken = (/** @type {Part} */ part) => Number((broken?.[part.name] ?? []).length > 0);
    const sortedParts = [...table.hello.parts].sort((one, other) => isBroken(other) - isBroken(one));
    reconcileChildren(parts, sortedParts, keyOf, panel, (node, part) => fillPanel(table, node, part));
    const brokenNow = JSON.stringify(broken);
    // What has just been broken is the first now.
    if (brokenNow !== brokenBefore && isBroken(sortedParts[0])) parts.firstElementChild?.scrollIntoView({ block: "nearest" });
    brokenBefore = brokenNow;
    service.show();
  }

  /** @param {Part} part */
  const keyOf = (part) => `${table.hello.seat}.${part.name}`;
  /** @param {Part} part */
  const panel = (part) => makePanel(table, part);

  for (const topic of ["hello", "status", "scene", "link"]) table.on(topic, show);
  return root;
}

/**
 * @param {Table} table
 * @param {Part} part
 */
function makePanel(table, part) {
  const buttons = part.breaks.map(({ how, lasts }) =>
    element("button", {
      type: "button",
      role: lasts ? "switch" : null,
      dataset: { part: part.name, how },
      onclick: (/** @type {any} */ event) => {
        const on = !lasts || event.currentTarget.getAttribute("aria-checked") !== "true";
        table.ask({ act: "break", part: part.name, how, on });
      },
    }),
  );
  const heading = element("h3", { id: `part-${part.name}` });
  return element(
    "section",
    { class: "part", "aria-labelledby": heading.id, dataset: { panel: part.name } },
    element("header", {}, heading, element("code", { text: part.kind, translate: "no" }), element("span", { class: "state" })),
    element("div", { class: "blows" }, ...buttons, ...wheelActs(table, part)),
  );
}

/**
 * The acts on a wheel that opens, closes and has modes.
 * @param {Table} table
 * @param {Part} part
 */
function wheelActs(table, part) {
  if (part.kind !== "slingshot") return [];
  return Object.keys(WHEEL_ACT_KEYS).map((order) =>
    element("button", { type: "button", dataset: { act: "wheel", order }, onclick: () => table.ask({ act: "wheel", order }) }),
  );
}

/**
 * @param {Table} table
 * @param {Element} node
 * @param {Part} part
 */
function fillPanel(table, node, part) {
  const injectedFaults = table.scene?.broken?.[part.name] ?? [];
  writeText(/** @type {Element} */ (node.querySelector("h3")), partName(table, part.name));
  fillState(table, /** @type {HTMLElement} */ (node.querySelector(".state")), part, injectedFaults.length > 0);
  for (const button of node.querySelectorAll("button")) {
    const how = button.dataset.how ?? "";
    const key = INJECTED_FAULT_KEYS[how] ?? WHEEL_ACT_KEYS[button.dataset.order ?? ""] ?? how;
    writeText(button, table.has(key) ? table.say(key) : how);
    if (button.getAttribute("role")) setAttribute(button, "aria-checked", String(injectedFaults.includes(how)));
  }
}

/**
 * Whether the service has the part; as a word with a sign, since a colour alone cannot be read by everyone.
 * @param {Table} table
 * @param {HTMLElement} node
 * @param {Part} part
 * @param {boolean} isBroken
 */
function fillState(table, node, part, isBroken) {
  const known = table.live && table.status.parts.find((/** @type {any} */ one) => one.name === part.name);
  const state = known ? (known.up ? "up" : "lost") : isBroken ? "broken" : "unknown";
  node.dataset.state = state;
  writeText(node, state === "unknown" ? "" : table.say(PART_STATE_KEYS[state]));
}

// the service and the doors

/** @param {Table} table */
function servicePanel(table) {
  const heading = element("h3", { id: "part-service" });
  const faultButtons = element("div", { class: "blows" });
  const power = toggle("power", (on) => table.ask({ act: "power", on: !on }));
  const node = element("section", { class: "part", "aria-labelledby": heading.id }, element("header", {}, heading), faultButtons);

  /** @param {string} door */
  const make = (door) => (door === "power" ? power : toggle("door", (open) => table.ask({ act: "movedoor", door, open })));

  function show() {
    writeText(heading, table.say("web.fault.service"));
    reconcileChildren(faultButtons, ["power", ...table.hello.doors], String, make, fill);
  }

  /**
   * @param {Element} button
   * @param {string} name
   */
  function fill(button, name) {
    const isPower = name === "power";
    const on = isPower ? table.scene?.powered === false : (table.scene?.doors ?? []).includes(name);
    writeText(button, isPower ? table.say("web.fault.power_cut") : table.say("web.fault.door", { door: name }));
    setAttribute(button, "aria-checked", String(on));
    setAttribute(button, "data-part", isPower ? "service" : name);
  }

  return { node, show };
}

/**
 * @param {string} how
 * @param {(on: boolean) => void} turned
 */
function toggle(how, turned) {
  return element("button", {
    type: "button",
    role: "switch",
    dataset: { how },
    onclick: (/** @type {any} */ event) => turned(event.currentTarget.getAttribute("aria-checked") !== "true"),
  });
}

// the consequences

/**
 * The table's faults with their cures, and the last entries of its journal.
 * @param {Table} table
 */
function consequences(table) {
  const faultsHeading = element("h3", { class: "unseen", id: "faults-now" });
  const journalHeading = element("h3", { id: "journal-says" });
  const journal = element("ol", { class: "journal" });

  table.on("hello", () => {
    writeText(faultsHeading, table.say("web.fault.stands"));
    writeText(journalHeading, table.say("web.fault.journal_says"));
  });
  table.on("events", (events) => {
    reconcileChildren(journal, identifyEvents(events).slice(-LAST).reverse(), (event) => event.id, makeEntry, (node, event) => {
      writeText(node.lastElementChild, event.said[table.language]);
    });
  });
  return [
    element("section", { class: "faults-now", tabindex: "0", "aria-labelledby": faultsHeading.id }, faultsHeading, faultList(table)),
    element("section", { class: "journal-says", tabindex: "0", "aria-labelledby": journalHeading.id }, journalHeading, journal),
  ];
}

/** @param {any} event */
function makeEntry(event) {
  return element("li", { dataset: { kind: event.kind } }, element("time", { text: clockTime(event.wall) }), element("span"));
}
