// @ts-check
// The buttons that answer the prompt: decisions in a row a hand, each in the column of its key; then the others.

import { decisionColumns } from "./decisions.js";
import { element, reconcileChildren, setAttribute, writeText } from "./dom.js";
import { KEY_LABELS } from "./word_keys.js";

/** @typedef {import("./store.js").Table} Table */
/** @typedef {import("./answers.js").Answer} Answer */
/** @typedef {(answer: Answer, input: HTMLInputElement | null) => void} Give */
/** @typedef {{id: string, columns: readonly string[][], answers: Answer[]}} Row */

/** The answers to insurance have a row apart from the play. */
const INSURANCE = ["insurance", "no_insurance"];
/** The most columns that have room beside their hand's name. */
const INLINE = 3;
/** The number of answers that have a digit key. */
const DIGITS = 9;

/**
 * Shows the answers: those in columns in their rows, the others after them, or before if the first is one of them.
 * @param {{rows: HTMLElement, others: HTMLElement}} nodes
 * @param {Table} table
 * @param {Answer[]} answers
 * @param {Give} give
 */
export function showAnswers({ rows, others }, table, answers, give) {
  const decided = answers.filter(({ column }) => column !== undefined);
  const rest = answers.filter(({ column }) => column === undefined);
  const columns = decided.length ? decisionColumns(table.status, table.hello) : [];
  const isRestFirst = answers[0] === rest[0];
  if (isRestFirst !== (others.nextElementSibling === rows)) isRestFirst ? rows.before(others) : rows.after(others);
  const digits = digitsOf(decided, rest, columns, isRestFirst);
  const fill = (/** @type {HTMLElement} */ node, /** @type {Answer} */ answer) => fillAnswer(table, node, answer, digits.get(answer.id), give);
  reconcileChildren(rows, rowsOf(decided, columns), ({ id }) => id, makeRow, (node, row) => fillRow(table, node, row, fill));
  reconcileChildren(others, rest, ({ id }) => id, answerButton, (node, answer) => {
    fill(node, answer);
    node.classList.toggle("next", isRestFirst && answer === rest[0]);
  });
}

/**
 * The digit of each answer: a decision's is that of its column, in the first row that has it.
 * @param {Answer[]} decided
 * @param {Answer[]} rest
 * @param {readonly string[][]} columns
 * @param {boolean} isRestFirst
 */
function digitsOf(decided, rest, columns, isRestFirst) {
  /** @type {Map<string, number>} */
  const digits = new Map();
  const firstOfColumn = new Map([...decided].reverse().map(({ column, id }) => [column ?? 0, id]));
  for (const [column, id] of firstOfColumn) digits.set(id, column + 1 + (isRestFirst ? rest.length : 0));
  rest.forEach(({ id }, nth) => digits.set(id, nth + 1 + (isRestFirst ? 0 : columns.length)));
  return digits;
}

/**
 * A row for each hand that decides, and one more for its insurance, after those of the play.
 * @param {Answer[]} decided
 * @param {readonly string[][]} columns
 * @returns {Row[]}
 */
function rowsOf(decided, columns) {
  const isInsurance = (/** @type {string[]} */ names) => INSURANCE.includes(names[0]);
  return [false, true].flatMap((insured) => {
    const own = columns.filter((names) => isInsurance(names) === insured);
    const answers = decided.filter(({ column }) => own.includes(columns[column ?? 0]));
    const owners = [...new Set(answers.map(({ owner }) => owner))];
    return owners.map((owner) => ({ id: `${insured} ${owner}`, columns: own, answers: answers.filter((one) => one.owner === owner) }));
  });
}

/** @param {Row} row */
function makeRow({ columns }) {
  const node = element("div", { class: "hand-row", role: "group" }, element("span", { class: "whose" }), element("div", { class: "columns" }));
  node.style.setProperty("--columns", String(columns.length));
  setAttribute(node, "data-many", columns.length > INLINE);
  setAttribute(node, "data-one", columns.length === 1);
  return node;
}

/**
 * @param {Table} table
 * @param {HTMLElement} node
 * @param {Row} row
 * @param {(node: HTMLElement, answer: Answer) => void} fill
 */
function fillRow(table, node, { columns, answers }, fill) {
  const [owner, cells] = /** @type {HTMLElement[]} */ ([...node.children]);
  const ownerText = answers[0].whose ? table.render(answers[0].whose) : "";
  writeText(owner, ownerText);
  setAttribute(node, "aria-label", ownerText || table.say("web.prompt.answers"));
  const names = columns.map((column) => ({ column, answer: answers.find(({ name }) => column.includes(name ?? "")) }));
  reconcileChildren(cells, names, ({ column, answer }) => answer?.id ?? column[0], ({ answer }) => (answer ? answerButton(answer) : element("span", { class: "no-answer", "aria-hidden": "true" })), (cell, { column, answer }) => {
    if (answer) fill(cell, answer);
    else writeText(cell, table.say(KEY_LABELS[column[0]]));
  });
}

/** @param {Answer} answer */
function answerButton(answer) {
  const digit = element("kbd", { "aria-hidden": "true" });
  const act = element("button", { class: "answer", dataset: { answer: answer.id, act: answer.act.act } }, digit, element("span", { class: "words" }), element("span", { class: "cost" }));
  if (!answer.amount) return act;
  return element("span", { class: "with-amount" }, act, element("input", { inputmode: "decimal", size: 6 }));
}

/**
 * @param {Table} table
 * @param {HTMLElement} node
 * @param {Answer} answer
 * @param {number | undefined} digit
 * @param {Give} give
 */
function fillAnswer(table, node, answer, digit, give) {
  const act = /** @type {HTMLButtonElement} */ (node.matches("button") ? node : node.querySelector("button"));
  const [digitKey, words, cost] = /** @type {HTMLElement[]} */ ([...act.children]);
  const shown = digit !== undefined && digit <= DIGITS ? String(digit) : "";
  writeText(digitKey, shown);
  setAttribute(act, "data-digit", shown || null);
  writeText(words, table.render(answer.label));
  writeText(cost, answer.cost ? table.render(answer.cost) : "");
  const input = node.querySelector("input");
  act.onclick = () => give(answer, input);
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
