// @ts-check
// The frames on the wires, the newest first; and the frames that caused one event.

import { element, reconcileChildren, rovingFocus, setAttribute, writeText } from "./dom.js";
import { partName } from "./fault_list.js";
import { COLUMN_KEYS, DIRECTION_KEYS, DROPPED_FRAME_KEYS } from "./page_keys.js";

const SHOWN = 120;
/** A frame that equals one of the same part within this time is a poll, and is not shown as new. */
const AGAIN_MS = 15000;
const HEADS = ["at", "part", "way", "octets", "said"];

/** @typedef {import("./store.js").Table} Table */
/** @typedef {import("./event_frames.js").Frame} Frame */
/** @typedef {import("./event_frames.js").Event} Event */
/** @typedef {import("./event_frames.js").EventFrames} EventFrames */

/**
 * The frames as they arrive; `pick` is called with the one that is clicked.
 * @param {Table} table
 * @param {EventFrames} eventFrames
 * @param {(frame: Frame) => void} pick
 */
export function wireTrace(table, eventFrames, pick) {
  /** @type {Frame[] | null} */ let pausedFrames = null;
  /** @type {Set<number>} */ let marked = new Set();
  const frameFilter = newFrameFilter();
  let wantedPart = "";

  const choose = element("select", { onchange: () => ((wantedPart = choose.value), show()) });
  const label = element("label", {}, element("span"), choose);
  const everyFrameBox = element("input", { type: "checkbox", onchange: () => show() });
  const everyFrameLabel = element("label", {}, everyFrameBox, element("span"));
  const pause = element("button", { type: "button", dataset: { act: "pause-frames" }, onclick: () => hold(pausedFrames === null) });
  const lost = element("p", { class: "hint", role: "status" });
  const { node: grid, rows, speak: writeGridTexts } = frameTable(table, "web.inside.wires");
  const updateTabStop = rovingFocus(rows);
  const node = element("div", { class: "stream" }, element("div", { class: "bar" }, label, everyFrameLabel, pause), lost, element("div", { class: "scrolled", tabindex: "-1" }, grid));

  /** @param {boolean} on */
  function hold(on) {
    pausedFrames = on ? [...eventFrames.frames] : null;
    show();
  }

  function show() {
    const of = (pausedFrames ?? eventFrames.frames).filter((frame) => !wantedPart || frame.part === wantedPart);
    const shownFrames = everyFrameBox.checked ? of : of.filter((frame) => frameFilter.isNew(frame) || marked.has(frame.number));
    reconcileChildren(rows, shownFrames.slice(-SHOWN).reverse(), ({ number }) => String(number), make, (row, frame) => {
      setAttribute(row, "class", marked.has(frame.number) ? "picked" : false);
      fillFrame(table, row, frame, eventFrames.timeOfDay(frame.at_ms));
    });
    updateTabStop();
    setAttribute(pause, "aria-pressed", String(pausedFrames !== null));
    writeText(lost, eventFrames.lost ? table.say("web.inside.lost", { count: eventFrames.lost }) : "");
  }

  /** @param {Frame} frame */
  const make = (frame) => makeFrame(element("button", { type: "button", class: "link", onclick: () => pick(frame) }));

  function writeTexts() {
    writeText(/** @type {Element} */ (label.firstChild), table.say("web.inside.part"));
    writeText(/** @type {Element} */ (everyFrameLabel.lastChild), table.say("web.inside.every"));
    writeText(pause, table.say("web.inside.pause"));
    writeGridTexts();
    const parts = ["", ...table.hello.parts.map((/** @type {any} */ part) => part.name)];
    reconcileChildren(choose, parts, String, (name) => element("option", { value: name }), (option, name) => {
      writeText(option, name ? partName(table, name) : table.say("web.inside.all_parts"));
    });
    show();
  }

  table.on("hello", writeTexts);
  return {
    node,
    /** @param {{frames: Frame[]}} batch */
    addFrames(batch) {
      frameFilter.observe(batch.frames);
      if (!pausedFrames) show();
    },
    /** @param {Frame[]} frames */
    mark(frames) {
      marked = new Set(frames.map(({ number }) => number));
      show();
    },
  };
}

