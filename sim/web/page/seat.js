// @ts-check
// Another table: a game, and how many spots.

import { el, keep, set, write } from "./dom.js";

/** @typedef {import("./store.js").Table} Table */

/**
 * @param {HTMLDialogElement} dialog
 * @param {HTMLElement} opener
 * @param {Table} table
 */
export function mount(dialog, opener, table) {
  const title = el("h2", { id: "seat-title" });
  const game = el("select", { name: "game" });
  const spots = el("input", { type: "number", name: "spots", min: 1, max: 20, inputmode: "numeric" });
  const games = el("label", { class: "field" }, el("span"), game);
  const many = el("label", { class: "field" }, el("span"), spots);
  const told = el("p", { class: "hint" });
  const cancel = el("button", { type: "button", onclick: () => dialog.close() });
  const seat = el("button", { class: "next", dataset: { act: "seat" } });
  const form = el("form", {}, title, games, many, told, el("div", { class: "row end" }, cancel, seat));
  dialog.append(form);
  set(dialog, "aria-labelledby", "seat-title");

  opener.onclick = () => {
    list(game, table);
    game.value = table.hello?.game ?? "";
    dialog.showModal();
  };
  form.onsubmit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    dialog.close();
    const wanted = spots.value === "" ? null : Number(spots.value);
    await table.ask({ act: "seat", game: game.value, spots: wanted });
  };
  table.on("hello", () => {
    write(title, table.say("web.seat.title"));
    write(games.firstElementChild, table.say("web.seat.game"));
    write(many.firstElementChild, table.say("web.seat.spots"));
    set(spots, "placeholder", table.say("web.seat.usual"));
    write(told, table.say("web.seat.told"));
    write(cancel, table.say("web.seat.cancel"));
    write(seat, table.say("web.seat.go"));
  });
}

/**
 * Lists the games by their names.
 * @param {HTMLSelectElement} root
 * @param {Table} table
 */
function list(root, table) {
  const { compare } = new Intl.Collator(table.language);
  const named = (/** @type {string} */ game) => table.say(`game.${game}`);
  const sorted = [...table.hello.games].sort((a, b) => compare(named(a), named(b)));
  keep(root, sorted, String, (game) => el("option", { value: game }), (option, game) => write(option, named(game)));
}
