// @ts-check
// The answer to "why?" for one bet or message, as it is shown on every page: its result, its reckoning, the
// sentences of the rules, and the records that it was made from.

import { element } from "./dom.js";

/** @typedef {{id: string, articles: string[], words: string}} Sentence */
/**
 * @typedef {{
 *   subject: string, notes: string[], results: string[], reckoning: string[], sentences: Sentence[],
 *   records: number[], differs: boolean, spot: number | null, on: string | null, bettor: string | null,
 * }} Answer
 */
/** @typedef {{round: number, game: string, test: boolean, ended: boolean, answers: Answer[], fault: string}} Round */
/** @typedef {(key: string, values?: Record<string, any>) => string} Say */

/**
 * An answer that opens and closes.
 * @param {Say} say
 * @param {Answer} answer
 * @returns {HTMLDetailsElement}
 */
export function answerDetails(say, answer) {
  const { subject, notes, results, reckoning, sentences, records, differs } = answer;
  return element(
    "details",
    { class: differs ? "why-answer differs" : "why-answer" },
    element("summary", { text: subject }),
    lines("p", "why-note", notes),
    lines("ul", "why-results", results),
    lines("ol", "why-reckoning", reckoning),
    sentenceList(say, sentences),
    records.length ? element("p", { class: "why-records", text: say("web.why.records", { records: records.join(", ") }) }) : null,
  );
}

/**
 * The sentences of the rules, each after its articles; that there is none, if so.
 * @param {Say} say
 * @param {Sentence[]} sentences
 * @returns {HTMLElement}
 */
export function sentenceList(say, sentences) {
  if (!sentences.length) return element("p", { class: "why-none", text: say("web.why.no_sentence") });
  const items = sentences.map(({ id, articles, words }) => {
    const source = articles.length ? say("web.why.article", { articles: articles.join(", ") }) : say("web.why.table");
    return element("li", {}, element("b", { text: source }), ` ${words} `, element("code", { text: id }));
  });
  return element("ul", { class: "why-sentences" }, ...items);
}

/**
 * @param {"p" | "ul" | "ol"} tag
 * @param {string} name
 * @param {string[]} texts
 */
function lines(tag, name, texts) {
  if (!texts.length) return null;
  if (tag === "p") return element("p", { class: name, text: texts.join(" · ") });
  return element(tag, { class: name }, ...texts.map((text) => element("li", { text })));
}
