// @ts-check
// The shoe, dealt by chance or card by card; or the wheel, the dice, the balls.

import { element, setAttribute, writeText } from "./dom.js";
import { isTile } from "./cards.js";
import { draws } from "./answers.js";
import { mountCardPicker } from "./card_picker.js";
import { namePicker, pickerPopover } from "./picker_popover.js";
import { mountThrow } from "./throw_panel.js";
import { mountTickets } from "./tickets.js";
import { SHOE_KEYS, TILE_KEYS } from "./page_keys.js";

/** @typedef {import("./store.js").Table} Table */

/**
 * @param {HTMLElement} root
 * @param {Table} table
 */
export function mount(root, table) {
  const cards = element("div", { class: "dealing" });
  const instrument = element("div", { class: "dealing" });
  const tickets = element("div", { class: "dealing" });
  root.append(cards, instrument, tickets);
  mountCards(cards, table);
  mountThrow(instrument, table);
  mountTickets(tickets, table);
  table.on("hello", (hello) => {
    cards.hidden = hello.pack.length === 0;
    instrument.hidden = hello.instrument === null;
    tickets.hidden = hello.instrument !== "balls";
  });
}

/**
 * @param {HTMLElement} root
 * @param {Table} table
 */
function mountCards(root, table) {
  const title = element("h2", { class: "label" });
  const left = element("meter", { min: 0 });
  const count = element("span", { class: "count" });
  const draw = actButton(table, "draw", { act: "draw" });
  const cut = actButton(table, "cut", { act: "cut" });
  const shuffle = actButton(table, "shuffle", { act: "shuffle" });
  const unread = actButton(table, "draw_unread", { act: "draw", readable: false });
  unread.classList.add("round");
  writeText(unread, "?");
  const pack = element("div");
  const picker = pickerPopover(pack, table, () => table.hello.felt.shoe, unread);
  root.append(
    element("div", { class: "left" }, title, left, count),
    element("div", { class: "row" }, draw, picker.opener, shuffle, cut),
    picker.panel,
  );
  mountCardPicker(pack, table, (card) => {
    const entered = table.status && isEntry(table.status);
    void table.ask(entered ? { act: "name", cards: [card] } : { act: "draw", card });
    picker.close();
  });

  const label = () => {
    const { hello, status } = table;
    const tiles = hello.pack.some(isTile);
    const keys = tiles ? { ...SHOE_KEYS, ...TILE_KEYS } : SHOE_KEYS;
    writeText(title, table.say(tiles ? "web.shoe.tiles" : isHandHeld(table) ? "web.felt.deck" : "part.shoe"));
    for (const [button, key] of Object.entries({ draw, shuffle, cut })) writeText(key, table.say(keys[button]));
    for (const name of ["aria-label", "title"]) setAttribute(unread, name, table.say(SHOE_KEYS.unread));
    setAttribute(left, "aria-label", title.textContent);
    cut.hidden = tiles;
    namePicker(picker, table.say(keys[status && isEntry(status) ? "enter" : "choose"]));
  };
  table.on("hello", label);
  const countCards = () => {
    const { hello, scene, status } = table;
    const of = hello.decks * hello.pack.length || hello.pack.length;
    const cardsLeft = isHandHeld(table) ? (status?.shoe.left ?? of) : (scene?.left ?? of);
    setAttribute(left, "max", of);
    setAttribute(left, "value", cardsLeft);
    writeText(count, table.say(hello.pack.some(isTile) ? TILE_KEYS.left : SHOE_KEYS.left, { count: cardsLeft, of }));
  };
  table.on("status", (status) => {
    label();
    countCards();
    draw.classList.toggle("next", status.ask.do === "deal" && draws(status));
    shuffle.classList.toggle("next", status.ask.do === "shuffle");
    picker.opener.classList.toggle("next", isEntry(status));
  });
  table.on("scene", countCards);
}

/**
 * Whether cards are dealt from a pack in the dealer's hand: no shoe counts them.
 * @param {Table} table
 */
function isHandHeld({ hello }) {
  return hello.felt.seats.length > 0;
}

/** @param {any} status */
function isEntry(status) {
  return ["choose_card", "enter_card"].includes(status.ask.do);
}

/**
 * @param {Table} table
 * @param {string} name
 * @param {object} act
 */
function actButton(table, name, act) {
  return element("button", { dataset: { act: name }, onclick: () => void table.ask(act) });
}
