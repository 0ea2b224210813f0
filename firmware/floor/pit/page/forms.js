// @ts-check
// The forms: filled in one at a time, and numbered without gaps.

import { read, send } from "./api.js";
import { element } from "./dom.js";
import { amount, day, money, reason, say } from "./language.js";
import { field } from "./sheet.js";

const DENOMINATIONS = [100, 500, 2500, 10_000, 50_000, 100_000, 500_000];
/** By kind of form: its fields. */
const KINDS = {
  opener: ["chips", "second"],
  closer: ["chips", "second"],
  fill: ["chips"],
  credit: ["chips"],
  sent: ["of", "cage", "runner"],
  taken: ["of", "dealer", "supervisor"],
  drop: ["of", "cents", "second"],
  voided: ["of", "words"],
};
const KIND_KEYS = {
  opener: "pit.form.opener",
  closer: "pit.form.closer",
  fill: "pit.form.fill",
  credit: "pit.form.credit",
  sent: "pit.form.sent",
  taken: "pit.form.taken",
  drop: "pit.form.drop",
  voided: "pit.form.voided",
};
const FIELD_KEYS = {
  second: "pit.form.second",
  of: "pit.form.of",
  cage: "pit.form.cage",
  runner: "pit.form.runner",
  dealer: "pit.form.dealer",
  supervisor: "pit.form.supervisor",
  cents: "pit.form.cents",
  words: "pit.form.words",
};
const SITTING_HEADS = [
  "pit.form.head.table",
  "pit.form.head.opener",
  "pit.form.head.tray",
  "pit.form.head.fills",
  "pit.form.head.credits",
  "pit.form.head.drop",
  "pit.form.head.left",
  "pit.form.head.win",
  "pit.form.head.meters",
];
const FORM_HEADS = ["pit.form.head.number", "pit.form.head.table", "pit.form.head.form", "pit.form.head.amount", "pit.form.head.by", "pit.form.head.at"];
/** By kind of stored form: the kind of form here. A count and a request have their kind in a field. */
const STORED_KINDS = { ChipsSent: "sent", ChipsTaken: "taken", DropCounted: "drop", Voided: "voided" };

/**
 * @param {Element} root
 * @param {() => any[]} tiles
 * @param {(work: () => Promise<any>) => Promise<any>} signedIn
 */
export function showForms(root, tiles, signedIn) {
  const list = element("div", { class: "scroll" });
  const refresh = () => signedIn(async () => list.replaceChildren(...sections(await read("forms"))));
  root.replaceChildren(element("div", { class: "sheet" }, formEditor(tiles, signedIn, refresh), list));
  refresh();
}

/**
 * @param {() => any[]} tiles
 * @param {(work: () => Promise<any>) => Promise<any>} signedIn
 * @param {() => Promise<any>} refresh
 */
function formEditor(tiles, signedIn, refresh) {
  const table = element("input", { list: "tables", required: true, maxlength: "100" });
  const known = element("datalist", { id: "tables" }, ...tiles().map((tile) => element("option", { value: tile.table })));
  const kind = element("select", {}, ...Object.keys(KINDS).map((name) => element("option", { value: name, text: say(KIND_KEYS[/** @type {keyof typeof KIND_KEYS} */ (name)]) })));
  const fields = element("div", { class: "sheet" });
  const refused = element("p", { class: "refused", role: "alert" });
  const done = element("p", { role: "status" });
  const form = element("form", {}, element("div", { class: "fields" }, field("pit.table", table), known, field("pit.form.kind", kind)), fields, refused, done, element("button", { class: "main", text: say("pit.form.file") }));
  const showFields = () => fields.replaceChildren(...KINDS[/** @type {keyof typeof KINDS} */ (kind.value)].map(fieldInput));
  kind.onchange = showFields;
  showFields();
  form.onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    refused.textContent = done.textContent = "";
    signedIn(async () => {
      const filed = await send("forms", { table: table.value.trim(), form: formBody(kind.value, fields) });
      done.textContent = say("pit.form.filed", { number: filed.number });
      showFields();
    }).then(refresh, (error) => (refused.textContent = reason(error)));
  };
  return form;
}

/** @param {string} name */
function fieldInput(name) {
  if (name === "chips") return chips();
  const attributes = { of: { type: "number", min: "1" }, cents: { inputmode: "decimal", pattern: "[0-9\\s]+([.,][0-9]{2})?" } }[name] ?? { maxlength: name === "words" ? "400" : "64" };
  return field(FIELD_KEYS[/** @type {keyof typeof FIELD_KEYS} */ (name)], element("input", { name, required: true, autocomplete: "off", ...attributes }));
}

function chips() {
  const worthLine = element("p", { class: "worth", role: "status", text: money(0) });
  const counts = DENOMINATIONS.map((denomination) => element("label", {}, money(denomination), element("input", { type: "number", min: "0", max: "1000000", value: "0", dataset: { denomination } })));
  const set = element("fieldset", { class: "chips" }, element("legend", { text: say("pit.form.chips") }), ...counts, worthLine);
  set.oninput = () => (worthLine.textContent = money(chipCounts(set).reduce((sum, [each, count]) => sum + each * count, 0)));
  return set;
}

