// @ts-check
// Look inside: the state diagram, the events, the bytes, and one click from one to the other.

import { counters, wireLoads } from "./counters.js";
import { stateDiagrams } from "./diagram.js";
import { element, writeText } from "./dom.js";
import { eventStream } from "./event_stream.js";
import { eventCausePanel, wireTrace } from "./wire_trace.js";
import { EventFrames, identifyEvents } from "./event_frames.js";
import { INSIDE_KEYS } from "./page_keys.js";

/** @typedef {import("./store.js").Table} Table */

/**
 * @param {HTMLElement} root
 * @param {Table} table
 */
export function mount(root, table) {
  const joined = new EventFrames();
  const cause = eventCausePanel(table, joined);
  const events = eventStream(table, picked);
  const frames = wireTrace(table, joined, back);
  const title = element("h2", { class: "unseen" });
  root.append(
    title,
    element(
      "div",
      { class: "inside" },
      element("div", { class: "column" }, panel(table, "events", events.node), panel(table, "cause", cause.node)),
      panel(table, "machine", stateDiagrams(table)),
      panel(table, "wires", wireLoads(table), frames.node),
      panel(table, "counters", counters(table)),
    ),
  );

  /** @param {import("./event_frames.js").Event} event */
  function picked(event) {
    events.mark(event);
    cause.tell(event);
    frames.mark(joined.framesOf(event));
  }

  /** @param {import("./event_frames.js").Frame} frame */
  function back(frame) {
    const event = joined.eventOf(frame);
    if (event) return picked(event);
    events.mark(null);
    cause.nothing();
    frames.mark([frame]);
  }

  let seat = -1;
  table.on("hello", () => {
    writeText(title, table.say("web.inside.title"));
    if (seat !== table.hello.seat) joined.clear();
    seat = table.hello.seat;
  });
  table.on("events", (told) => {
    joined.setEvents(identifyEvents(told));
    events.tell(joined.events);
  });
  table.socket.addEventListener("frames", (/** @type {any} */ event) => {
    joined.addFrames(event.detail);
    frames.tell(event.detail);
  });
  looking(root, table);
}

/**
 * @param {Table} table
 * @param {string} name
 * @param {...Node} inner
 */
function panel(table, name, ...inner) {
  const heading = element("h3", { id: `inside-${name}` });
  table.on("hello", () => writeText(heading, table.say(INSIDE_KEYS[name])));
  return element("section", { class: `looked of-${name}`, "aria-labelledby": heading.id }, heading, ...inner);
}

/**
 * Has the wires told only while somebody can see them.
 * @param {HTMLElement} root
 * @param {Table} table
 */
function looking(root, table) {
  let seen = false;
  let told = false;

  function tell() {
    const inside = seen && !document.hidden;
    if (inside === told || table.link.state === "lost" || table.link.state === "connecting") return;
    told = inside;
    table.socket.ask({ act: "look", inside }).catch(() => {
      told = !inside;
    });
  }

  new IntersectionObserver(([entry]) => {
    seen = entry.isIntersecting;
    tell();
  }).observe(root);
  document.addEventListener("visibilitychange", tell);
  table.socket.addEventListener("back", () => {
    told = false;
    tell();
  });
  table.on("link", tell);
}
