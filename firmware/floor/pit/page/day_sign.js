// @ts-check
// A gaming day as two people look at it before they sign: its exceptions, their words, two signatures.

import { read, send } from "./api.js";
import { element } from "./dom.js";
import { secondSignature } from "./form_editor.js";
import { reason, render, say } from "./language.js";
import { field, openSheet } from "./sheet.js";

const SHOWN_DIGITS = 16;

/**
 * @param {{day: string, property: string, act: string, roles: string[], signedIn: (work: () => Promise<any>) => Promise<any>, refresh: () => Promise<void>}} signing
 */
export async function signDay(signing) {
  const { day, property, act, signedIn } = signing;
  const head = say(act === "amend_day" ? "pit.day.amend" : "pit.day.close");
  try {
    const draft = await signedIn(() => read(`day/${day}/draft?${new URLSearchParams({ property })}`));
    openSheet(`${head} · ${day}`, false, signForm(draft, signing));
  } catch (error) {
    openSheet(`${head} · ${day}`, true, element("p", { class: "refused", text: reason(error) }));
  }
}

/**
 * @param {any} draft
 * @param {any} signing
 */
function signForm(draft, { day, property, act, roles, signedIn, refresh }) {
  const refused = element("p", { class: "refused", role: "alert" });
  const words = act === "amend_day" ? [field("pit.day.reason", element("textarea", { name: "words", rows: "2", maxlength: "400", required: true }))] : [];
  const form = element("form", { autocomplete: "off" }, ...summary(draft), ...groups(draft.exceptions).map(exceptionField), ...words, secondSignature(roles), refused, element("button", { class: "main", text: say("pit.day.confirm") }));
  form.onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    refused.textContent = "";
    form.inert = true;
    const path = `day/${day}/${act}?${new URLSearchParams({ property })}`;
    signedIn(() => send(path, signedBody(form, draft))).then(
      async (/** @type {any} */ sealed) => {
        openSheet(say("pit.day.title"), true, element("p", { role: "status", text: say("pit.day.signed", { day, digest: sealed.digest }) }));
        await refresh();
      },
      (/** @type {any} */ error) => {
        form.inert = false;
        refused.textContent = reason(error);
      },
    );
  };
  return form;
}

/** @param {any} draft */
function summary(draft) {
  const counts = say("pit.day.draft", { tables: draft.tables, forms: draft.forms, alarms: draft.alarms, open: draft.unacknowledged });
  const state = draft.exceptions.length ? say("pit.day.exceptions", { count: draft.exceptions.length }) : say("pit.day.no_exception");
  return [element("p", { text: counts }), element("p", { class: "muted", text: say("pit.day.draft_number", { digest: draft.digest.slice(0, SHOWN_DIGITS) }) }), element("p", { class: draft.exceptions.length ? "refused" : "", text: state })];
}

/**
 * The exceptions by their kind: one sentence may accept all of a kind.
 * @param {any[]} exceptions
 * @returns {[string, any[]][]}
 */
function groups(exceptions) {
  /** @type {Record<string, any[]>} */
  const byKind = {};
  for (const exception of exceptions) (byKind[exception.name.split("/")[0]] ??= []).push(exception);
  return Object.entries(byKind);
}

/** @param {[string, any[]]} group */
function exceptionField([kind, exceptions]) {
  const input = element("input", { required: true, maxlength: "400", autocomplete: "off", dataset: { exception: kind } });
  const texts = exceptions.map((exception) => element("li", { text: render(exception.text) }));
  return element("fieldset", { class: "exception" }, element("ul", {}, ...texts), field("pit.day.accepted", input));
}

/**
 * @param {Element} form
 * @param {any} draft
 */
function signedBody(form, draft) {
  const of = (/** @type {string} */ name) => /** @type {HTMLInputElement | null} */ (form.querySelector(`[name="${name}"]`))?.value ?? "";
  const inputs = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("[data-exception]")]);
  const exceptions = Object.fromEntries(inputs.map((input) => [input.dataset.exception, input.value.trim()]));
  return { digest: draft.digest, exceptions, words: of("words").trim(), second: { name: of("second").trim(), passphrase: of("passphrase") } };
}
