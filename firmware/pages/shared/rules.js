// @ts-check
// The rules of the table as they are posted: the sentences by part, bets, payments and returns, in the reader's language.

import { element, reconcileChildren, setAttribute, writeText } from "./dom.js";

/** @typedef {import("./store.js").Table} Table */
/** @typedef {{title: string, columns: string[], rows: string[][], notes: string[], row_ids: string[]}} Section */
/** @typedef {{title: string, lines: string[], sections: Section[]}} Sheet */
/** @typedef {{language: string, languages: Record<string, string>, pack: string, digest: string, id_heading: string, sheet: Sheet}} PostedSheet */

const SHORT_DIGEST = 12;
/** Delay before a table that did not answer is asked once more. */
const AGAIN_MS = 3000;

/**
 * The rules in an element, which is filled when `show` is called and at each change of the table.
 * @param {HTMLElement} root
 * @param {Table} table
 * @returns {{show: () => void}}
 */
export function mountRules(root, table) {
  const title = element("h2", { id: `${root.id}-title` });
  const languages = element("div", { class: "segments", role: "group" });
  const idsBox = element("input", { type: "checkbox" });
  const ids = element("label", { class: "check", hidden: true }, idsBox, element("span"));
  const parts = element("nav");
  const sheet = element("div", { class: "sheet", role: "region", tabindex: 0 });
  const silent = element("p", { role: "status" });
  root.append(element("header", {}, title, languages, ids), parts, silent, sheet);
  setAttribute(sheet, "aria-labelledby", title.id);
  let chosen = "";
  let shown = "";
  let retry = 0;

  const show = async () => {
    if (!table.hello) return;
    const language = chosen || table.language;
    const wanted = `${table.hello.seat} ${language} ${Boolean(table.school?.lesson?.dark)}`;
    if (wanted === shown) return;
    const posted = await postedRules(language);
    if (posted === undefined) {
      writeText(silent, table.say("web.rules.silent"));
      clearTimeout(retry);
      retry = setTimeout(show, AGAIN_MS);
      return;
    }
    shown = wanted;
    writeText(silent, posted ? "" : table.say("web.rules.withheld"));
    if (posted) showSheet(posted);
    else for (const part of [parts, sheet]) part.replaceChildren();
  };

  /** @param {PostedSheet} posted */
  function showSheet(posted) {
    for (const part of [title, parts, sheet]) setAttribute(part, "lang", posted.language);
    writeText(title, posted.sheet.title);
    writeText(ids.lastElementChild, posted.id_heading);
    ids.hidden = false;
    setAttribute(languages, "aria-label", table.say("web.rules.language"));
    reconcileChildren(languages, Object.keys(posted.languages), String, (code) => element("button", { type: "button", lang: code, text: code.toUpperCase(), "aria-label": posted.languages[code], onclick: () => choose(code) }), (button, code) => setAttribute(button, "aria-pressed", String(code === posted.language)));
    const sections = posted.sheet.sections.map(printedSection);
    parts.replaceChildren(...sections.map((section) => element("button", { type: "button", text: section.firstElementChild?.textContent, onclick: () => goTo(section) })));
    const lines = element("ul", {}, ...posted.sheet.lines.map((line) => element("li", { text: line })));
    const source = element("p", { class: "source", text: `${posted.pack} · ${posted.digest.slice(0, SHORT_DIGEST)}` });
    sheet.replaceChildren(lines, ...sections, source);
    sheet.scrollTop = 0;
  }

  /** @param {string} code */
  function choose(code) {
    chosen = code;
    void show();
  }

  idsBox.onchange = () => root.classList.toggle("with-ids", idsBox.checked);
  return { show: () => void show() };
}

/**
 * @param {string} language
 * @returns {Promise<PostedSheet | null | undefined>} null if they are withheld, undefined if the table does not answer
 */
async function postedRules(language) {
  try {
    const answer = await fetch(`rules?lang=${encodeURIComponent(language)}`);
    return answer.ok ? await answer.json() : undefined;
  } catch {
    return undefined;
  }
}

/** @param {Element} section */
function goTo(section) {
  section.scrollIntoView({ block: "start" });
  /** @type {HTMLElement} */ (section.firstElementChild).focus({ preventScroll: true });
}

/** @param {Section} section */
function printedSection(section) {
  const filled = section.columns.map((_, column) => column).filter((column) => section.rows.some((row) => row[column]));
  const isBook = section.row_ids.length > 0;
  const cell = (/** @type {string} */ text, /** @type {string | undefined} */ id) => element("td", id ? { dataset: { id } } : {}, ...broken(text));
  const row = (/** @type {string[]} */ cells, /** @type {string} */ id) => element("tr", {}, ...filled.map((column, position) => cell(cells[column], position ? undefined : id)));
  const rows = section.rows.map((cells, position) => row(cells, section.row_ids[position] ?? ""));
  const head = element("tr", {}, ...filled.map((column) => element("th", { scope: "col", text: section.columns[column] })));
  const notes = section.notes.map((note) => element("p", { text: note }));
  return element("section", { class: isBook ? "book" : "figures" }, element("h3", { tabindex: -1, text: section.title }), ...notes, element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows)));
}

/**
 * A text whose line may break after a slash: a fraction is never cut without its sign.
 * @param {string} text
 * @returns {(string | Node)[]}
 */
function broken(text) {
  return text.split(/(?<=\/)/).flatMap((part, position) => (position ? [element("wbr"), part] : [part]));
}
