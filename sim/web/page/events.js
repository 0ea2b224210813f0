// @ts-check
// The event stream: what the journal has noted, the newest first.

import { el, keep, roving, set, write } from "./dom.js";

const SHOWN = 120;
const KINDS = ["card", "result", "chips", "key", "fault", "table", "ruling", "note"];

/** @typedef {import("./store.js").Table} Table */
/** @typedef {import("./joined.js").Event} Event */

/**
 * The time of day of an entry of the journal; a dash where none is known.
 * @param {string} wall
 */
export function clock(wall) {
  return wall ? new Date(wall).toTimeString().slice(0, 8) : "–";
}

/**
 * Shows the events; `pick` is called with the one that is chosen.
 * @param {Table} table
 * @param {(event: Event) => void} pick
 */
export function stream(table, pick) {
  /** @type {Event[]} */ let events = [];
  /** @type {Event[] | null} */ let held = null;
  /** @type {string | null} */ let picked = null;
  const hidden = new Set();

  const filter = el("div", { class: "filter", role: "group" });
  const pause = el("button", { type: "button", dataset: { act: "pause-events" }, onclick: () => hold(held === null) });
  const waiting = el("span", { class: "hint" });
  const heads = ["time", "kind", "event", "parts"].map((name) => el("th", { scope: "col", dataset: { name } }));
  const rows = el("tbody");
  const rest = roving(rows);
  const caption = el("caption", { class: "unseen" });
  const node = el(
    "div",
    { class: "stream" },
    el("div", { class: "bar" }, filter, pause, waiting),
    el("div", { class: "scrolled", tabindex: "-1" }, el("table", {}, caption, el("thead", {}, el("tr", {}, ...heads)), rows)),
  );

  /** @param {boolean} on */
  function hold(on) {
    held = on ? events : null;
    show();
  }

  function show() {
    const shown = (held ?? events).filter((event) => !hidden.has(event.kind)).slice(-SHOWN).reverse();
    keep(rows, shown, (event) => event.id, make, fill);
    rest();
    set(pause, "aria-pressed", String(held !== null));
    const more = held ? events.length - held.length : 0;
    write(waiting, more > 0 ? table.say("web.inside.waiting", { count: more }) : "");
  }

  /** @param {Event} event */
  function make(event) {
    const button = el("button", { type: "button", class: "link" });
    const row = el("tr", { dataset: { kind: event.kind, record: event.record } },
      el("td", {}, el("time", { text: clock(event.wall), datetime: event.wall })),
      el("td", { class: "kind" }), el("td", {}, button), el("td", { class: "of" }));
    button.addEventListener("click", () => pick(events.find(({ id }) => id === event.id) ?? event));
    return row;
  }

  /**
   * @param {HTMLTableRowElement} row
   * @param {Event} event
   */
  function fill(row, event) {
    const button = /** @type {HTMLButtonElement} */ (row.querySelector("button"));
    write(row.cells[1], table.say(`web.inside.kind.${event.kind}`));
    write(button, event.said[table.language]);
    set(button, "aria-pressed", String(event.id === picked));
    set(row, "class", event.id === picked ? "picked" : false);
    write(row.cells[3], (event.parts ?? []).join(", "));
  }

  function speak() {
    write(caption, table.say("web.inside.events"));
    write(pause, table.say("web.inside.pause"));
    set(filter, "aria-label", table.say("web.inside.filter"));
    for (const head of heads) write(head, table.say(`web.inside.head.${head.dataset.name}`));
    keep(filter, KINDS, String, chip, (button, kind) => {
      write(button, table.say(`web.inside.kind.${kind}`));
      set(button, "aria-pressed", String(!hidden.has(kind)));
    });
    show();
  }

  /** @param {string} kind */
  function chip(kind) {
    return el("button", {
      type: "button",
      dataset: { kind },
      onclick: () => {
        if (!hidden.delete(kind)) hidden.add(kind);
        speak();
      },
    });
  }

  table.on("hello", speak);
  return {
    node,
    /** @param {Event[]} told */
    tell(told) {
      events = told;
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
