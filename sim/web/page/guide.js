// @ts-check
// The guide for the first minute: one round with a power cut, step by step. A step ends when the table's
// messages show that it happened, never by a timer.

import { element, setAttribute, writeText } from "./dom.js";
import { recall, remember } from "./local_storage.js";
import { GUIDE_KEYS } from "./page_keys.js";

/** @typedef {import("./store.js").Table} Table */

/**
 * A step: `over` is whether the table's messages show its end; `control` selects the control to use;
 * `missed` is whether its end can no longer come, so that the round begins again.
 * @typedef {{name: string, over: (table: Table) => boolean, control?: string, missed?: (table: Table) => boolean}} Step
 */

const SEEN_ITEM = "guide";
const CONFIRMING = ["confirm", "confirm_unseen"];
const SETTLING = ["pay", "take", ...CONFIRMING];
const ANSWER = "#prompt .answer.next";
/** One of the three wins in every round, so that there is always a payment. */
const BETS = [
  { spot: 1, on: "player", cents: 5000 },
  { spot: 2, on: "banker", cents: 5000 },
  { spot: 3, on: "tie", cents: 1000 },
];
const SCRIPT = JSON.stringify({ game: "baccarat", id: "guide", steps: BETS.map((bet) => ({ bet })) });

/** @type {readonly Step[]} */
const STEPS = [
  {
    name: "what",
    over: ({ status }) => BETS.every(({ spot }) => status.spots[spot].bets.length > 0),
    missed: ({ status }) => status.phase === "round",
  },
  { name: "close", over: ({ status }) => status.phase === "round", control: ANSWER },
  { name: "deal", over: ({ status }) => SETTLING.includes(status.ask.do), control: ANSWER },
  { name: "pay", over: ({ status }) => CONFIRMING.includes(status.ask.do), control: ANSWER },
  { name: "cut", over: ({ link }) => link.state === "off", control: '[data-act="power"]' },
  { name: "on", over: ({ live }) => live, control: '#veil [data-act="power-on"]' },
  { name: "felt", over: ({ status }) => CONFIRMING.includes(status.ask.do), control: ANSWER },
  { name: "end", over: ({ status }) => status.phase === "open", control: ANSWER },
];
/** The one step that ends while the service is off. */
const DARK = "cut";

/**
 * @param {HTMLElement} root
 * @param {HTMLElement} again the button in the help
 * @param {Table} table
 */
export function mount(root, again, table) {
  const title = element("h2", { id: "guide-title" });
  const progress = element("span", { class: "far" });
  const text = element("p", { role: "status" });
  const begin = element("button", { class: "next", dataset: { act: "guide" }, onclick: () => void start() });
  const find = element("button", { dataset: { act: "guide-find" }, onclick: () => target()?.focus() });
  const play = element("button", { dataset: { act: "guide-play" }, onclick: () => leave({ act: "people", play: true }) });
  const skip = element("button", { dataset: { act: "guide-skip" }, onclick: () => leave() });
  root.append(title, progress, text, element("div", { class: "row" }, begin, find, play, skip));
  setAttribute(root, "aria-labelledby", title.id);
  /** The current step: -1 is the offer of the guide, null that there is none. */
  let stepIndex = recall(SEEN_ITEM) ? null : /** @type {number | null} */ (-1);
  let seat = 0;

  const target = () => /** @type {HTMLElement | null} */ (document.querySelector((stepIndex !== null && STEPS[stepIndex]?.control) || ANSWER));

  async function start() {
    const before = table.hello.seat;
    // The script is for a table of its own, which has the next number.
    [stepIndex, seat] = [0, before + 1];
    show();
    const seated = await table.ask({ act: "load", script: SCRIPT });
    if (seated) await table.ask({ act: "people", play: true });
    else leave();
  }

  /** @param {object} [act] */
  function leave(act) {
    remember(SEEN_ITEM, "seen");
    stepIndex = null;
    show();
    document.getElementById("felt")?.focus();
    if (act) void table.ask(act);
  }

  function follow() {
    if (stepIndex === null || stepIndex < 0 || !table.hello) return;
    if (table.hello.seat > seat) stepIndex = null;
    else if (table.hello.seat === seat) {
      const step = STEPS[stepIndex];
      if (step && (table.live || step.name === DARK) && step.over(table)) stepIndex += 1;
      else if (table.live && step?.missed?.(table)) return void start();
    }
    show();
  }

  function show() {
    root.hidden = stepIndex === null || !table.hello;
    const step = stepIndex === null ? undefined : STEPS[stepIndex];
    for (const node of document.querySelectorAll("[data-guided]")) setAttribute(node, "data-guided", null);
    if (step?.control && step.control !== ANSWER) setAttribute(/** @type {Element} */ (target() ?? root), "data-guided", true);
    if (root.hidden) return;
    const name = stepIndex === -1 ? "offer" : (step?.name ?? "over");
    root.dataset.step = name;
    writeText(title, table.say("web.guide.title"));
    writeText(progress, step ? table.say("web.guide.far", { step: Number(stepIndex) + 1, steps: STEPS.length }) : "");
    writeText(text, table.say(GUIDE_KEYS[name], { round: table.status?.round ?? 0 }));
    [begin.hidden, find.hidden, play.hidden] = [stepIndex !== -1, !step?.control, name !== "over"];
    for (const [node, word] of [[begin, "begin"], [find, "find"], [play, "play"], [skip, step ? "skip" : name === "over" ? "done" : "no"]]) {
      writeText(node, table.say(GUIDE_KEYS[word]));
    }
  }

  again.onclick = () => {
    again.closest("dialog")?.close();
    void start();
  };
  root.addEventListener("keydown", (event) => {
    if (event.key === "Escape") leave();
  });
  for (const topic of ["hello", "status", "scene", "link"]) table.on(topic, follow);
  table.on("hello", () => {
    writeText(again, table.say("web.guide.again"));
    show();
  });
}
