// @ts-check
// The table's prompt, large, and the buttons that answer it, in a frame of constant height.

import { showAnswers } from "./answer_rows.js";
import { openAnswers } from "./answers.js";
import { element, reconcileChildren, setAttribute, writeText } from "./dom.js";
import { partName } from "./fault_list.js";
import { mountLowHandPicker } from "./low_hand_picker.js";
import { HINT_KEYS } from "./page_keys.js";

/** @typedef {import("./store.js").Table} Table */
/** @typedef {import("./answers.js").Answer} Answer */

/** The letters of a prompt from which on it is written smaller, and smaller still. */
const LONG = 44;
const LONGEST = 90;

/** How long the prompt must be unchanged before it is read out: a fast table must not flood a screen reader. */
const SETTLED_MS = 500;

/**
 * @param {HTMLElement} root
 * @param {Table} table
 */
export function mount(root, table) {
  const title = element("h2", { class: "unseen" });
  const prompt = element("p", { class: "prompt" });
  const otherLines = element("p", { class: "besides" });
  const hint = element("p", { class: "hint" });
  const rows = element("div", { class: "hand-rows" });
  const others = element("div", { class: "others" });
  const buttons = element("div", { class: "answers", role: "group" }, rows, others);
  const liveRegion = element("p", { class: "unseen", role: "status" });
  const lowHandPicker = mountLowHandPicker(table);
  root.append(title, element("div", { class: "asked" }, prompt, otherLines, hint), lowHandPicker.node, buttons, liveRegion);
  /** @type {import("./answer_rows.js").Give} */
  const give = async (answer, input) => {
    // A second press before the first is done would answer the next prompt.
    if (buttons.hasAttribute("aria-busy")) return;
    setAttribute(buttons, "aria-busy", "true");
    await giveAnswer(table, answer, lowHandPicker.cards(), input);
    setAttribute(buttons, "aria-busy", null);
  };

  /** Whether the focus was on an answer that was removed; the first answer gets it then. */
  let focusWasHere = false;
  const show = () => {
    const { status, hello } = table;
    if (!status || !hello) return;
    const focused = document.activeElement;
    focusWasHere = buttons.contains(focused) || (focusWasHere && focused === document.body);
    const [first = "", ...furtherLines] = status.dealer;
    writeText(prompt, first);
    setAttribute(prompt, "data-letters", first.length > LONGEST ? "most" : first.length > LONG ? "many" : null);
    setAttribute(prompt, "data-why", whyMessage(status, 0));
    reconcileChildren(otherLines, furtherLines.map((/** @type {string} */ words, /** @type {number} */ nth) => ({ words, nth })), ({ nth }) => String(nth), () => element("span"), (line, { words, nth }) => {
      writeText(line, nth ? ` · ${words}` : words);
      setAttribute(line, "data-why", whyMessage(status, nth + 1));
    });
    for (const node of [prompt, otherLines, liveRegion]) setAttribute(node, "lang", status.language);
    const open = openAnswers(status, hello).filter((answer) => !isUnderWay(table, answer) && !isTraineesWork(table, answer));
    const answers = [...mendingAnswers(table), ...open];
    writeText(hint, hintText(table, answers.some((answer) => answer.pick) ? "pick" : hintName(status, table)));
    lowHandPicker.show(status, answers.find((answer) => answer.pick)?.pick ?? null);
    showAnswers({ rows, others }, table, answers, give);
    if (focusWasHere && document.activeElement === document.body) buttons.querySelector("button")?.focus();
    readOut(liveRegion, status.dealer);
  };
  table.on("hello", () => {
    writeText(title, table.say("web.prompt.title"));
    setAttribute(buttons, "aria-label", table.say("web.prompt.answers"));
    show();
  });
  table.on("status", show);
  table.on("people", show);
  table.on("scene", show);
  table.on("school", show);
}

/**
 * The message that explains a line of the dealer's display, for `data-why`; null if none does.
 * @param {any} status
 * @param {number} nth
 */
function whyMessage({ dealer_keys: keys }, nth) {
  return keys[nth] ? `message ${keys[nth]}` : null;
}

/**
 * Whether the wheel that an answer would launch turns already.
 * @param {Table} table
 * @param {Answer} answer
 */
function isUnderWay({ scene }, { act }) {
  return act.act === "throw" && Boolean(scene?.turning);
}

/** The acts of which a trainee moves the chips himself. */
const MARKED_ACTS = ["pay", "take", "move", "confirm"];

