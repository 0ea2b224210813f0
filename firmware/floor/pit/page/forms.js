// @ts-check
// The forms: filled in one after the other, and numbered without gaps.

import { read, send } from "./asking.js";
import { el } from "./dom.js";
import { amount, day, money, reason, say } from "./saying.js";
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

/**
 * @param {Element} root
 * @param {() => any[]} tiles
 * @param {(work: () => Promise<any>) => Promise<any>} signedIn
 */
export function showForms(root, tiles, signedIn) {
  const list = el("div", { class: "scroll" });
  const refresh = () => signedIn(async () => list.replaceChildren(...listed(await read("forms"))));
  root.replaceChildren(el("div", { class: "sheet" }, blank(tiles, signedIn, refresh), list));
  refresh();
}

/**
 * @param {() => any[]} tiles
 * @param {(work: () => Promise<any>) => Promise<any>} signedIn
 * @param {() => Promise<any>} refresh
 */
function blank(tiles, signedIn, refresh) {
  const table = el("input", { list: "tables", required: true, maxlength: "100" });
  const known = el("datalist", { id: "tables" }, ...tiles().map((tile) => el("option", { value: tile.table })));
  const kind = el("select", {}, ...Object.keys(KINDS).map((one) => el("option", { value: one, text: say(`pit.form.${one}`) })));
  const fields = el("div", { class: "sheet" });
  const said = el("p", { class: "refused", role: "alert" });
  const done = el("p", { role: "status" });
  const form = el("form", {}, el("div", { class: "fields" }, field("pit.table", table), known, field("pit.form.kind", kind)), fields, said, done, el("button", { class: "main", text: say("pit.form.file") }));
  const lay = () => fields.replaceChildren(...KINDS[/** @type {keyof typeof KINDS} */ (kind.value)].map(input));
  kind.onchange = lay;
  lay();
  form.onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    said.textContent = done.textContent = "";
    signedIn(async () => {
      const filed = await send("forms", { table: table.value.trim(), form: filled(kind.value, fields) });
      done.textContent = say("pit.form.filed", { number: filed.number });
      lay();
    }).then(refresh, (error) => (said.textContent = reason(error)));
  };
  return form;
}

/** @param {string} name */
function input(name) {
  if (name === "chips") return chips();
  const given = { of: { type: "number", min: "1" }, cents: { inputmode: "decimal", pattern: "[0-9\\s]+([.,][0-9]{2})?" } }[name] ?? { maxlength: name === "words" ? "400" : "64" };
  return field(`pit.form.${name}`, el("input", { name, required: true, autocomplete: "off", ...given }));
}

function chips() {
  const worth = el("p", { class: "worth", role: "status", text: money(0) });
  const counts = DENOMINATIONS.map((one) => el("label", {}, money(one), el("input", { type: "number", min: "0", max: "1000000", value: "0", dataset: { denomination: one } })));
  const set = el("fieldset", { class: "chips" }, el("legend", { text: say("pit.form.chips") }), ...counts, worth);
  set.oninput = () => (worth.textContent = money(counted(set).reduce((sum, [each, count]) => sum + each * count, 0)));
  return set;
}

/**
 * @param {Element} root
 * @returns {[number, number][]}
 */
function counted(root) {
  const inputs = /** @type {HTMLInputElement[]} */ ([...root.querySelectorAll("[data-denomination]")]);
  return inputs.map((one) => [Number(one.dataset.denomination), Number(one.value)]);
}

/**
 * A form as it is sent.
 * @param {string} kind
 * @param {Element} root
 */
