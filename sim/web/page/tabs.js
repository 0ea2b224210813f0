// @ts-check
// The tabs of the panels beside the felt: keys and shoe, faults, the inside, the console.

import { setAttribute } from "./dom.js";

const TAB_ITEM = "croupier.tab";

/**
 * The open tab is also `data-tab` of `root`; an address may name it: `#break`, `#inside`, `#technician`.
 * @param {HTMLElement} root
 */
export function mountTabs(root) {
  const tabs = /** @type {HTMLElement[]} */ ([...root.querySelectorAll("[role=tab]")]);
  const tabName = (/** @type {HTMLElement} */ tab) => tab.id.replace("tab-", "");
  const open = (/** @type {HTMLElement} */ tab) => {
    for (const one of tabs) {
      const panel = document.getElementById(one.getAttribute("aria-controls") ?? "");
      setAttribute(one, "aria-selected", String(one === tab));
      one.tabIndex = one === tab ? 0 : -1;
      if (panel) panel.hidden = one !== tab;
    }
    root.dataset.tab = tabName(tab);
    sessionStorage.setItem(TAB_ITEM, tabName(tab));
  };
  const steps = { ArrowRight: 1, ArrowLeft: -1 };
  for (const [index, tab] of tabs.entries()) {
    tab.addEventListener("click", () => open(tab));
    tab.addEventListener("keydown", (event) => {
      const step = steps[/** @type {keyof typeof steps} */ (event.key)];
      const to = tabs[(index + (step ?? 0) + tabs.length) % tabs.length];
      if (!step) return;
      open(to);
      to.focus();
    });
  }
  const wantedName = location.hash.slice(1) || sessionStorage.getItem(TAB_ITEM);
  open(tabs.find((tab) => tabName(tab) === wantedName) ?? tabs[0]);
}
