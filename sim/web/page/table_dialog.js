// @ts-check
// The dialog that opens another table: a gallery of the felts of all games, and the number of its spots.

import { element, reconcileChildren, setAttribute, writeText } from "./dom.js";
import { firstBeginningWith, gridStep } from "./gallery_keys.js";
import { GAME_KEYS } from "./word_keys.js";

/** @typedef {import("./store.js").Table} Table */

/**
 * @param {HTMLDialogElement} dialog
 * @param {HTMLElement} opener
 * @param {Table} table
 */
export function mount(dialog, opener, table) {
  const title = element("h2", { id: "seat-title" });
  const hint = element("p", { class: "hint" });
  const gallery = element("div", { class: "gallery", role: "group" });
  const spots = element("input", { type: "number", name: "spots", min: 1, max: 20, inputmode: "numeric" });
  const spotsField = element("label", { class: "field inline" }, element("span"), spots);
  const cancel = element("button", { type: "button", onclick: () => dialog.close() });
  dialog.append(title, hint, gallery, element("div", { class: "row end" }, spotsField, cancel));
  setAttribute(dialog, "aria-labelledby", title.id);
  moveByKeys(gallery);

  const seat = async (/** @type {string} */ game) => {
    dialog.close();
    const spotCount = spots.value === "" ? null : Number(spots.value);
    await table.ask({ act: "seat", game, spots: spotCount });
  };
  opener.onclick = () => {
    fillGallery(gallery, table, seat);
    dialog.showModal();
    gallery.querySelector("[aria-current]")?.focus();
  };
  table.on("hello", () => {
    writeText(title, table.say("web.seat.title"));
    setAttribute(gallery, "aria-label", table.say("web.seat.game"));
    writeText(spotsField.firstElementChild, table.say("web.seat.spots"));
    setAttribute(spots, "placeholder", table.say("web.seat.usual"));
    writeText(hint, `${table.say("web.seat.told")} ${table.say("web.seat.letters")}`);
    writeText(cancel, table.say("web.seat.cancel"));
  });
}

/**
 * The games by their names; their pictures come as they are scrolled into sight.
 * @param {HTMLElement} root
 * @param {Table} table
 * @param {(game: string) => void} seat
 */
function fillGallery(root, table, seat) {
  const { compare } = new Intl.Collator(table.words.manner("language.locale"));
  const gameName = (/** @type {string} */ game) => table.say(GAME_KEYS[game] ?? game);
  const sorted = [...table.hello.games].sort((a, b) => compare(gameName(a), gameName(b)));
  const make = (/** @type {string} */ game) => {
    const picture = element("img", { src: `felts/${game}.svg`, alt: "", loading: "lazy", width: 164, height: 98 });
    return element("button", { type: "button", dataset: { game }, onclick: () => seat(game) }, picture, element("span"));
  };
  const current = sorted.includes(table.hello.game) ? table.hello.game : sorted[0];
  reconcileChildren(root, sorted, String, make, (button, game) => {
    const isCurrent = game === current;
    writeText(button.lastElementChild, gameName(game));
    setAttribute(button, "aria-current", isCurrent ? "true" : null);
    button.tabIndex = isCurrent ? 0 : -1;
  });
}

/**
 * One stop of the Tab key: the arrow keys go through the gallery, letters to the game whose name begins so.
 * @param {HTMLElement} gallery
 */
function moveByKeys(gallery) {
  let typed = { letters: "", at: 0 };
  gallery.addEventListener("keydown", (event) => {
    const buttons = /** @type {HTMLElement[]} */ ([...gallery.children]);
    const from = buttons.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    if (event.ctrlKey || event.altKey || event.metaKey || from < 0) return;
    let to = gridStep(event.key, from, buttons.map((button) => button.offsetTop));
    if (event.key.length === 1 && event.key !== " ") {
      typed = { letters: event.timeStamp - typed.at < 1000 ? typed.letters + event.key : event.key, at: event.timeStamp };
      to = firstBeginningWith(typed.letters, buttons.map((button) => button.textContent ?? ""), from);
    }
    if (to === null) return;
    event.preventDefault();
    buttons[from].tabIndex = -1;
    buttons[to].tabIndex = 0;
    buttons[to].focus();
  });
}
