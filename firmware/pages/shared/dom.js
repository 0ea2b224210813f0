// @ts-check
// Elements of a page: made, updated and sorted. Text is always text, never markup.

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element with its properties, listeners (`onclick`), data (`dataset`) and children.
 * @param {string} tag
 * @param {Record<string, any>} [properties]
 * @param {...(Node | string | null)} children
 * @returns {any}
 */
export function element(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name === "dataset") Object.assign(node.dataset, value);
    else if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "class") node.className = value;
    else if (name === "text") node.textContent = value;
    else setAttribute(node, name, value);
  }
  node.append(...children.filter((child) => child !== null));
  return node;
}

/**
 * Sets an attribute, or removes it if the value is false, null or undefined; only if it differs.
 * @param {Element} node
 * @param {string} name
 * @param {any} value
 */
export function setAttribute(node, name, value) {
  const text = value === true ? "" : String(value);
  if (value === false || value === null || value === undefined) node.removeAttribute(name);
  else if (node.getAttribute(name) !== text) node.setAttribute(name, text);
}

/**
 * Writes a text, only if it differs: a screen reader reads out each text that is written.
 * @param {Element} node
 * @param {string} text
 */
export function writeText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * One of the page's own symbols, as a drawing.
 * @param {string} name
 */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `#i-${name}`);
  svg.append(use);
  return svg;
}

/**
 * Gives `root` one child for each item, in their order; no two items have the same key. The child of an
 * item that it had before is not replaced, so that it does not lose its focus.
 * @template T
 * @param {Element} root
 * @param {readonly T[]} items
 * @param {(item: T) => string} keyOf
 * @param {(item: T) => Element} make
 * @param {(node: any, item: T) => void} [update]
 */
export function reconcileChildren(root, items, keyOf, make, update) {
  const childrenByKey = new Map([...root.children].map((node) => [node.getAttribute("data-kept"), node]));
  let before = root.firstElementChild;
  for (const item of items) {
    const key = keyOf(item);
    let node = childrenByKey.get(key);
    childrenByKey.delete(key);
    if (!node) {
      node = make(item);
      node.setAttribute("data-kept", key);
    }
    if (update) update(node, item);
    if (node === before) before = before.nextElementSibling;
    else root.insertBefore(node, before);
  }
  for (const node of childrenByKey.values()) node.remove();
}

/**
 * Makes a group of buttons one stop of the Tab key; the arrow keys move the focus within it.
 * @param {HTMLElement} root
 */
export function rovingFocus(root) {
  const steps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
  /** @returns {HTMLElement[]} */
  const buttons = () => [...root.querySelectorAll("button:not(:disabled)")].map((b) => /** @type {HTMLElement} */ (b));
  const setTabStop = (/** @type {HTMLElement | undefined} */ chosen) => {
    for (const button of root.querySelectorAll("button")) button.tabIndex = button === chosen ? 0 : -1;
  };
  root.addEventListener("focusin", (event) => setTabStop(/** @type {HTMLElement} */ (event.target)));
  root.addEventListener("keydown", (event) => {
    const all = buttons();
    const focusedIndex = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const step = steps[/** @type {keyof typeof steps} */ (event.key)];
    const to = event.key === "Home" ? 0 : event.key === "End" ? all.length - 1 : step ? focusedIndex + step : -1;
    if (focusedIndex < 0 || to < 0 || to >= all.length) return;
    event.preventDefault();
    all[to].focus();
  });
  return () => {
    if (!root.contains(document.activeElement)) setTabStop(buttons()[0]);
  };
}
