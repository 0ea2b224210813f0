// @ts-check
// "Why?" on the board: the bets of the last round that has ended, spot by spot; a tap opens one's reckoning.

import { element, setAttribute, writeText } from "./dom.js";
import { answerDetails } from "./explanation.js";

/** @typedef {import("./store.js").Table} Table */
/** @typedef {import("./explanation.js").Round} Round */

/**
 * @param {HTMLDialogElement} dialog
 * @param {HTMLElement} opener
 * @param {Table} table
 */
export function mount(dialog, opener, table) {
  const title = element("h2", { id: "settled-title" });
  const answers = element("div", { class: "answers" });
  const close = element("button", { type: "button", onclick: () => dialog.close() });
  dialog.append(title, answers, close);
  setAttribute(dialog, "aria-labelledby", "settled-title");
  opener.onclick = async () => {
    if (!dialog.open) dialog.showModal();
    answers.replaceChildren(element("p", { text: table.say("web.why.wait") }));
    answers.replaceChildren(...(await settledBets(table)));
    answers.querySelector("summary")?.focus();
  };
  table.on("hello", () => {
    for (const node of [title, opener]) writeText(node, table.say("web.why.title"));
    writeText(close, table.say("web.help.close"));
    opener.hidden = false;
  });
}

/**
 * @param {Table} table
 * @returns {Promise<Element[]>}
 */
async function settledBets(table) {
  const sentence = (/** @type {string} */ key) => element("p", { text: table.say(key) });
  const response = await fetch(`settled?lang=${table.language}`).catch(() => null);
  if (!response?.ok) return [sentence("web.why.silent")];
  /** @type {{rounds: Round[]}} */
  const { rounds: [last] } = await response.json();
  if (!last) return [sentence("web.why.no_round")];
  const head = element("h3", { text: table.say("web.round", { number: last.round }) });
  if (last.fault) return [head, element("p", { text: last.fault })];
  if (!last.answers.length) return [head, sentence("web.why.none")];
  return [head, ...last.answers.map((answer) => answerDetails(table.say.bind(table), answer))];
}
