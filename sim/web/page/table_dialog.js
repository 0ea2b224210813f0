// @ts-check
// The dialog that opens another table: its game, and the number of its spots.

import { element, reconcileChildren, setAttribute, writeText } from "./dom.js";
import { GAME_KEYS } from "./word_keys.js";

/** @typedef {import("./store.js").Table} Table */

/**
 * @param {HTMLDialogElement} dialog
 * @param {HTMLElement} opener
 * @param {Table} table
 */
export function mount(dialog, opener, table) {
  const title = element("h2", { id: "seat-title" });
  const game = element("select", { name: "game" });
  const spots = element("input", { type: "number", name: "spots", min: 1, max: 20, inputmode: "numeric" });
  const games = element("label", { class: "field" }, element("span"), game);
  const spotsField = element("label", { class: "field" }, element("span"), spots);
  const hint = element("p", { class: "hint" });
  const cancel = element("button", { type: "button", onclick: () => dialog.close() });
  const seat = element("button", { class: "next", dataset: { act: "seat" } });
  const form = element("form", {}, title, games, spotsField, hint, element("div", { class: "row end" }, cancel, seat));
  dialog.append(form);
  setAttribute(dialog, "aria-labelledby", "seat-title");

  opener.onclick = () => {
    fillGames(game, table);
    game.value = table.hello?.game ?? "";
    dialog.showModal();
  };
  form.onsubmit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    dialog.close();
    const spotCount = spots.value === "" ? null : Number(spots.value);
    await table.ask({ act: "seat", game: game.value, spots: spotCount });
  };
  table.on("hello", () => {
    writeText(title, table.say("web.seat.title"));
    writeText(games.firstElementChild, table.say("web.seat.game"));
    writeText(spotsField.firstElementChild, table.say("web.seat.spots"));
    setAttribute(spots, "placeholder", table.say("web.seat.usual"));
    writeText(hint, table.say("web.seat.told"));
    writeText(cancel, table.say("web.seat.cancel"));
    writeText(seat, table.say("web.seat.go"));
  });
}

/**
 * Lists the games by their names.
 * @param {HTMLSelectElement} root
 * @param {Table} table
 */
function fillGames(root, table) {
  const { compare } = new Intl.Collator(table.words.manner("language.locale"));
  const gameName = (/** @type {string} */ game) => table.say(GAME_KEYS[game] ?? game);
  const sorted = [...table.hello.games].sort((a, b) => compare(gameName(a), gameName(b)));
  reconcileChildren(root, sorted, String, (game) => element("option", { value: game }), (option, game) => writeText(option, gameName(game)));
}
