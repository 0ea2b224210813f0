// @ts-check
// What the wires carry, frame by frame, the newest first; and the frames of one event.

import { el, keep, roving, set, write } from "./dom.js";
import { partName } from "./faults.js";

const SHOWN = 120;
/** What a part's wire has carried again within so long is a question that is asked over and over. */
const AGAIN_MS = 15000;
const HEADS = ["at", "part", "way", "octets", "said"];

/** @typedef {import("./store.js").Table} Table */
/** @typedef {import("./joined.js").Frame} Frame */
/** @typedef {import("./joined.js").Event} Event */
/** @typedef {import("./joined.js").Joined} Joined */

/**
 * The frames as they come; `pick` is called with the one that is chosen.
 * @param {Table} table
 * @param {Joined} joined
 * @param {(frame: Frame) => void} pick
 */
export function wires(table, joined, pick) {
  /** @type {Frame[] | null} */ let held = null;
  /** @type {Set<number>} */ let marked = new Set();
  const fresh = freshness();
  let wanted = "";

  const choose = el("select", { onchange: () => ((wanted = choose.value), show()) });
  const label = el("label", {}, el("span"), choose);
  const every = el("input", { type: "checkbox", onchange: () => show() });
  const all = el("label", {}, every, el("span"));
  const pause = el("button", { type: "button", dataset: { act: "pause-frames" }, onclick: () => hold(held === null) });
  const lost = el("p", { class: "hint", role: "status" });
  const { node: grid, rows, speak: speakGrid } = frameTable(table, "web.inside.wires");
  const rest = roving(rows);
  const node = el("div", { class: "stream" }, el("div", { class: "bar" }, label, all, pause), lost, el("div", { class: "scrolled", tabindex: "-1" }, grid));

  /** @param {boolean} on */
  function hold(on) {
    held = on ? [...joined.frames] : null;
    show();
  }

  function show() {
    const of = (held ?? joined.frames).filter((frame) => !wanted || frame.part === wanted);
    const told = every.checked ? of : of.filter((frame) => fresh.is(frame) || marked.has(frame.number));
    keep(rows, told.slice(-SHOWN).reverse(), ({ number }) => String(number), make, (row, frame) => {
      set(row, "class", marked.has(frame.number) ? "picked" : false);
      fillFrame(table, row, frame, joined.clock(frame.at_ms));
    });
    rest();
    set(pause, "aria-pressed", String(held !== null));
    write(lost, joined.lost ? table.say("web.inside.lost", { count: joined.lost }) : "");
  }

  /** @param {Frame} frame */
  const make = (frame) => makeFrame(el("button", { type: "button", class: "link", onclick: () => pick(frame) }));

  function speak() {
    write(/** @type {Element} */ (label.firstChild), table.say("web.inside.part"));
    write(/** @type {Element} */ (all.lastChild), table.say("web.inside.every"));
    write(pause, table.say("web.inside.pause"));
    speakGrid();
    const parts = ["", ...table.hello.parts.map((/** @type {any} */ part) => part.name)];
    keep(choose, parts, String, (name) => el("option", { value: name }), (option, name) => {
      write(option, name ? partName(table, name) : table.say("web.inside.all_parts"));
    });
    show();
  }

  table.on("hello", speak);
  return {
    node,
    /** @param {{frames: Frame[]}} told */
    tell(told) {
      fresh.hear(told.frames);
      if (!held) show();
    },
    /** @param {Frame[]} frames */
    mark(frames) {
      marked = new Set(frames.map(({ number }) => number));
      show();
    },
  };
}

/** Tells the frames that say something new from those that a part repeats while nothing happens. */
function freshness() {
  /** @type {Map<string, number>} */ const last = new Map();
  /** @type {Set<number>} */ const news = new Set();
  return {
    /** @param {Frame[]} frames */
    hear(frames) {
      for (const frame of frames) {
        const said = `${frame.part} ${frame.way} ${frame.octets} ${frame.said}`;
        const before = last.get(said) ?? -Infinity;
        last.set(said, frame.at_ms);
        if (frame.way === "dropped" || frame.at_ms - before > AGAIN_MS) news.add(frame.number);
      }
      for (const number of [...news].slice(0, -4 * SHOWN)) news.delete(number);
      if (last.size > 100 * SHOWN) last.clear();
    },
    /** @param {Frame} frame */
    is: (frame) => news.has(frame.number),
  };
}

