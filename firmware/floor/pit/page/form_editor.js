// @ts-check
// A form as it is filled in, with the second person's signature where it needs one.

import { element } from "./dom.js";
import { inUnit, money, parsedMoney, say } from "./language.js";
import { field } from "./sheet.js";

/** In units of the currency. */
const DENOMINATIONS = [1, 5, 25, 100, 500, 1000, 5000];
export const KIND_KEYS = {
  opener: "pit.form.opener",
  closer: "pit.form.closer",
  fill: "pit.form.fill",
  credit: "pit.form.credit",
  sent: "pit.form.sent",
  taken: "pit.form.taken",
  drop: "pit.form.drop",
  corrected: "pit.form.corrected",
  voided: "pit.form.voided",
};
/** By kind of stored form: the kind of form here. A count and a request have their kind in a field. */
const STORED_KINDS = { ChipsSent: "sent", ChipsTaken: "taken", DropCounted: "drop", Corrected: "corrected", Voided: "voided" };
const WITH_WORDS = ["corrected", "voided"];
export const ROLE_KEYS = {
  technician: "role.technician",
  supervisor: "role.supervisor",
  auditor: "role.auditor",
  dealer: "role.dealer",
  cashier: "role.cashier",
  runner: "role.runner",
};

/**
 * The kind of a filed form.
 * @param {any} form
 * @returns {string}
 */
export function formKind(form) {
  return { TrayCounted: form.at, ChipsAsked: form.way, ...STORED_KINDS }[/** @type {string} */ (form.form)];
}

/** @param {any} form */
export function formCents(form) {
  if (form.chips) return form.chips.reduce((/** @type {number} */ sum, /** @type {number[]} */ [each, count]) => sum + each * count, 0);
  return form.cents ?? null;
}

/**
 * The acts that filing a kind of form may be; which one depends on the form that it is about.
 * @param {string} kind
 * @param {any} about
 */
export function actOf(kind, about) {
  const way = about?.form.way;
  if (kind === "opener" || kind === "closer") return "count";
  if (kind === "fill" || kind === "credit") return "request";
  if (kind === "sent") return `send_${way}`;
  if (kind === "taken") return `take_${way}`;
  if (kind === "corrected") return way ? "correct_transfer" : "correct";
  return kind === "drop" ? "drop" : "void";
}

/**
 * The forms that a new one of that kind may be about, the newest first; null if it is about none.
 * @param {string} kind
 * @param {any} overview
 * @returns {any[] | null}
 */
function choices(kind, overview) {
  const standing = overview.filed.filter((/** @type {any} */ filed) => !filed.voided).reverse();
  const sent = new Set(standing.filter((/** @type {any} */ filed) => filed.form.form === "ChipsSent").map((/** @type {any} */ filed) => filed.form.of));
  const waiting = standing.filter((/** @type {any} */ filed) => overview.waiting.includes(filed.number));
  const undropped = new Set(overview.sittings.filter((/** @type {any} */ sitting) => sitting.drop === null).map((/** @type {any} */ sitting) => sitting.opener));
  const all = {
    sent: () => waiting.filter((/** @type {any} */ filed) => !sent.has(filed.number)),
    taken: () => waiting.filter((/** @type {any} */ filed) => sent.has(filed.number)),
    drop: () => standing.filter((/** @type {any} */ filed) => undropped.has(filed.number)),
    corrected: () => standing.filter((/** @type {any} */ filed) => ["opener", "closer", "fill", "credit", "drop"].includes(formKind(filed.form))),
    voided: () => standing.filter((/** @type {any} */ filed) => filed.form.form !== "Voided"),
  };
  return all[/** @type {keyof typeof all} */ (kind)]?.() ?? null;
}

/**
 * The kinds of form that a person may begin.
 * @param {any} acts
 */
export function kindsOf(acts) {
  const possible = { sent: ["send_fill", "send_credit"], taken: ["take_fill", "take_credit"], corrected: ["correct", "correct_transfer"] };
  return Object.keys(KIND_KEYS).filter((kind) => (possible[/** @type {keyof typeof possible} */ (kind)] ?? [actOf(kind, null)]).some((act) => act in acts));
}

/**
 * The fields of a form of that kind, which know what to send.
 * @param {string} kind
 * @param {any} overview
 * @param {any} session
 */
export function formFields(kind, overview, session) {
  const about = choices(kind, overview)?.filter((filed) => actOf(kind, filed) in session.acts) ?? null;
  const root = element("div", { class: "sheet" });
  if (about !== null && !about.length) {
    root.append(element("p", { class: "muted", text: say("pit.form.none_open") }));
    return { root, body: () => null };
  }
  const subject = about ? chooser(about) : tableChooser(overview.tables);
  const rest = element("div", { class: "sheet" });
  const chosen = () => about?.find((filed) => String(filed.number) === subject.value) ?? null;
  const show = () => rest.replaceChildren(...restFields(kind, chosen(), session));
  subject.onchange = show;
  show();
  root.append(field(about ? "pit.form.of" : "pit.table", subject), rest);
  return { root, body: () => formBody(kind, chosen(), subject.value, rest) };
}