function filled(kind, root) {
  const of = (/** @type {string} */ name) => /** @type {HTMLInputElement | null} */ (root.querySelector(`[name="${name}"]`))?.value.trim() ?? "";
  const text = (/** @type {string[]} */ ...names) => Object.fromEntries(names.map((name) => [name, of(name)]));
  const numbered = { of: Number(of("of")) };
  const all = {
    opener: () => ({ form: "TrayCounted", at: "opener", chips: counted(root), ...text("second") }),
    closer: () => ({ form: "TrayCounted", at: "closer", chips: counted(root), ...text("second") }),
    fill: () => ({ form: "ChipsAsked", way: "fill", chips: counted(root) }),
    credit: () => ({ form: "ChipsAsked", way: "credit", chips: counted(root) }),
    sent: () => ({ form: "ChipsSent", ...numbered, ...text("cage", "runner") }),
    taken: () => ({ form: "ChipsTaken", ...numbered, ...text("dealer", "supervisor") }),
    drop: () => ({ form: "DropCounted", ...numbered, cents: cents(of("cents")), ...text("second") }),
    voided: () => ({ form: "Voided", ...numbered, ...text("words") }),
  };
  return all[/** @type {keyof typeof all} */ (kind)]();
}

/** @param {string} typed */
function cents(typed) {
  return Math.round(Number(typed.replace(/\s/g, "").replace(",", ".")) * 100);
}

/** @param {any} found */
function listed(found) {
  return [el("h3", { class: "part", text: say("pit.form.sittings") }), sittings(found), el("h3", { class: "part", text: say("pit.form.all") }), forms(found)];
}

/** @param {any} found */
function sittings(found) {
  const heads = ["table", "opener", "tray", "fills", "credits", "drop", "left", "win", "meters"];
  const rows = [...found.sittings].reverse().map((/** @type {any} */ one) =>
    el("tr", {}, el("td", { text: one.table }), el("td", { text: `${one.opener}${one.closer ? ` – ${one.closer}` : ""}` }), ...[one.tray, one.fills, one.credits, one.drop, one.left, found.wins[one.opener] ?? null, found.held[one.opener] ?? null].map((sum) => amount("td", sum))),
  );
  return el("table", {}, el("thead", {}, el("tr", {}, ...heads.map((one, at) => el("th", { class: at > 1 ? "amount" : "", text: say(`pit.form.head.${one}`) })))), el("tbody", {}, ...rows));
}

/** @param {any} found */
function forms(found) {
  const heads = ["number", "table", "form", "amount", "by", "at"];
  const rows = [...found.filed].reverse().map((/** @type {any} */ one) =>
    el(
      "tr",
      { class: one.voided ? "voided" : "" },
      el("td", { text: String(one.number) }),
      el("td", { text: one.table }),
      el("td", {}, name(one), one.voided ? el("span", { class: "mark", text: ` ${say("pit.form.void_by", { number: one.voided })}` }) : null, found.waiting.includes(one.number) ? ` · ${say("pit.form.waits")}` : null),
      amount("td", worth(one.form)),
      el("td", { text: people(one).join(", ") }),
      el("td", { text: day(one.at) }),
    ),
  );
  return el("table", {}, el("thead", {}, el("tr", {}, ...heads.map((one) => el("th", { class: one === "amount" ? "amount" : "", text: say(`pit.form.head.${one}`) })))), el("tbody", {}, ...rows));
}

/** @param {any} filed */
function name({ form }) {
  const key = { TrayCounted: form.at, ChipsAsked: form.way, ChipsSent: "sent", ChipsTaken: "taken", DropCounted: "drop", Voided: "voided" }[/** @type {string} */ (form.form)];
  return `${say(`pit.form.${key}`)}${form.of ? ` ${say("pit.form.of_number", { number: form.of })}` : ""}${form.words ? ` : ${form.words}` : ""}`;
}

/** @param {any} form */
function worth(form) {
  if (form.chips) return form.chips.reduce((/** @type {number} */ sum, /** @type {number[]} */ [each, count]) => sum + each * count, 0);
  return form.cents ?? null;
}

/** @param {any} filed */
function people({ by, form }) {
  return [by, form.second, form.cage, form.runner, form.dealer, form.supervisor].filter(Boolean);
}
