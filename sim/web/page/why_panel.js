// @ts-check
// "Why?": the panel that explains the table's present messages and the bets of its last rounds. Whatever has
// `data-why` opens it at a message (`message KEY`) or at a bet (`bet SPOT:BET`), whose place may be the focused one.

import { element, setAttribute, writeText } from "./dom.js";
import { answerDetails } from "./explanation.js";

/** @typedef {import("./store.js").Table} Table */
/** @typedef {import("./explanation.js").Answer} Answer */
/** @typedef {import("./explanation.js").Round} Round */
/** @typedef {{rounds: Round[], messages: Record<string, import("./explanation.js").Sentence[]>}} Explanation */

const SETTLED_PLACE = ".place[data-outcome]";

/**
 * @param {HTMLDialogElement} dialog
 * @param {HTMLElement} opener
 * @param {Table} table
 */
export function mount(dialog, opener, table) {
  const title = element("h2", { id: "why-title" });
  const answers = element("div", { class: "why-answers" });
  const close = element("button", { type: "button", class: "next", onclick: () => dialog.close() });
  dialog.append(title, answers, element("div", { class: "row end" }, close));
  setAttribute(dialog, "aria-labelledby", "why-title");

  const open = async (/** @type {string} */ subject) => {
    if (!dialog.open) dialog.showModal();
    answers.replaceChildren(element("p", { class: "hint", text: table.say("web.why.wait") }));
    answers.replaceChildren(...(await explained(table)));
    const chosen = answersOn(answers, subject);
    for (const details of chosen) details.open = true;
    chosen[0]?.querySelector("summary")?.focus();
  };
  opener.onclick = () => {
    const place = document.activeElement?.closest(SETTLED_PLACE)?.getAttribute("data-place");
    void open(place ? `bet ${place}` : "");
  };
  document.addEventListener("click", (event) => {
    const subject = /** @type {Element} */ (event.target).closest("[data-why]")?.getAttribute("data-why");
    if (subject) void open(subject);
  });
  table.on("hello", () => {
    writeText(title, table.say("web.why.title"));
    writeText(opener, table.say("web.why.title"));
    writeText(close, table.say("web.help.close"));
  });
}

/**
 * The answers on a subject, of several players' bets at one place all; else the first answer.
 * @param {HTMLElement} answers
 * @param {string} subject
 * @returns {HTMLDetailsElement[]}
 */
function answersOn(answers, subject) {
  const all = /** @type {HTMLDetailsElement[]} */ ([...answers.querySelectorAll("details")]);
  const first = all.find(({ dataset }) => dataset.subject === subject);
  if (!first) return all.slice(0, 1);
  return all.filter(({ dataset, parentElement }) => dataset.subject === subject && parentElement === first.parentElement);
}

/**
 * The present messages, then the rounds, the latest first; why there is nothing, if the table is silent.
 * @param {Table} table
 * @returns {Promise<Element[]>}
 */
async function explained(table) {
  const messages = presentMessages(table);
  const query = new URLSearchParams([["lang", table.language], ...messages.map(({ key }) => ["message", key])]);
  const response = await fetch(`why?${query}`).catch(() => null);
  if (!response?.ok) return [element("p", { class: "hint", text: table.say("web.why.silent") })];
  /** @type {Explanation} */
  const explanation = await response.json();
  const say = table.say.bind(table);
  const present = messages.map(({ key, words }) => {
    const details = answerDetails(say, { ...NO_ANSWER, subject: words, sentences: explanation.messages[key] });
    details.dataset.subject = `message ${key}`;
    return details;
  });
  const now = element("section", {}, element("h3", { text: say("web.why.now") }), ...present);
  return [now, ...[...explanation.rounds].reverse().map((round) => element("section", {}, ...roundAnswers(table, round)))];
}

/** @type {Answer} */
const NO_ANSWER = { subject: "", notes: [], results: [], reckoning: [], sentences: [], records: [], differs: false, spot: null, on: null, bettor: null };

/**
 * The messages that the table shows now: the lines of its dealer's display, and its faults.
 * @param {Table} table
 * @returns {{key: string, words: string}[]}
 */
function presentMessages({ status }) {
  const lines = (status?.dealer_keys ?? []).map((/** @type {string} */ key, /** @type {number} */ nth) => ({ key, words: status.dealer[nth] }));
  const faults = (status?.faults ?? []).map((/** @type {any} */ { key, words }) => ({ key, words }));
  return [...new Map([...faults, ...lines].map((message) => [message.key, message])).values()];
}

/**
 * @param {Table} table
 * @param {Round} round
 * @returns {Element[]}
 */
function roundAnswers(table, round) {
  const head = element("h3", { text: table.say("web.round", { number: round.round }) });
  if (round.fault) return [head, element("p", { class: "hint", text: round.fault })];
  if (!round.answers.length) return [head, element("p", { class: "hint", text: table.say("web.why.none") })];
  const shared = table.hello.felt.shared;
  const answers = round.answers.map((answer) => {
    const details = answerDetails(table.say.bind(table), answer);
    if (answer.on) details.dataset.subject = `bet ${shared ? 0 : answer.spot}:${answer.on}`;
    return details;
  });
  return [head, ...answers];
}
