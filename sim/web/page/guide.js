// @ts-check
// The guide for the first minute: one round with a power cut, step by step. `guide_steps.js` finds the step.

import { element, setAttribute, writeText } from "./dom.js";
import { guideStep, SCRIPT_NAME, STEPS } from "./guide_steps.js";
import { recall, remember } from "./local_storage.js";
import { GUIDE_KEYS } from "./page_keys.js";

/** @typedef {import("./store.js").Table} Table */

const SEEN_ITEM = "guide";
const ANSWER = "#prompt .answer.next";
/** One of the three wins in every round, so that there is always a payment. */
const BETS = [
  { spot: 1, on: "player", cents: 5000 },
  { spot: 2, on: "banker", cents: 5000 },
  { spot: 3, on: "tie", cents: 1000 },
];
/** The usual table's, which a script's table has not by itself. */
const LIMITS = { player: [1000, 500000], banker: [1000, 500000], tie: [500, 50000] };
const SCRIPT = JSON.stringify({ game: "baccarat", id: SCRIPT_NAME, limits: LIMITS, steps: BETS.map((bet) => ({ bet })) });

/** The control to use at a step. */
const CONTROLS = {
  waiting: '#controls [data-act="play"]',
  playing: '#controls [data-act="leave"]',
  close: ANSWER,
  another: ANSWER,
  deal: ANSWER,
  pay: ANSWER,
  held_up: ANSWER,
  cut: '[data-act="power"]',
  on: '#veil [data-act="power-on"]',
  felt: ANSWER,
  end: ANSWER,
};
/** After these the round begins again, on a new table. */
const AGAIN = ["hurried", "missed"];

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
  /** The step; or `offer`, `over`, `left`, and null while there is no guide. */
  let step = recall(SEEN_ITEM) ? null : "offer";
  /** Why the round has begun again. */
  let beginsAgain = "";
  let isCut = false;
  let seat = 0;

  const control = () => CONTROLS[/** @type {keyof typeof CONTROLS} */ (step)];
  const target = () => /** @type {HTMLElement | null} */ (document.querySelector(control() ?? ANSWER));

  async function start(reason = "") {
    const before = table.hello.seat;
    // The script is for a table of its own, which has the next number.
    [step, beginsAgain, isCut, seat] = ["what", reason, false, before + 1];
    show();
    const seated = await table.ask({ act: "load", script: SCRIPT });
    if (seated) await table.ask({ act: "people", play: true });
    else leave();
  }

  /** @param {object} [act] */
  function leave(act) {
    remember(SEEN_ITEM, "seen");
    step = null;
    show();
    document.getElementById("felt")?.focus();
    if (act) void table.ask(act);
  }

  function follow() {
    const present = step;
    const isUnderWay = present !== null && !["offer", "over", "left"].includes(present);
    if (isUnderWay && table.hello?.seat === seat) {
      const next = guideStep(table, isCut) ?? present;
      if (AGAIN.includes(next)) return void start(next);
      isCut ||= present === "cut" && next === "on";
      step = next;
    } else if (isUnderWay && table.hello?.seat > seat) step = "left";
    show();
  }

  function show() {
    setAttribute(root, "hidden", step === null || !table.hello);
    for (const node of document.querySelectorAll("[data-guided]")) setAttribute(node, "data-guided", null);
    if (control() && control() !== ANSWER) setAttribute(/** @type {Element} */ (target() ?? root), "data-guided", true);
    if (step === null || root.hidden) return;
    root.dataset.step = step;
    const number = STEPS.indexOf(step === "another" ? "close" : step) + 1;
    writeText(title, table.say("web.guide.title"));
    writeText(progress, number ? table.say("web.guide.far", { step: number, steps: STEPS.length }) : "");
    const sentence = GUIDE_KEYS[step === "what" && beginsAgain ? beginsAgain : step];
    writeText(text, table.say(sentence, { round: table.status?.round ?? 0 }));
    const isAsked = ["offer", "left"].includes(step);
    [begin.hidden, find.hidden, play.hidden] = [!isAsked, !control(), step !== "over"];
    const skipWord = step === "offer" ? "no" : step === "over" || step === "left" ? "done" : "skip";
    for (const [node, word] of [[begin, "begin"], [find, "find"], [play, "play"], [skip, skipWord]]) {
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
  for (const topic of ["hello", "status", "scene", "people", "link"]) table.on(topic, follow);
  table.on("hello", () => {
    writeText(again, table.say("web.guide.again"));
    show();
  });
}
