// @ts-check
// The gaming days: the master game report, day by day, and the seals of closed days.

import { read } from "./api.js";
import { signDay } from "./day_sign.js";
import { element } from "./dom.js";
import { amount, day as moment, decimal, language, reason, render, say } from "./language.js";
import { field } from "./sheet.js";

const GROUP_KEYS = { table: "pit.day.by_table", pit: "pit.day.by_pit", shift: "pit.day.by_shift" };
const GROUP_HEADS = { table: "pit.day.head.table", pit: "pit.day.head.pit", shift: "pit.day.head.shift" };
const FORM_HEADS = { opener: "pit.day.head.opener", fills: "pit.day.head.fills", credits: "pit.day.head.credits", closer: "pit.day.head.closer", drop: "pit.day.head.drop", win: "pit.day.head.win", hold: "pit.day.head.hold" };
const METER_HEADS = { handle: "pit.day.head.handle", held: "pit.day.head.held", priced: "pit.report.priced", expected: "pit.day.head.expected", band_cents: "pit.day.head.band", deviations: "pit.day.head.deviations" };
const FIGURES = Object.keys({ ...FORM_HEADS, ...METER_HEADS });
const DECIMALS = ["hold", "deviations"];
const KIB = 1024;

/** Counts the choices: an answer to an earlier one comes too late. */
let choices = 0;
/** The choice that was shown last: it stays as the view is opened again. */
const chosen = { property: "", by: "table", from: "", to: "" };

/**
 * @param {Element} root
 * @param {any} session
 * @param {(work: () => Promise<any>) => Promise<any>} signedIn
 */
export async function showDays(root, session, signedIn) {
  const output = element("div", { class: "days", "aria-live": "polite" });
  const place = element("div", {});
  root.replaceChildren(element("div", { class: "sheet" }, place, output));
  const refresh = async () => {
    try {
      const days = await read(`days?${new URLSearchParams({ property: chosen.property })}`);
      chosen.property = days.property_name;
      chosen.from ||= days.next;
      chosen.to ||= days.next;
      place.replaceChildren(chooser(days, refresh));
      await showReport(output, { days, session, signedIn, refresh });
    } catch (error) {
      output.replaceChildren(element("p", { class: "refused", text: reason(error) }));
    }
  };
  await refresh();
}

/**
 * @param {any} days
 * @param {() => Promise<void>} refresh
 */
function chooser(days, refresh) {
  const by = select(Object.entries(GROUP_KEYS).map(([group, key]) => [group, say(key)]), chosen.by);
  const property = select(days.properties.map((/** @type {string} */ name) => [name, name]), chosen.property);
  const [from, to] = [chosen.from, chosen.to].map((value) => element("input", { type: "date", value, max: days.today, required: true }));
  const query = () => new URLSearchParams({ ...chosen, lang: language() });
  const file = element("a", { class: "button", text: say("pit.day.csv"), href: `game-report.csv?${query()}` });
  const print = element("button", { type: "button", text: say("pit.day.print"), onclick: () => window.print() });
  const next = element("p", { class: "muted", text: say("pit.day.next", { day: days.next }) });
  const fields = [field("pit.day.by", by), field("pit.day.from", from), field("pit.day.to", to), file, print];
  if (days.properties.length > 1) fields.unshift(field("pit.day.title", property));
  const form = element("form", { class: "row choice" }, ...fields, next);
  form.onsubmit = (/** @type {Event} */ event) => event.preventDefault();
  form.onchange = () => {
    Object.assign(chosen, { property: property.value, by: by.value, from: from.value, to: to.value < from.value ? from.value : to.value });
    refresh();
  };
  return form;
}

/**
 * @param {string[][]} options
 * @param {string} value
 */
function select(options, value) {
  const chooser = /** @type {HTMLSelectElement} */ (element("select", {}, ...options.map(([name, text]) => element("option", { value: name, text }))));
  chooser.value = value;
  return chooser;
}

/**
 * @param {Element} output
 * @param {any} context
 */
async function showReport(output, context) {
  const { property, by, from, to } = chosen;
  const choice = ++choices;
  output.replaceChildren();
  let first = from;
  const showPage = async () => {
    const answer = await read(`game-report?${new URLSearchParams({ property, by, from: first, to })}`);
    if (choice !== choices) return;
    output.querySelector(".further")?.remove();
    output.append(...answer.days.map(daySection));
    first = answer.next;
    if (first) output.append(element("button", { type: "button", class: "further", text: say("pit.day.more"), onclick: () => context.signedIn(showPage) }));
  };
  await showPage();
  if (from !== to) return;
  const query = new URLSearchParams({ property });
  const view = await read(`day/${from}?${query}`);
  if (choice !== choices) return;
  if (from < context.days.today) output.append(...signButton(from, view.files.length, context));
  output.append(...view.files.map((/** @type {any} */ file) => seal(file, `day/${from}/file/${file.number}?${query}`)));
}