/**
 * Whether an answer would do what an exercise marks: the trainee moves the chips himself.
 * @param {Table} table
 * @param {Answer} answer
 */
function isTraineesWork({ school, status }, { act }) {
  const lesson = school?.lesson;
  return act.act === "tidy" && Boolean(lesson?.begun) && !lesson.over && MARKED_ACTS.includes(status.ask.do);
}

/**
 * The hint for what the table waits for: wheels, dice, balls and tiles have their own.
 * @param {any} status
 * @param {Table} table
 */
function hintName({ ask, choices, instrument, keys, room, stopped }, { hello, scene, school }) {
  if (school?.lesson?.dark && ask.do === "confirm" && !stopped) return "blind";
  if (scene?.turning) return instrument.step === "segment" ? "turning_segment" : "turning";
  switch (ask.do) {
    case "deal":
      if (room) return keys.includes("dealt") ? "deal_face_down" : "deal_face_up";
      return hello.pack.includes("6-6") ? "deal_tile" : "deal";
    case "bring_result":
      return `bring_${instrument.step}`;
    case "key_result":
    case "key_again":
      return instrument.step === "dice" ? "key_dice" : "key_number";
    case "decide":
      if (!choices.length) return "decide_poker";
      if (choices[0].do === "number") return "decide_number";
      if (ask.on) return "decide_bet";
      return ask.spot === 0 ? "decide_bank" : "decide";
    case "confirm":
      return room ? "confirm_poker" : "confirm";
  }
  return ask.do;
}

/**
 * The answers that repair a part or shut a door if this page broke or opened it and the table has a fault of it.
 * @param {Table} table
 * @returns {Answer[]}
 */
function mendingAnswers(table) {
  const faultyParts = new Set(table.status.faults.map((/** @type {any} */ fault) => fault.part));
  const doors = faultyParts.has("doors") ? (table.scene?.doors ?? []) : [];
  const shut = doors.map((/** @type {string} */ door) => ({
    id: `shut-${door}`,
    label: { key: "web.prompt.shut", values: { door } },
    act: { act: "movedoor", door, open: false },
  }));
  return [...shut, ...repairs(table, faultyParts)];
}

/**
 * @param {Table} table
 * @param {Set<string>} faultyParts
 * @returns {Answer[]}
 */
function repairs(table, faultyParts) {
  const broken = Object.entries(table.scene?.broken ?? {}).filter(([part]) => faultyParts.has(part));
  return broken.flatMap(([part, faults]) =>
    faults.map((/** @type {string} */ how) => ({
      id: `mend-${part}-${how}`,
      label: { key: how === "unplug" ? "web.prompt.replug" : "web.prompt.mend", values: { part: partName(table, part) } },
      act: { act: "break", part, how, on: false },
    })),
  );
}

/**
 * The hint of that name in the page's language; empty if there is none.
 * @param {Table} table
 * @param {string} name
 */
function hintText(table, name) {
  const key = HINT_KEYS[name] ?? name;
  return table.has(key) ? table.say(key) : "";
}

/** @type {number} */
let settling = 0;

/**
 * @param {Element} twin
 * @param {string[]} lines
 */
function readOut(twin, lines) {
  const text = lines.join(". ");
  if (twin.getAttribute("data-next") === text) return;
  setAttribute(twin, "data-next", text);
  clearTimeout(settling);
  settling = window.setTimeout(() => writeText(twin, text), SETTLED_MS);
}

/**
 * Gives an answer, with the chips that it costs or the cards that it names.
 * @param {Table} table
 * @param {Answer} answer
 * @param {string[]} cards
 * @param {HTMLInputElement | null} input the amount's
 */
async function giveAnswer(table, answer, cards, input) {
  if (input && answer.amount && !(await layAmount(table, answer.amount, input))) return;
  if (answer.pick && cards.length && !(await table.ask({ act: "name", cards }))) return;
  await table.ask(answer.act);
}

/**
 * Lays the difference between the chosen amount and the chips that are there; false if that is refused.
 * @param {Table} table
 * @param {NonNullable<Answer["amount"]>} amount
 * @param {HTMLInputElement} input
 */
async function layAmount(table, { spot, on, bettor, laid: alreadyLaid }, input) {
  const cents = table.words.parseMoney(input.value);
  if (cents === null) {
    table.refuse(table.say("web.refused.no_amount", { cents: 25 * table.words.unit }));
    return false;
  }
  const missing = cents - (alreadyLaid ?? 0);
  return missing <= 0 || table.ask({ act: "put", spot, on, bettor, cents: missing });
}
