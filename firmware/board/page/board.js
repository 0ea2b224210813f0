// @ts-check
// The board beside the table, for its players: results, limits, the last announcement. Read only.

import { baccarat } from "./board_baccarat.js";
import { drawnDice, drawnNumbers, drawnSentences, drawnSymbols } from "./board_results.js";
import { mount as mountHand } from "./board_hand.js";
import { element, reconcileChildren, writeText } from "./dom.js";
import { Feed } from "./feed.js";
import { mountRules } from "./rules.js";
import { mount as mountSettledBets } from "./settled_bets.js";
import { Socket } from "./socket.js";
import { Table } from "./store.js";
import { GAME_KEYS } from "./word_keys.js";

/** States of the connection. */
/** @type {Record<string, string>} */
const CONNECTION_KEYS = {
  connecting: "web.connection.connecting",
  live: "web.connection.live",
  lost: "web.connection.lost",
  off: "web.connection.off",
  stalled: "web.connection.stalled",
  starting: "web.connection.starting",
};

/** An address that ends so opens the rules: a display of their own. */
const RULES_HASH = "#rules";

const root = document.documentElement;
const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

const url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`;
/** The state of a real table is only read; a virtual table is connected by the page's socket. */
const source = root.dataset.feed === "feed" ? new Feed("feed") : new Socket(url);
const table = new Table(source);
const rules = mountRules(byId("rules"), table);
const rulesDialog = /** @type {HTMLDialogElement} */ (byId("rules-dialog"));
const hand = byId("hand");
let shown = "";

table.on("hello", (hello) => {
  root.lang = table.language;
  root.dataset.game = hello.game;
  const game = hello.game ? table.say(GAME_KEYS[hello.game] ?? hello.game) : "";
  writeText(byId("game"), game);
  document.title = game ? `${game} · Croupier` : "Croupier";
  writeText(byId("rules-open"), table.say("web.rules.title"));
  writeText(byId("rules-close"), table.say("web.rules.close"));
  byId("rules-open").hidden = !hello.game;
  if (location.hash === RULES_HASH && !rulesDialog.open && hello.game) openRules();
  if (rulesDialog.open) rules.show();
  shown = "";
});
table.on("status", (status) => {
  if (!table.hello) return;
  reconcileChildren(byId("limits"), status.limits, String, () => element("li"), (item, line) => writeText(item, line));
  const marks = [...(status.tournament ? ["web.marks.tournament"] : []), ...(status.board === "sim" ? ["web.marks.simulation"] : [])];
  writeText(byId("marks"), marks.map((key) => table.say(key)).join(" · "));
  const call = status.players[0] ?? "";
  writeText(byId("announce"), call === status.result ? "" : call);
  const state = JSON.stringify([status.results, status.instrument?.shown, table.language]);
  if (state === shown) return;
  shown = state;
  // At Baccara the hand is below the bead plate.
  const isBelowBeads = table.hello.game === "baccarat";
  const drawn = board(status);
  root.dataset.wide = String(drawn[0].matches(".sentences"));
  byId("board").replaceChildren(...drawn, ...(isBelowBeads ? [hand] : []));
  if (!isBelowBeads) byId("board").after(hand);
});
mountHand(hand, byId("result"), table);
table.on("link", ({ state }) => {
  root.dataset.link = state;
  byId("away").hidden = table.live || !table.hello;
  const silent = source instanceof Feed && state !== "lost";
  if (table.hello) writeText(byId("away"), table.say(silent ? "web.board.silent" : CONNECTION_KEYS[state]));
});
byId("rules-open").onclick = openRules;
byId("rules-close").onclick = () => rulesDialog.close();
mountSettledBets(/** @type {HTMLDialogElement} */ (byId("why")), byId("why-open"), table);
source.open();

function openRules() {
  rulesDialog.showModal();
  // the arrow keys scroll it
  /** @type {HTMLElement} */ (byId("rules").querySelector(".sheet")).focus();
  rules.show();
}

/**
 * The board for this kind of game.
 * @param {any} status
 * @returns {Element[]}
 */
function board({ results, instrument }) {
  if (table.hello.game === "baccarat") return baccarat(table, results);
  switch (instrument?.step) {
    case "number":
      return drawnNumbers(table, results, instrument.symbols);
    case "dice":
      return drawnDice(table, results);
    case "segment":
      return drawnSymbols(table, results, instrument.symbols);
  }
  return drawnSentences(results);
}
