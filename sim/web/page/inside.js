// @ts-check
// The panel that shows the inside: the state diagram, the events and the bytes, each linked to the others.

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
  const eventFrames = new EventFrames();
  const cause = eventCausePanel(table, eventFrames);
  const events = eventStream(table, showEvent);
  const frames = wireTrace(table, eventFrames, showFrame);
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
  function showEvent(event) {
    events.mark(event);
    cause.showEvent(event);
    frames.mark(eventFrames.framesOf(event));
  }

  /** @param {import("./event_frames.js").Frame} frame */
  function showFrame(frame) {
    const event = eventFrames.eventOf(frame);
    if (event) return showEvent(event);
    events.mark(null);
    cause.showNothingCame();
    frames.mark([frame]);
  }

  let seat = -1;
  table.on("hello", () => {
    writeText(title, table.say("web.inside.title"));
    if (seat !== table.hello.seat) eventFrames.clear();
    seat = table.hello.seat;
  });
  table.on("events", (latest) => {
    eventFrames.setEvents(identifyEvents(latest));
    events.update(eventFrames.events);
  });
  table.socket.addEventListener("frames", (/** @type {any} */ event) => {
    eventFrames.addFrames(event.detail);
    frames.addFrames(event.detail);
  });
  reportVisibility(root, table);
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
 * Has the server send the frames of the wires only while they are visible.
 * @param {HTMLElement} root
 * @param {Table} table
 */
function reportVisibility(root, table) {
  let visible = false;
  let reported = false;

  function report() {
    if (visible === reported || table.link.state === "lost" || table.link.state === "connecting") return;
    reported = visible;
    table.socket.ask({ act: "look", inside: visible }).catch(() => {
      reported = !visible;
    });
  }

  new IntersectionObserver(([entry]) => {
    visible = entry.isIntersecting;
    report();
  }).observe(root);
  table.socket.addEventListener("back", () => {
    reported = false;
    report();
  });
  table.on("link", report);
}
