// @ts-check
// The forms: filled in one at a time, and numbered without gaps.

import { read, send } from "./api.js";
import { element } from "./dom.js";
import { KIND_KEYS, formCents, formFields, formKind, kindsOf } from "./form_editor.js";
import { amount, day, reason, say } from "./language.js";
import { gamingDay } from "./gaming_day.js";
import { field } from "./sheet.js";

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

/**
 * Show the forms; returns what shows those that others have filed meanwhile.
 * @param {Element} root
 * @param {any} session
 * @param {(work: () => Promise<any>) => Promise<any>} signedIn
 */
export function showForms(root, session, signedIn) {
  const list = element("div", { class: "scroll" });
  const editor = element("div", {});
  const date = /** @type {HTMLInputElement} */ (element("input", { type: "date", value: gamingDay(session.day_starts), required: true }));
  const readForms = () => read(`forms?${new URLSearchParams({ day: date.value })}`);
  let shownCount = -1;
  let filledIn = false;
  editor.oninput = (/** @type {any} */ event) => (filledIn = !event.target.classList.contains("kind"));
  const show = (/** @type {any} */ overview) => {
    const focused = editor.contains(document.activeElement);
    shownCount = overview.filed.length;
    filledIn = false;
    list.replaceChildren(...sections(overview));
    editor.replaceChildren(...formEditor(overview, session, signedIn, refresh));
    if (focused) editor.querySelector(".kind")?.focus();
  };
  const refresh = () => signedIn(async () => show(await readForms())).catch((error) => list.replaceChildren(element("p", { class: "refused", text: reason(error) })));
  date.onchange = refresh;
  root.replaceChildren(element("div", { class: "sheet" }, editor, field("pit.form.day", date), list));
  refresh();
  return async () => {
    const overview = await readForms();
    // Not under the hands of who is filling one in.
    if (overview.filed.length !== shownCount && !filledIn) show(overview);
  };
}

/** The kind that was chosen last, and what came of the last form: they stay as the list is read again. */
let lastKind = "";
let lastFiled = "";

/**
 * @param {any} overview
 * @param {any} session
 * @param {(work: () => Promise<any>) => Promise<any>} signedIn
 * @param {() => Promise<any>} refresh
 */
function formEditor(overview, session, signedIn, refresh) {
  const kinds = kindsOf(session.acts);
  if (!kinds.length) return [];
  const kind = /** @type {HTMLSelectElement} */ (element("select", { class: "kind" }, ...kinds.map((name) => element("option", { value: name, text: say(KIND_KEYS[/** @type {keyof typeof KIND_KEYS} */ (name)]) }))));
  if (kinds.includes(lastKind)) kind.value = lastKind;
  const place = element("div", {});
  const refused = element("p", { class: "refused", role: "alert" });
  const done = element("p", { role: "status", text: lastFiled });
  const file = /** @type {HTMLButtonElement} */ (element("button", { class: "main", text: say("pit.form.file") }));
  const form = element("form", { autocomplete: "off" }, field("pit.form.kind", kind), place, refused, done, file);
  /** @type {() => any} */
  let body = () => null;
  const show = () => {
    const fields = formFields(kind.value, overview, session);
    body = fields.body;
    file.hidden = body() === null;
    place.replaceChildren(fields.root);
  };
  kind.onchange = () => {
    lastKind = kind.value;
    show();
  };
  show();
  form.onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    refused.textContent = done.textContent = "";
    // Once filed, the next form is another element: nothing may be typed into this one meanwhile.
    form.inert = true;
    signedIn(async () => {
      const filed = await send("forms", body());
      lastFiled = say("pit.form.filed", { number: filed.number });
    }).then(refresh, (error) => {
      form.inert = false;
      refused.textContent = reason(error);
    });
  };
  return [form];
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
      element("td", {}, formName(filed), ...marks(filed, answer.waiting)),
      amount("td", formCents(filed.form)),
      element("td", { text: [filed.by, filed.second].filter(Boolean).join(", ") }),
      element("td", { text: day(filed.at) }),
    ),
  );
  return element("table", {}, element("thead", {}, element("tr", {}, ...FORM_HEADS.map((key) => element("th", { class: key === "pit.form.head.amount" ? "amount" : "", text: say(key) })))), element("tbody", {}, ...rows));
}

/**
 * @param {any} filed
 * @param {number[]} waiting
 */
function marks(filed, waiting) {
  return [
    filed.voided ? element("span", { class: "mark", text: ` ${say("pit.form.void_by", { number: filed.voided })}` }) : null,
    filed.corrected && !filed.voided ? element("span", { class: "mark", text: ` ${say("pit.form.corrected_by", { number: filed.corrected })}` }) : null,
    waiting.includes(filed.number) ? ` · ${say("pit.form.waits")}` : null,
  ];
}

/** @param {any} filed */
function formName({ form }) {
  const key = KIND_KEYS[/** @type {keyof typeof KIND_KEYS} */ (formKind(form))];
  return `${say(key)}${form.of ? ` ${say("pit.form.of_number", { number: form.of })}` : ""}${form.words ? ` : ${form.words}` : ""}`;
}
