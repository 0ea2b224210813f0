// @ts-check
// The tabs of the column: the table, and the tools, which open in a drawer over it.

import { setAttribute } from "./dom.js";

const TAB_ITEM = "croupier.tab";
const TABLE = "table";
const STEPS = /** @type {Record<string, number>} */ ({ ArrowRight: 1, ArrowLeft: -1 });

/** The tabs; an address may name the open one: `#break`, `#inside`, `#technician`. */
export class Tabs {
  /** Called with the tab that was opened. */
  onopen = (/** @type {HTMLElement} */ _tab) => {};

  /**
   * @param {HTMLElement} root the open tab is also its `data-tab`
   * @param {HTMLElement} drawer in sight while a tool is open
   * @param {string | null} only the tool that this window is for; it alone has tabs no more
   */
  constructor(root, drawer, only) {
    this.root = root;
    this.drawer = drawer;
    this.all = /** @type {HTMLElement[]} */ ([...root.querySelectorAll("[role=tab]")]);
    for (const [index, tab] of this.all.entries()) {
      tab.addEventListener("click", () => this.open(tab));
      tab.addEventListener("keydown", (event) => this.#step(event, index));
    }
    this.open(this.#named(only ?? (location.hash.slice(1) || sessionStorage.getItem(TAB_ITEM))), only === null);
  }

  /** The table beside its felt: no tool is open, and its tab has the focus. */
  close() {
    this.open(this.all[0]);
    this.all[0].focus();
  }

  /**
   * @param {HTMLElement} tab
   * @param {boolean} stored whether the next page of this window opens it too
   */
  open(tab, stored = true) {
    for (const one of this.all) {
      const panel = document.getElementById(one.getAttribute("aria-controls") ?? "");
      setAttribute(one, "aria-selected", String(one === tab));
      one.tabIndex = one === tab ? 0 : -1;
      // The table's own panel lies beneath the drawer.
      if (panel && nameOf(one) !== TABLE) panel.hidden = one !== tab;
    }
    const name = nameOf(tab);
    this.root.dataset.tab = name;
    this.drawer.hidden = name === TABLE;
    if (stored) sessionStorage.setItem(TAB_ITEM, name);
    this.onopen(tab);
  }

  get current() {
    return this.all.find((tab) => tab.tabIndex === 0) ?? this.all[0];
  }

  /** @param {string | null} name */
  #named(name) {
    return this.all.find((tab) => nameOf(tab) === name) ?? this.all[0];
  }

  /**
   * @param {KeyboardEvent} event
   * @param {number} index
   */
  #step({ key }, index) {
    if (key === "Escape") this.close();
    if (!STEPS[key]) return;
    const to = this.all[(index + STEPS[key] + this.all.length) % this.all.length];
    this.open(to);
    to.focus();
  }
}

/** @param {HTMLElement} tab */
export function nameOf(tab) {
  return tab.id.replace("tab-", "");
}
