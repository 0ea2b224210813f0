// @ts-check
// The sheet over the page: a table at a closer look, signing in, acknowledging.

import { read, send } from "./asking.js";
import { el } from "./dom.js";
import { alarmWords } from "./alarms.js";
import { amount, betWords, cardNames, clock, gameName, reason, say, tell } from "./saying.js";
import { betName, handName } from "./words.js";

const sheet = /** @type {HTMLDialogElement} */ (document.querySelector("#sheet"));

/**
 * @param {string} head
 * @param {boolean} narrow
 * @param {...Node} body
 */
export function open(head, narrow, ...body) {
  sheet.className = narrow ? "narrow" : "";
  const close = el("button", { type: "button", text: say("pit.close"), onclick: () => sheet.close() });
  sheet.replaceChildren(el("header", {}, el("h2", { id: "sheet-head", text: head }), close), ...body);
  if (!sheet.open) sheet.showModal();
}

/** @param {string} name */
export async function showTable(name) {
  try {
    const found = await read(`table/${encodeURIComponent(name)}`);
    open(name, false, el("p", { class: "muted", text: [gameName(found.tile.game), shuffled(found.tile.shuffle)].filter(Boolean).join(" · ") }), rounds(found.rounds), bets(found.bets));
  } catch (error) {
    open(name, true, el("p", { class: "refused", text: reason(error) }));
  }
}

/** @param {any} shuffle */
function shuffled(shuffle) {
  if (shuffle?.cards == null) return "";
  return say("pit.shuffle", { count: shuffle.cards, unread: shuffle.unread });
}

/** @param {any[]} all */
function rounds(all) {
  const results = all.some((one) => one.voided || one.result.length);
  const cards = all.some((one) => Object.keys(one.cards).length);
  const columns = ["round", "ended", ...(results ? ["result"] : []), ...(cards ? ["cards"] : []), "bets", "win"];
  const heads = columns.map((one) => el("th", { text: say(`pit.${one}`), class: one === "win" ? "amount" : "" }));
  const rows = all.map((one) =>
    el(
      "tr",
      { class: one.voided ? "voided" : "" },
      el("td", { text: String(one.number) }),
      el("td", { text: clock(one.ended) }),
      results ? el("td", {}, one.voided ? el("span", { class: "mark", text: say("pit.void") }) : el("span", { class: one.result.length ? "number" : "", text: one.result.join(" ") || "–" })) : null,
      cards ? el("td", {}, el("ul", {}, ...hands(one.cards))) : null,
      el("td", {}, el("ul", {}, ...lines(one))),
      amount("td", one.held),
    ),
  );
  return el("div", { class: "scroll" }, el("h3", { class: "part", text: say("pit.last_rounds") }), el("table", {}, el("thead", {}, el("tr", {}, ...heads)), el("tbody", {}, ...rows)));
}

/** @param {Record<string, string[]>} all */
function hands(all) {
  return Object.entries(all).map(([hand, names]) => el("li", {}, say("pit.hand", { hand: tell(handName(hand)) }), " ", el("span", { class: "cards", text: cardNames(names) })));
}

/** @param {any} round */
function lines(round) {
  return round.lines.map((/** @type {any} */ line) => {
    const [spot, on] = line.bet.place;
    return el("li", { text: say(`pit.line.${line.outcome}`, { spot, on: betName(on), stake_cents: line.bet.cents, cents: line.returned + line.paid }) });
  });
}

/** @param {Record<string, any>} all */
function bets(all) {
  const heads = ["bet", "handle", "win", "theory"].map((one) => el("th", { text: say(`pit.${one}`), class: one === "bet" ? "" : "amount" }));
  const rows = Object.entries(all).map(([on, sums]) =>
    el("tr", {}, el("td", { text: betWords(on) }), amount("td", sums.handle), amount("td", sums.held), amount("td", sums.deviations === null ? null : sums.expected)),
  );
  return el("div", { class: "scroll" }, el("h3", { class: "part", text: say("pit.by_bet") }), el("table", {}, el("thead", {}, el("tr", {}, ...heads)), el("tbody", {}, ...rows)));
}

/**
 * Asks for name and passphrase until they are right; false if the sheet is closed before.
 * @param {string} [why]
 * @returns {Promise<boolean>}
 */
export function signIn(why = "") {
  return new Promise((done) => {
    const name = el("input", { autocomplete: "username", required: true, autocapitalize: "none", spellcheck: "false" });
    const pass = el("input", { type: "password", autocomplete: "current-password", required: true });
    const refused = el("p", { class: "refused", role: "alert", text: why });
    const go = el("button", { class: "main", text: say("pit.sign_in") });
    const form = el("form", {}, field("pit.name", name), field("pit.passphrase", pass), refused, go);
    form.onsubmit = async (/** @type {Event} */ event) => {
      event.preventDefault();
      go.disabled = true;
      try {
        await send("sign-in", { name: name.value, passphrase: pass.value });
        done(true);
        sheet.close();
      } catch (error) {
        refused.textContent = reason(error);
        pass.value = "";
        pass.focus();
      }
      go.disabled = false;
    };
    open(say("pit.sign_in"), true, form);
    sheet.addEventListener("close", () => done(false), { once: true });
    name.focus();
  });
}

/**
 * @param {any} shown
 * @param {(work: () => Promise<any>) => Promise<any>} signedIn
 */
export function acknowledge(shown, signedIn) {
  const words = el("textarea", { rows: "3", maxlength: "400" });
  const form = el("form", {}, el("p", { text: alarmWords(shown.alarm) }), field("pit.words", words), el("p", { class: "muted", text: say("pit.clears_nothing") }), el("button", { class: "main", text: say("pit.acknowledge") }));
  form.onsubmit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    sheet.close();
    await signedIn(() => send("acknowledge", { alarm: shown.alarm.id, words: words.value.trim() }));
  };
  open(say("pit.acknowledge"), true, form);
  words.focus();
}

/**
 * @param {string} key
 * @param {Element} input
 */
export function field(key, input) {
  return el("label", {}, say(key), input);
}