/**
 * @param {Element} root
 * @returns {[number, number][]}
 */
function chipCounts(root) {
  const inputs = /** @type {HTMLInputElement[]} */ ([...root.querySelectorAll("[data-denomination]")]);
  return inputs.map((input) => [Number(input.dataset.denomination), Number(input.value)]);
}

/**
 * A form as it is sent.
 * @param {string} kind
 * @param {Element} root
 */
function formBody(kind, root) {
  const of = (/** @type {string} */ name) => /** @type {HTMLInputElement | null} */ (root.querySelector(`[name="${name}"]`))?.value.trim() ?? "";
  const text = (/** @type {string[]} */ ...names) => Object.fromEntries(names.map((name) => [name, of(name)]));
  const numbered = { of: Number(of("of")) };
  const all = {
    opener: () => ({ form: "TrayCounted", at: "opener", chips: chipCounts(root), ...text("second") }),
    closer: () => ({ form: "TrayCounted", at: "closer", chips: chipCounts(root), ...text("second") }),
    fill: () => ({ form: "ChipsAsked", way: "fill", chips: chipCounts(root) }),
    credit: () => ({ form: "ChipsAsked", way: "credit", chips: chipCounts(root) }),
    sent: () => ({ form: "ChipsSent", ...numbered, ...text("cage", "runner") }),
    taken: () => ({ form: "ChipsTaken", ...numbered, ...text("dealer", "supervisor") }),
    drop: () => ({ form: "DropCounted", ...numbered, cents: cents(of("cents")), ...text("second") }),
    voided: () => ({ form: "Voided", ...numbered, ...text("words") }),
  };
  return all[/** @type {keyof typeof all} */ (kind)]();
}

/** @param {string} typed */
function cents(typed) {
  // Rounded, since 1.15 * 100 is 114.99… in binary.
  return Math.round(Number(typed.replace(/\s/g, "").replace(",", ".")) * 100);
}

/** @param {any} answer */
function sections(answer) {
  return [element("h3", { class: "part", text: say("pit.form.sittings") }), sittings(answer), element("h3", { class: "part", text: say("pit.form.all") }), forms(answer)];
}

/** @param {any} answer */
function sittings(answer) {
  const rows = [...answer.sittings].reverse().map((/** @type {any} */ sitting) =>
    element("tr", {}, element("td", { text: sitting.table }), element("td", { text: `${sitting.opener}${sitting.closer ? ` – ${sitting.closer}` : ""}` }), ...[sitting.tray, sitting.fills, sitting.credits, sitting.drop, sitting.left, answer.wins[sitting.opener] ?? null, answer.held[sitting.opener] ?? null].map((sum) => amount("td", sum))),
  );
  return element("table", {}, element("thead", {}, element("tr", {}, ...SITTING_HEADS.map((key, index) => element("th", { class: index > 1 ? "amount" : "", text: say(key) })))), element("tbody", {}, ...rows));
}

/** @param {any} answer */
function forms(answer) {
  const rows = [...answer.filed].reverse().map((/** @type {any} */ filed) =>
    element(
      "tr",
      { class: filed.voided ? "voided" : "" },
      element("td", { text: String(filed.number) }),
      element("td", { text: filed.table }),
      element("td", {}, formName(filed), filed.voided ? element("span", { class: "mark", text: ` ${say("pit.form.void_by", { number: filed.voided })}` }) : null, answer.waiting.includes(filed.number) ? ` · ${say("pit.form.waits")}` : null),
      amount("td", formCents(filed.form)),
      element("td", { text: signers(filed).join(", ") }),
      element("td", { text: day(filed.at) }),
    ),
  );
  return element("table", {}, element("thead", {}, element("tr", {}, ...FORM_HEADS.map((key) => element("th", { class: key === "pit.form.head.amount" ? "amount" : "", text: say(key) })))), element("tbody", {}, ...rows));
}

/** @param {any} filed */
function formName({ form }) {
  const kind = { TrayCounted: form.at, ChipsAsked: form.way, ...STORED_KINDS }[/** @type {string} */ (form.form)];
  return `${say(KIND_KEYS[/** @type {keyof typeof KIND_KEYS} */ (kind)])}${form.of ? ` ${say("pit.form.of_number", { number: form.of })}` : ""}${form.words ? ` : ${form.words}` : ""}`;
}

/** @param {any} form */
function formCents(form) {
  if (form.chips) return form.chips.reduce((/** @type {number} */ sum, /** @type {number[]} */ [each, count]) => sum + each * count, 0);
  return form.cents ?? null;
}

/** @param {any} filed */
function signers({ by, form }) {
  return [by, form.second, form.cage, form.runner, form.dealer, form.supervisor].filter(Boolean);
}
