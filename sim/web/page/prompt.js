// @ts-check
// The table's prompt, large, and the buttons that answer it.

import { openAnswers } from "./answers.js";
import { element, reconcileChildren, setAttribute, writeText } from "./dom.js";
import { partName } from "./fault_list.js";
import { mountLowHandPicker } from "./low_hand_picker.js";
import { HINT_KEYS } from "./page_keys.js";

/** @typedef {import("./store.js").Table} Table */
/** @typedef {import("./answers.js").Answer} Answer */

/** The number of answers that have a digit key. */
const DIGITS = 9;

/** How long the prompt must be unchanged before it is read out: a fast table must not flood a screen reader. */
const SETTLED_MS = 500;

/**
 * @param {HTMLElement} root
 * @param {Table} table
 */
export function mount(root, table) {
  const title = element("h2", { class: "label" });
  const prompt = element("p", { class: "prompt" });
  const otherLines = element("p", { class: "besides" });
  const hint = element("p", { class: "hint" });
  const buttons = element("div", { class: "answers", role: "group" });
  const liveRegion = element("p", { class: "unseen", role: "status" });
  const lowHandPicker = mountLowHandPicker(table);
  root.append(title, element("div", { class: "asked" }, prompt, otherLines, hint), lowHandPicker.node, buttons, liveRegion);
  const give = async (/** @type {Answer} */ answer) => {
    // A second press before the first is done would answer the next prompt.
    if (buttons.hasAttribute("aria-busy")) return;
    setAttribute(buttons, "aria-busy", "true");
    await giveAnswer(table, answer, lowHandPicker.cards(), buttons);
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
    setAttribute(prompt, "data-why", whyMessage(status, 0));
    reconcileChildren(otherLines, furtherLines.map((/** @type {string} */ words, /** @type {number} */ nth) => ({ words, nth })), ({ nth }) => String(nth), () => element("span"), (line, { words, nth }) => {
      writeText(line, nth ? ` · ${words}` : words);
      setAttribute(line, "data-why", whyMessage(status, nth + 1));
    });
    for (const node of [prompt, otherLines, liveRegion]) setAttribute(node, "lang", status.language);
    const answers = [...mendingAnswers(table), ...openAnswers(status, hello).filter((answer) => !isUnderWay(table, answer))];
    writeText(hint, hintText(table, answers.some((answer) => answer.pick) ? "pick" : hintName(status, table)));
    lowHandPicker.show(status, answers.find((answer) => answer.pick)?.pick ?? null);
    reconcileChildren(buttons, answers, (answer) => answer.id, (answer) => answerButton(answer), (node, answer) => {
      fillAnswer(table, node, answer, answers, give);
    });
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

/**
 * The hint for what the table waits for: wheels, dice, balls and tiles have their own.
 * @param {any} status
 * @param {Table} table
 */
function hintName({ ask, choices, instrument, keys, room }, { hello, scene }) {
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

/** @param {Answer} answer */
function answerButton(answer) {
  const digit = element("kbd", { "aria-hidden": "true" });
  const owner = element("span", { class: "whose" });
  const words = element("span", { class: "words" });
  const cost = element("span", { class: "cost" });
  const act = element("button", { class: "answer", dataset: { answer: answer.id, act: answer.act.act } }, digit, owner, words, cost);
  if (!answer.amount) return element("span", {}, act);
  return element("span", { class: "with-amount" }, element("input", { inputmode: "decimal", size: 8 }), act);
}

/**
 * @param {Table} table
 * @param {HTMLElement} node
 * @param {Answer} answer
 * @param {Answer[]} all
 * @param {(answer: Answer) => void} give
 */
function fillAnswer(table, node, answer, all, give) {
  const index = all.indexOf(answer);
  const act = /** @type {HTMLButtonElement} */ (node.querySelector("button"));
  const [digit, owner, words, cost] = /** @type {HTMLElement[]} */ ([...act.children]);
  writeText(digit, index < DIGITS ? String(index + 1) : "");
  const ownerText = (/** @type {Answer | undefined} */ one) => (one?.whose ? table.render(one.whose) : "");
  writeText(owner, ownerText(answer));
  owner.classList.toggle("unseen", ownerText(answer) === ownerText(all[index - 1]));
  writeText(words, table.render(answer.label));
  writeText(cost, answer.cost ? table.render(answer.cost) : "");
  act.classList.toggle("next", index === 0);
  act.onclick = () => give(answer);
  const input = node.querySelector("input");
  if (input && answer.amount) fillAmount(table, input, answer);
}

/**
 * Fills an amount's box with its limits and its first value.
 * @param {Table} table
 * @param {HTMLInputElement} input
 * @param {Answer} answer
 */
function fillAmount(table, input, answer) {
  const { least, most, step, laid: alreadyLaid } = /** @type {NonNullable<Answer["amount"]>} */ (answer.amount);
  const values = { do: answer.label, least_cents: least, most_cents: most, step_cents: step };
  const range = table.say(step ? "web.prompt.costs_by" : "web.prompt.costs_range", values);
  setAttribute(input, "aria-label", range);
  setAttribute(input, "title", range);
  if (input.value === "" && document.activeElement !== input) input.value = table.words.typedMoney(alreadyLaid || least);
}

/**
 * Gives an answer, with the chips that it costs or the cards that it names.
 * @param {Table} table
 * @param {Answer} answer
 * @param {string[]} cards
 * @param {HTMLElement} buttons
 */
async function giveAnswer(table, answer, cards, buttons) {
  if (answer.amount && !(await layAmount(table, answer, buttons))) return;
  if (answer.pick && cards.length && !(await table.ask({ act: "name", cards }))) return;
  await table.ask(answer.act);
}

/**
 * Lays the difference between the chosen amount and the chips that are there; false if that is refused.
 * @param {Table} table
 * @param {Answer} answer
 * @param {HTMLElement} buttons
 */
async function layAmount(table, answer, buttons) {
  const { spot, on, bettor, laid: alreadyLaid } = /** @type {NonNullable<Answer["amount"]>} */ (answer.amount);
  const input = /** @type {HTMLInputElement} */ (
    [...buttons.children].find((node) => node.getAttribute("data-kept") === answer.id)?.querySelector("input")
  );
  const cents = table.words.parseMoney(input.value);
  if (cents === null) {
    table.refuse(table.say("web.refused.no_amount", { cents: 25 * table.words.unit }));
    return false;
  }
  const missing = cents - (alreadyLaid ?? 0);
  return missing <= 0 || table.ask({ act: "put", spot, on, bettor, cents: missing });
}