/**
 * @param {string} name
 * @param {number} files
 * @param {any} context
 */
function signButton(name, files, { session, signedIn, refresh }) {
  const act = files ? "amend_day" : "close_day";
  if (!(act in session.acts)) return [];
  const open = () => signDay({ day: name, property: chosen.property, act, roles: session.acts[act], signedIn, refresh });
  return [element("button", { type: "button", class: "main sign", text: say(files ? "pit.day.amend" : "pit.day.close"), onclick: open })];
}

/** @param {any} report */
function daySection({ day, number, lines, total }) {
  const state = number === null ? say("pit.day.not_closed") : number ? say("pit.day.amended", { count: number }) : say("pit.day.closed");
  const open = number === null ? [element("p", { class: "refused open", text: say("pit.day.not_closed_words") })] : [];
  const rows = lines.map((/** @type {any} */ line) => figureRow(line.group, line.figures, ""));
  const table = element("table", {}, heads(), element("tbody", {}, ...rows, figureRow(say("pit.day.total"), total, "total")));
  return element("section", { class: "day" }, element("h3", { class: "part", text: `${say("pit.day.day")} ${day} · ${state}` }), ...open, element("div", { class: "scroll" }, table));
}

function heads() {
  const cell = (/** @type {string} */ key) => element("th", { class: "amount", text: say(key) });
  const parts = element("tr", {}, element("th", {}), element("th", { colspan: "7", class: "amount", text: say("pit.day.forms_part") }), element("th", { colspan: "6", class: "amount", text: say("pit.day.meters_part") }));
  const group = element("th", { text: say(GROUP_HEADS[/** @type {keyof typeof GROUP_HEADS} */ (chosen.by)]) });
  return element("thead", {}, parts, element("tr", {}, group, ...[...Object.values(FORM_HEADS), ...Object.values(METER_HEADS)].map(cell)));
}

/**
 * @param {string} group
 * @param {any} figures
 * @param {string} kind
 */
function figureRow(group, figures, kind) {
  const cells = FIGURES.map((name) => {
    const value = name === "opener" && !figures.sittings ? null : figures[name];
    if (DECIMALS.includes(name)) return element("td", { class: "amount", text: value === null ? "–" : decimal(value) });
    return amount("td", figures.sittings || !(name in FORM_HEADS) ? value : null);
  });
  return element("tr", { class: kind }, element("th", { scope: "row", text: group }), ...cells);
}

/** @param {any} head */
function recordsText({ first, last, released }) {
  if (!first) return say("pit.day.no_records");
  const values = { first: first.number, last: last.number, released };
  return say(last.number < released ? "pit.day.records_pending" : "pit.day.records", values);
}

/**
 * @param {any} file
 * @param {string} href
 */
function seal(file, href) {
  const head = file.number ? say("pit.day.amendment", { number: file.number }) : say("pit.day.sealed");
  const who = file.signatures.map((/** @type {any} */ signature) => signature.name).join(", ");
  const accepted = file.exceptions.map((/** @type {any} */ each) => element("li", {}, render(each.text), element("br"), element("em", { text: each.words })));
  const records = file.heads.map((/** @type {any} */ each) => element("li", { text: `${each.table} · ${recordsText(each)}` }));
  return element(
    "section",
    { class: "seal" },
    element("h3", { class: "part", text: `${head} · ${say("pit.day.sealed_by", { who, when: moment(file.made) })}` }),
    ...(file.words ? [element("p", { text: file.words })] : []),
    element("p", { class: "muted", text: `${say("pit.day.pit")} ${file.pit}` }),
    element("p", { class: "muted" }, `${say("pit.day.digest")} `, element("code", { text: file.digest })),
    ...(accepted.length ? [element("ul", { class: "exceptions" }, ...accepted)] : []),
    element("details", {}, element("summary", { text: say("pit.day.chain") }), element("ul", { class: "muted" }, ...records)),
    element("a", { class: "button", href, text: say("pit.day.seal_file", { size: Math.ceil(file.octets / KIB) }) }),
  );
}