/**
 * The frames that brought an event about, with how long before it each came.
 * @param {Table} table
 * @param {Joined} joined
 */
export function causes(table, joined) {
  const what = el("p", { class: "what" });
  const why = el("p", { class: "hint", role: "status" });
  const { node: grid, rows, speak } = frameTable(table, "web.inside.cause");
  const node = el("div", { class: "cause" }, what, why, el("div", { class: "scrolled", tabindex: "0", role: "group", "aria-labelledby": "inside-cause" }, grid));
  /** @type {Event | null} */ let event = null;

  function show() {
    const frames = event ? joined.framesOf(event) : [];
    write(what, event ? event.said[table.language] : "");
    write(why, reason(frames));
    set(grid, "hidden", frames.length === 0);
    keep(rows, frames, ({ number }) => String(number), () => makeFrame(el("code", { translate: "no" })), (row, frame) => {
      const before = frame.at_ms - (event?.at_ms ?? frame.at_ms);
      fillFrame(table, row, frame, `${before}\u00a0ms`.replace("-", "−"));
      set(row, "class", frame.at_ms === frames.at(-1)?.at_ms ? "last" : false);
    });
  }

  /** @param {Frame[]} frames */
  function reason(frames) {
    if (!event) return table.say("web.inside.pick");
    const parts = joined.partsOf(event);
    if (!parts.length) return table.say("web.inside.no_wire");
    const names = parts.map((part) => partName(table, part)).join(", ");
    if (frames.length) return table.say("web.inside.of_parts", { parts: names });
    return table.say(joined.isBefore(event) ? "web.inside.not_watched" : "web.inside.silence", { parts: names });
  }

  table.on("hello", () => {
    speak();
    show();
  });
  return {
    node,
    /** @param {Event | null} chosen */
    tell(chosen) {
      event = chosen;
      show();
    },
    /** Says that nothing has come of a frame. */
    nothing() {
      event = null;
      show();
      write(why, table.say("web.inside.nothing_came"));
    },
  };
}

// one frame

/**
 * @param {Table} table
 * @param {string} caption
 */
function frameTable(table, caption) {
  const heads = HEADS.map((name) => el("th", { scope: "col", dataset: { name } }));
  const said = el("caption", { class: "unseen" });
  const rows = el("tbody");
  const node = el("table", { class: "frames" }, said, el("thead", {}, el("tr", {}, ...heads)), rows);
  const speak = () => {
    write(said, table.say(caption));
    for (const head of heads) write(head, table.say(`web.inside.head.${head.dataset.name}`));
  };
  return { node, rows, speak };
}

/** @param {Element} said what holds the words of the frame */
function makeFrame(said) {
  const cells = HEADS.slice(0, -1).map((name) => el("td", { class: name, translate: name === "octets" ? "no" : null }));
  return el("tr", {}, ...cells, el("td", { class: "said" }, said));
}

/**
 * @param {Table} table
 * @param {HTMLTableRowElement} row
 * @param {Frame} frame
 * @param {string} at
 */
function fillFrame(table, row, frame, at) {
  row.dataset.way = frame.way;
  row.dataset.frame = String(frame.number);
  const dropped = `technician.dropped.${frame.said}`;
  const said = frame.way === "dropped" && table.has(dropped) ? table.say(dropped) : frame.said;
  const cells = [at, frame.part, table.say(`web.inside.way.${frame.way}`), frame.octets || "–"];
  cells.forEach((text, nth) => write(row.cells[nth], text));
  write(/** @type {Element} */ (row.cells[4].firstElementChild), said || "–");
}
