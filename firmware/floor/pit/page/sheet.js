// @ts-check
// The sheet over the page: a table in detail, signing in.

import { read, send } from "./api.js";
import { element } from "./dom.js";
import { amount, betWords, cardNames, clock, gameName, reason, render, say } from "./language.js";
import { betName, handName } from "./words.js";

const LINE_KEYS = { win: "pit.line.win", lose: "pit.line.lose", push: "pit.line.push", surrender: "pit.line.surrender" };
export const sheet = /** @type {HTMLDialogElement} */ (document.querySelector("#sheet"));

/**
 * @param {string} head
 * @param {boolean} narrow
 * @param {...Node} body
 */
export function openSheet(head, narrow, ...body) {
  sheet.className = narrow ? "narrow" : "";
  const close = element("button", { type: "button", text: say("pit.close"), onclick: () => sheet.close() });
  sheet.replaceChildren(element("header", {}, element("h2", { id: "sheet-head", text: head }), close), ...body);
  if (!sheet.open) sheet.showModal();
}

/** @param {string} name */
export async function showTable(name) {
  try {
    const detail = await read(`table/${encodeURIComponent(name)}`);
    openSheet(name, false, element("p", { class: "muted", text: [gameName(detail.tile.game), shuffled(detail.tile.shuffle)].filter(Boolean).join(" · ") }), rounds(detail.rounds, detail.tile.seats), bets(detail.bets));
  } catch (error) {
    openSheet(name, true, element("p", { class: "refused", text: reason(error) }));
  }
}

/** @param {any} shuffle */
function shuffled(shuffle) {
  if (shuffle?.cards == null) return "";
  return say("pit.shuffle", { count: shuffle.cards, unread: shuffle.unread });
}

/**
 * @param {any[]} all
 * @param {string[]} seats the names of the spots, if they have some
 */
function rounds(all, seats) {
  const results = all.some((round) => round.voided || round.result.length);
  const cards = all.some((round) => Object.keys(round.cards).length);
  const columns = ["pit.round", "pit.ended", ...(results ? ["pit.result"] : []), ...(cards ? ["pit.cards"] : []), "pit.bets", "pit.win"];
  const heads = columns.map((key) => element("th", { text: say(key), class: key === "pit.win" ? "amount" : "" }));
  const rows = all.map((round) =>
    element(
      "tr",
      { class: round.voided ? "voided" : "" },
      element("td", { text: String(round.number) }),
      element("td", { text: clock(round.ended) }),
      results ? element("td", {}, round.voided ? element("span", { class: "mark", text: say("pit.void") }) : element("span", { class: round.result.length ? "number" : "", text: round.result.join(" ") || "–" })) : null,
      cards ? element("td", {}, element("ul", {}, ...hands(round.cards, seats))) : null,
      element("td", {}, element("ul", {}, ...lines(round, seats))),
      amount("td", round.held),
    ),
  );
  return element("div", { class: "scroll" }, element("h3", { class: "part", text: say("pit.last_rounds") }), element("table", {}, element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...rows)));
}

/**
 * @param {Record<string, string[]>} all
 * @param {string[]} seats
 */
function hands(all, seats) {
  return Object.entries(all).map(([hand, names]) => {
    const { key, values = {} } = handName(hand);
    const whose = render({ key, values: { ...values, spot: seatName(seats, values.spot) } });
    return element("li", {}, say("pit.hand", { hand: whose }), " ", element("span", { class: "cards", text: cardNames(names) }));
  });
}

/**
 * @param {string[]} seats
 * @param {any} spot
 */
function seatName(seats, spot) {
  return seats[spot - 1] ?? spot;
}

/**
 * @param {any} round
 * @param {string[]} seats the names of the spots, if they have some
 */
function lines(round, seats) {
  return round.lines.map((/** @type {any} */ line) => {
    const [spot, on] = line.bet.place;
    return element("li", { text: say(LINE_KEYS[/** @type {keyof typeof LINE_KEYS} */ (line.outcome)], { spot: seatName(seats, spot), on: betName(on), stake_cents: line.bet.cents, cents: line.returned + line.paid }) });
  });
}

/** @param {Record<string, any>} all */
function bets(all) {
  const heads = ["pit.bet", "pit.handle", "pit.win", "pit.theory"].map((key) => element("th", { text: say(key), class: key === "pit.bet" ? "" : "amount" }));
  const rows = Object.entries(all).map(([on, sums]) =>
    element("tr", {}, element("td", { text: betWords(on) }), amount("td", sums.handle), amount("td", sums.held), amount("td", sums.deviations === null ? null : sums.expected)),
  );
  return element("div", { class: "scroll" }, element("h3", { class: "part", text: say("pit.by_bet") }), element("table", {}, element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...rows)));
}

/**
 * Asks for name and passphrase until they are right; false if the sheet is closed before.
 * @param {string} [why]
 * @returns {Promise<boolean>}
 */
export function signIn(why = "") {
  return new Promise((done) => {
    const name = element("input", { autocomplete: "username", required: true, autocapitalize: "none", spellcheck: "false" });
    const pass = element("input", { type: "password", autocomplete: "current-password", required: true });
    const refused = element("p", { class: "refused", role: "alert", text: why });
    const submit = element("button", { class: "main", text: say("pit.sign_in") });
    const form = element("form", {}, field("pit.name", name), field("pit.passphrase", pass), refused, submit);
    form.onsubmit = async (/** @type {Event} */ event) => {
      event.preventDefault();
      submit.disabled = true;
      try {
        await send("sign-in", { name: name.value, passphrase: pass.value });
        pass.value = "";
        done(true);
        sheet.close();
      } catch (error) {
        refused.textContent = reason(error);
        pass.value = "";
        pass.focus();
      }
      submit.disabled = false;
    };
    openSheet(say("pit.sign_in"), true, form);
    sheet.addEventListener("close", () => done(false), { once: true });
    name.focus();
  });
}

/**
 * @param {string} key
 * @param {Element} input
 */
export function field(key, input) {
  return element("label", {}, say(key), input);
}