/** Separates frames with new content from those that a part repeats while idle. */
function newFrameFilter() {
  /** @type {Map<string, number>} */ const last = new Map();
  /** @type {Set<number>} */ const newNumbers = new Set();
  return {
    /** @param {Frame[]} frames */
    observe(frames) {
      for (const frame of frames) {
        const content = `${frame.part} ${frame.way} ${frame.octets} ${frame.said}`;
        const before = last.get(content) ?? -Infinity;
        last.set(content, frame.at_ms);
        if (frame.way === "dropped" || frame.at_ms - before > AGAIN_MS) newNumbers.add(frame.number);
      }
      for (const number of [...newNumbers].slice(0, -4 * SHOWN)) newNumbers.delete(number);
      // Bounds the memory; at worst each poll is shown as new once more.
      if (last.size > 100 * SHOWN) last.clear();
    },
    /** @param {Frame} frame */
    isNew: (frame) => newNumbers.has(frame.number),
  };
}

/**
 * The frames that caused an event, each with how long before it they came.
 * @param {Table} table
 * @param {EventFrames} eventFrames
 */
export function eventCausePanel(table, eventFrames) {
  const description = element("p", { class: "what" });
  const reasonLine = element("p", { class: "hint", role: "status" });
  const { node: grid, rows, speak: writeGridTexts } = frameTable(table, "web.inside.cause");
  const node = element("div", { class: "cause" }, description, reasonLine, element("div", { class: "scrolled", tabindex: "0", role: "group", "aria-labelledby": "inside-cause" }, grid));
  /** @type {Event | null} */ let event = null;

  function show() {
    const frames = event ? eventFrames.framesOf(event) : [];
    writeText(description, event ? event.said[table.language] : "");
    writeText(reasonLine, reason(frames));
    setAttribute(grid, "hidden", frames.length === 0);
    reconcileChildren(rows, frames, ({ number }) => String(number), () => makeFrame(element("code", { translate: "no" })), (row, frame) => {
      const before = frame.at_ms - (event?.at_ms ?? frame.at_ms);
      fillFrame(table, row, frame, `${before}\u00a0ms`.replace("-", "−"));
      setAttribute(row, "class", frame.at_ms === frames.at(-1)?.at_ms ? "last" : false);
    });
  }

  /** @param {Frame[]} frames */
  function reason(frames) {
    if (!event) return table.say("web.inside.pick");
    const parts = eventFrames.partsOf(event);
    if (!parts.length) return table.say("web.inside.no_wire");
    const names = parts.map((part) => partName(table, part)).join(", ");
    if (frames.length) return table.say("web.inside.of_parts", { parts: names });
    return table.say(eventFrames.isBefore(event) ? "web.inside.not_watched" : "web.inside.silence", { parts: names });
  }

  table.on("hello", () => {
    writeGridTexts();
    show();
  });
  return {
    node,
    /** @param {Event | null} chosen */
    showEvent(chosen) {
      event = chosen;
      show();
    },
    /** Shows that a frame caused no event. */
    showNothingCame() {
      event = null;
      show();
      writeText(reasonLine, table.say("web.inside.nothing_came"));
    },
  };
}

// one frame

/**
 * @param {Table} table
 * @param {string} caption
 */
function frameTable(table, caption) {
  const heads = HEADS.map((name) => element("th", { scope: "col", dataset: { name } }));
  const captionNode = element("caption", { class: "unseen" });
  const rows = element("tbody");
  const node = element("table", { class: "frames" }, captionNode, element("thead", {}, element("tr", {}, ...heads)), rows);
  const writeTexts = () => {
    writeText(captionNode, table.say(caption));
    for (const head of heads) writeText(head, table.say(COLUMN_KEYS[head.dataset.name ?? ""]));
  };
  return { node, rows, speak: writeTexts };
}

/** @param {Element} textNode the element for the words of the frame */
function makeFrame(textNode) {
  const cells = HEADS.slice(0, -1).map((name) => element("td", { class: name, translate: name === "octets" ? "no" : null }));
  return element("tr", {}, ...cells, element("td", { class: "said" }, textNode));
}

/**
 * @param {Table} table
 * @param {HTMLTableRowElement} row
 * @param {Frame} frame
 * @param {string} time
 */
function fillFrame(table, row, frame, time) {
  row.dataset.way = frame.way;
  row.dataset.frame = String(frame.number);
  const dropped = DROPPED_FRAME_KEYS[frame.said] ?? frame.said;
  const frameText = frame.way === "dropped" && table.has(dropped) ? table.say(dropped) : frame.said;
  const cells = [time, frame.part, table.say(DIRECTION_KEYS[frame.way] ?? frame.way), frame.octets || "–"];
  cells.forEach((text, nth) => writeText(row.cells[nth], text));
  writeText(/** @type {Element} */ (row.cells[4].firstElementChild), frameText || "–");
}