/** @param {any[]} about */
function chooser(about) {
  const options = about.map((filed) => {
    const cents = formCents(filed.form);
    const values = { number: filed.number, table: filed.table, form: { key: KIND_KEYS[/** @type {keyof typeof KIND_KEYS} */ (formKind(filed.form))] } };
    return element("option", { value: String(filed.number), text: cents === null ? say("pit.form.choice", values) : say("pit.form.choice_amount", { ...values, cents }) });
  });
  return /** @type {HTMLSelectElement} */ (element("select", { required: true }, ...options));
}

/** @param {string[]} tables */
function tableChooser(tables) {
  return /** @type {HTMLSelectElement} */ (element("select", { required: true }, ...tables.map((name) => element("option", { value: name, text: name }))));
}

/**
 * @param {string} kind
 * @param {any} about
 * @param {any} session
 */
function restFields(kind, about, session) {
  const fields = [];
  if (["opener", "closer", "fill", "credit"].includes(kind) || (kind === "corrected" && about.form.chips)) fields.push(chips(about?.form.chips ?? []));
  if (kind === "drop" || (kind === "corrected" && !about.form.chips)) fields.push(field("pit.form.cents", element("input", { name: "cents", required: true, autocomplete: "off", inputmode: "decimal", pattern: "[0-9\\s]+([.,][0-9]{2})?" })));
  if (WITH_WORDS.includes(kind)) fields.push(field("pit.form.words", element("input", { name: "words", required: true, autocomplete: "off", maxlength: "400" })));
  const roles = session.acts[actOf(kind, about)] ?? [];
  if (roles.length) fields.push(secondSignature(roles));
  return fields;
}

/**
 * The second person's name and passphrase.
 * @param {string[]} roles
 */
export function secondSignature(roles) {
  const named = roles.map((role) => ({ key: ROLE_KEYS[/** @type {keyof typeof ROLE_KEYS} */ (role)] }));
  const role = named.length > 1 ? { key: "pit.form.or", values: { role: named[0], other: named[1] } } : named[0];
  const name = element("input", { name: "second", required: true, autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength: "100" });
  const passphrase = element("input", { name: "passphrase", type: "password", required: true, autocomplete: "off" });
  return element("fieldset", { class: "second" }, element("legend", { text: say("pit.form.second", { role }) }), field("pit.name", name), field("pit.passphrase", passphrase));
}

/** @param {number[][]} before */
function chips(before) {
  const counted = Object.fromEntries(before);
  const worthLine = element("p", { class: "worth", role: "status" });
  const counts = DENOMINATIONS.map(inUnit).map((denomination) => element("label", {}, money(denomination), element("input", { type: "number", min: "0", max: "1000000", value: String(counted[denomination] ?? 0), dataset: { denomination } })));
  const set = element("fieldset", { class: "chips" }, element("legend", { text: say("pit.form.chips") }), ...counts, worthLine);
  set.oninput = () => (worthLine.textContent = money(chipCounts(set).reduce((sum, [each, count]) => sum + each * count, 0)));
  set.oninput(new Event("input"));
  return set;
}

/** @param {Element} root */
function chipCounts(root) {
  const inputs = /** @type {HTMLInputElement[]} */ ([...root.querySelectorAll("[data-denomination]")]);
  return inputs.map((input) => [Number(input.dataset.denomination), Number(input.value)]);
}

/**
 * What is sent: the table, the form, and the second signature.
 * @param {string} kind
 * @param {any} about
 * @param {string} table
 * @param {Element} root
 */
function formBody(kind, about, table, root) {
  const of = (/** @type {string} */ name) => /** @type {HTMLInputElement | null} */ (root.querySelector(`[name="${name}"]`))?.value.trim() ?? "";
  const numbered = { of: about?.number };
  const correction = () => (about.form.chips ? { chips: chipCounts(root) } : { cents: cents(of("cents")) });
  const all = {
    opener: () => ({ form: "TrayCounted", at: "opener", chips: chipCounts(root) }),
    closer: () => ({ form: "TrayCounted", at: "closer", chips: chipCounts(root) }),
    fill: () => ({ form: "ChipsAsked", way: "fill", chips: chipCounts(root) }),
    credit: () => ({ form: "ChipsAsked", way: "credit", chips: chipCounts(root) }),
    sent: () => ({ form: "ChipsSent", ...numbered }),
    taken: () => ({ form: "ChipsTaken", ...numbered }),
    drop: () => ({ form: "DropCounted", ...numbered, cents: cents(of("cents")) }),
    corrected: () => ({ form: "Corrected", ...numbered, words: of("words"), ...correction() }),
    voided: () => ({ form: "Voided", ...numbered, words: of("words") }),
  };
  const second = root.querySelector("[name=second]") ? { name: of("second"), passphrase: /** @type {HTMLInputElement} */ (root.querySelector("[name=passphrase]")).value } : null;
  return { table: about?.table ?? table, form: all[/** @type {keyof typeof all} */ (kind)](), second };
}

/** @param {string} typed */
function cents(typed) {
  return /^0([.,]0*)?$/.test(typed) ? 0 : parsedMoney(typed);
}
