// @ts-check
// Which tables are shown: by property, pit and a typed text. The choice of pits is remembered by this browser.

import { element, reconcileChildren, writeText } from "./dom.js";
import { gameName, say } from "./language.js";
import { recall, remember } from "./local_storage.js";

const FILTERS = /** @type {const} */ (["property", "pit"]);
const ALL_KEYS = { property: "pit.all_properties", pit: "pit.all_pits" };
const LABEL_KEYS = { property: "pit.property_filter", pit: "pit.pit_filter" };

/** @type {Record<"property" | "pit", string>} */
const chosen = { property: recall("pit-property") ?? "", pit: recall("pit-pit") ?? "" };
let typed = "";

/**
 * @param {any} screen
 * @param {string} table
 */
export function placeOf(screen, table) {
  return screen.places[table] ?? { property: "", pit: "", position: "" };
}

/**
 * Whether a table is in the chosen property and pit.
 * @param {any} screen
 * @param {string} table
 */
export function isChosen(screen, table) {
  const place = placeOf(screen, table);
  return FILTERS.every((name) => !offered(screen, name).includes(chosen[name]) || place[name] === chosen[name]);
}

/**
 * The tiles that are shown, in the floor's order.
 * @param {any} screen
 */
export function shownTiles(screen) {
  return screen.tiles.filter((/** @type {any} */ tile) => isChosen(screen, tile.table) && matches(screen, tile));
}

/**
 * The tiles by pit, in the floor's order.
 * @param {any} screen
 * @param {any[]} tiles
 * @returns {{ pit: string, tiles: any[] }[]}
 */
export function byPit(screen, tiles) {
  /** @type {Map<string, any[]>} */
  const pits = new Map();
  for (const tile of tiles) {
    const { property, pit } = placeOf(screen, tile.table);
    const key = `${property} ${pit}`;
    pits.set(key, [...(pits.get(key) ?? []), tile]);
  }
  return [...pits].map(([pit, own]) => ({ pit, tiles: own }));
}

/**
 * The heading of a pit; with its property if there are several.
 * @param {any} screen
 * @param {string} table one of its tables
 */
export function pitWords(screen, table) {
  const { property, pit } = placeOf(screen, table);
  const name = say("pit.pit_name", { pit });
  return offered(screen, "property").length > 1 ? `${property} · ${name}` : name;
}

/** @param {() => void} onChange */
export function emptyBar(onChange) {
  const search = element("input", { type: "search", class: "search", autocomplete: "off", spellcheck: "false" });
  search.oninput = () => {
    typed = search.value;
    onChange();
  };
  const selects = FILTERS.map((name) => {
    const select = element("select", { class: name });
    select.onchange = () => {
      chosen[name] = select.value;
      remember(`pit-${name}`, select.value);
      onChange();
    };
    return select;
  });
  search.value = typed;
  return element("div", { class: "places", role: "search" }, search, ...selects);
}

/**
 * @param {Element} bar
 * @param {any} screen
 */
export function fillBar(bar, screen) {
  const search = /** @type {HTMLInputElement} */ (bar.querySelector(".search"));
  search.placeholder = say("pit.search");
  search.setAttribute("aria-label", say("pit.search"));
  for (const name of FILTERS) {
    const select = /** @type {HTMLSelectElement} */ (bar.querySelector(`.${name}`));
    const names = offered(screen, name);
    select.hidden = names.length < 2;
    select.setAttribute("aria-label", say(LABEL_KEYS[name]));
    reconcileChildren(select, ["", ...names], (value) => value, (value) => element("option", { value }), (option, value) => writeText(option, value || say(ALL_KEYS[name])));
    const value = names.includes(chosen[name]) ? chosen[name] : "";
    if (select.value !== value) select.value = value;
  }
}

/** The typed text, for the words that nothing has it. */
export function typedText() {
  return typed.trim();
}

/**
 * @param {any} screen
 * @param {"property" | "pit"} name
 * @returns {string[]}
 */
function offered(screen, name) {
  const places = /** @type {any[]} */ (Object.values(screen.places)).filter((place) => name === "property" || !chosen.property || place.property === chosen.property);
  return [...new Set(places.map((place) => place[name]).filter(Boolean))].sort((one, other) => one.localeCompare(other, undefined, { numeric: true }));
}

/**
 * @param {any} screen
 * @param {any} tile
 */
function matches(screen, tile) {
  const place = placeOf(screen, tile.table);
  const texts = [tile.table, place.pit, place.position, gameName(tile.game ?? "")];
  const plain = (/** @type {string} */ text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return typedText().split(/\s+/).every((word) => texts.some((text) => plain(text).includes(plain(word))));
}
