// @ts-check
// The event stream: the journal's events, the newest first.

import { element, reconcileChildren, rovingFocus, setAttribute, writeText } from "./dom.js";
import { COLUMN_KEYS, EVENT_KIND_KEYS } from "./page_keys.js";

const SHOWN = 120;
const KINDS = ["card", "result", "chips", "key", "fault", "table", "ruling", "note"];

/** @typedef {import("./store.js").Table} Table */
/** @typedef {import("./event_frames.js").Event} Event */

/**
 * The time of day of an entry of the journal; a dash if it has none.
 * @param {string} wall
 */
export function clockTime(wall) {
  return wall ? new Date(wall).toTimeString().slice(0, 8) : "–";
}

/**
 * Shows the events; `pick` is called with the one that is chosen.
 * @param {Table} table
 * @param {(event: Event) => void} pick
 */
export function eventStream(table, pick) {
  /** @type {Event[]} */ let events = [];
  /** @type {Event[] | null} */ let pausedEvents = null;
  /** @type {string | null} */ let picked = null;
  const hidden = new Set();

  const filter = element("div", { class: "filter", role: "group" });
  const pause = element("button", { type: "button", dataset: { act: "pause-events" }, onclick: () => hold(pausedEvents === null) });
  const waiting = element("span", { class: "hint" });
  const heads = ["time", "kind", "event", "parts"].map((name) => element("th", { scope: "col", dataset: { name } }));
  const rows = element("tbody");
  const updateTabStop = rovingFocus(rows);
  const caption = element("caption", { class: "unseen" });
  const node = element(
    "div",
    { class: "stream" },
    element("div", { class: "bar" }, filter, pause, waiting),
    element("div", { class: "scrolled", tabindex: "-1" }, element("table", {}, caption, element("thead", {}, element("tr", {}, ...heads)), rows)),
  );

  /** @param {boolean} on */
  function hold(on) {
    pausedEvents = on ? events : null;
    show();
  }

  function show() {
    const shown = (pausedEvents ?? events).filter((event) => !hidden.has(event.kind)).slice(-SHOWN).reverse();
    reconcileChildren(rows, shown, (event) => event.id, make, fill);
    updateTabStop();
    setAttribute(pause, "aria-pressed", String(pausedEvents !== null));
    const more = pausedEvents ? events.length - pausedEvents.length : 0;
    writeText(waiting, more > 0 ? table.say("web.inside.waiting", { count: more }) : "");
  }

  /** @param {Event} event */
  function make(event) {
    const button = element("button", { type: "button", class: "link" });
    const row = element("tr", { dataset: { kind: event.kind, record: event.record } },
      element("td", {}, element("time", { text: clockTime(event.wall), datetime: event.wall })),
      element("td", { class: "kind" }), element("td", {}, button), element("td", { class: "of" }));
    button.addEventListener("click", () => pick(events.find(({ id }) => id === event.id) ?? event));
    return row;
  }

  /**
   * @param {HTMLTableRowElement} row
   * @param {Event} event
   */
  function fill(row, event) {
    const button = /** @type {HTMLButtonElement} */ (row.querySelector("button"));
    writeText(row.cells[1], table.say(EVENT_KIND_KEYS[event.kind] ?? event.kind));
    writeText(button, event.said[table.language]);
    setAttribute(button, "aria-pressed", String(event.id === picked));
    setAttribute(row, "class", event.id === picked ? "picked" : false);
    writeText(row.cells[3], (event.parts ?? []).join(", "));
  }

  function writeTexts() {
    writeText(caption, table.say("web.inside.events"));
    writeText(pause, table.say("web.inside.pause"));
    setAttribute(filter, "aria-label", table.say("web.inside.filter"));
    for (const head of heads) writeText(head, table.say(COLUMN_KEYS[head.dataset.name ?? ""]));
    reconcileChildren(filter, KINDS, String, chip, (button, kind) => {
      writeText(button, table.say(EVENT_KIND_KEYS[kind] ?? kind));
      setAttribute(button, "aria-pressed", String(!hidden.has(kind)));
    });
    show();
  }

  /** @param {string} kind */
  function chip(kind) {
    return element("button", {
      type: "button",
      dataset: { kind },
      onclick: () => {
        if (!hidden.delete(kind)) hidden.add(kind);
        writeTexts();
      },
    });
  }

  table.on("hello", writeTexts);
  return {
    node,
    /** @param {Event[]} latest */
    update(latest) {
      events = latest;
      show();
    },
    /** @param {Event | null} event */
    mark(event) {
      picked = event?.id ?? null;
      show();
      rows.querySelector(".picked")?.scrollIntoView({ block: "nearest" });
    },
  };
}
