// @ts-check
// Look inside: the state diagram, the events, the bytes, and one click from one to the other.

import { counters, load } from "./counters.js";
import { diagrams } from "./diagram.js";
import { el, write } from "./dom.js";
import { stream } from "./events.js";
import { causes, wires } from "./frames.js";
import { Joined, identified } from "./joined.js";

/** @typedef {import("./store.js").Table} Table */

/**
 * @param {HTMLElement} root
 * @param {Table} table
 */
export function mount(root, table) {
  const joined = new Joined();
  const cause = causes(table, joined);
  const events = stream(table, picked);
  const frames = wires(table, joined, back);
  const title = el("h2", { class: "unseen" });
  root.append(
    title,
    el(
      "div",
      { class: "inside" },
      el("div", { class: "column" }, panel(table, "events", events.node), panel(table, "cause", cause.node)),
      panel(table, "machine", diagrams(table)),
      panel(table, "wires", load(table), frames.node),
      panel(table, "counters", counters(table)),
    ),
  );

  /** @param {import("./joined.js").Event} event */
  function picked(event) {
    events.mark(event);
    cause.tell(event);
    frames.mark(joined.framesOf(event));
  }

  /** @param {import("./joined.js").Frame} frame */
  function back(frame) {
    const event = joined.eventOf(frame);
    if (event) return picked(event);
    events.mark(null);
    cause.nothing();
    frames.mark([frame]);
  }

  let seat = -1;
  table.on("hello", () => {
    write(title, table.say("web.inside.title"));
    if (seat !== table.hello.seat) joined.forget();
    seat = table.hello.seat;
  });
  table.on("events", (told) => {
    joined.happened(identified(told));
    events.tell(joined.events);
  });
  table.socket.addEventListener("frames", (/** @type {any} */ event) => {
    joined.carried(event.detail);
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
  const heading = el("h3", { id: `inside-${name}` });
  table.on("hello", () => write(heading, table.say(`web.inside.${name}`)));
  return el("section", { class: `looked of-${name}`, "aria-labelledby": heading.id }, heading, ...inner);
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
