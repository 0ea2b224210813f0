// @ts-check
// The table's state as this page has received it: the last value of each topic, and this page's own selection.

import { RequestRefused } from "./socket.js";
import { Words } from "./words.js";

/** @typedef {{spot: number | null, cents: number, bettor: string | null}} Selection */
/** @typedef {"connecting" | "lost" | "off" | "starting" | "stalled" | "live"} Link */

const TOPICS = ["hello", "status", "scene", "lights", "displays", "people", "school", "sheet", "classroom", "frames"];
const LATEST_EVENTS = 2000;

/** How long a refusal is shown. */
const REFUSED_MS = 9000;

/**
 * The table as this page has received it. `on(topic, fn)` calls `fn` now if there is a value, and at each
 * change, once a frame at most; never with null. `link` says whether the values are current.
 * The page's own topics: `link`, `selection`, `refused`.
 */
export class Table {
  /** @type {any} */ hello = null;
  /** @type {any} */ status = null;
  /** @type {any} */ scene = null;
  /** @type {any} */ lights = null;
  /** @type {any} */ displays = null;
  /** @type {any} */ people = null;
  /** @type {any} */ school = null;
  /** @type {any} */ sheet = null;
  /** @type {any} */ classroom = null;
  /** @type {any} */ frames = null;
  /** @type {any[]} */ events = [];
  /** @type {{state: Link, since: number}} */ link = { state: "connecting", since: Date.now() };
  /** @type {Selection} */ selection = { spot: null, cents: 0, bettor: null };
  /** Why the last act was refused; empty if it was done. */
  refused = "";

  /** The table's number and the start of the service that has answered last. */
  #lastAnsweredBy = "";
  #connected = false;
  #refusalTimer = 0;
  /** @type {Map<string, Set<(value: any) => void>>} */ #listeners = new Map();
  /** @type {Set<string>} */ #changed = new Set();
  /** @type {Words | null} */ #words = null;

  /** @param {import("./socket.js").Socket | import("./feed.js").Feed} socket a feed takes no requests */
  constructor(socket) {
    this.socket = /** @type {import("./socket.js").Socket} */ (socket);
    for (const topic of TOPICS) {
      socket.addEventListener(topic, (event) => this.#receive(topic, /** @type {CustomEvent} */ (event).detail));
    }
    socket.addEventListener("events", (event) => this.#addEvents(/** @type {CustomEvent} */ (event).detail));
    socket.addEventListener("back", () => this.#reconnected());
    socket.addEventListener("lost", () => this.#disconnected());
  }

  /** The language of the page: the table's, so that keys, prompts and displays agree. */
  get language() {
    return this.hello?.language ?? "fr";
  }

  /** Whether the state that is shown is the table's current one. */
  get live() {
    return this.link.state === "live";
  }

  /**
   * @param {string} topic
   * @param {(value: any) => void} fn
   */
  on(topic, fn) {
    const listeners = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, listeners.add(fn));
    const value = Reflect.get(this, topic);
    if (value !== null && (topic === "link" || this.hello)) notify(fn, value);
  }

  /**
   * Sends a request. If it is refused, the reason is shown and the promise resolves to null.
   * @param {object} act
   * @returns {Promise<any>}
   */
  async ask(act) {
    try {
      const answer = await this.socket.ask(act);
      this.#showRefusal("");
      return answer;
    } catch (why) {
      if (!(why instanceof RequestRefused)) throw why;
      this.refuse(why.wordsByLanguage?.[this.language] ?? this.say(why.message));
      return null;
    }
  }

  /**
   * Shows why a request was refused.
   * @param {string} words
   */
  refuse(words) {
    this.#showRefusal(words);
    clearTimeout(this.#refusalTimer);
    this.#refusalTimer = window.setTimeout(() => this.#showRefusal(""), REFUSED_MS);
  }

  /**
   * @param {string} key
   * @param {Record<string, any>} [values]
   * @returns {string}
   */
  say(key, values) {
    return this.render({ key, values });
  }

  /**
   * The words of a text; its key if this page has no words for it, so that a gap shows but breaks nothing.
   * @param {import("./words.js").Text} text
   */
  render(text) {
    try {
      return this.words.say(text);
    } catch {
      return text.key;
    }
  }

  /** @param {string} key */
  has(key) {
    return this.words.has(key);
  }

  /** @param {number} spot */
  seatName(spot) {
    return this.words.seatName(spot);
  }

  /** @param {number} cents */
  money(cents) {
    return this.words.money(cents);
  }

  /** @param {number} cents */
  shortMoney(cents) {
    return this.words.shortMoney(cents);
  }

  /** @param {string} name */
  card(name) {
    return this.words.card(name);
  }

  get words() {
    const all = this.hello?.words ?? {};
    return (this.#words ??= new Words(this.language, all[this.language] ?? {}, this.hello?.tournament));
  }

  /** @param {Partial<Selection>} chosen */
  select(chosen) {
    this.selection = { ...this.selection, ...chosen };
    this.#markChanged("selection");
  }

  /**
   * @param {string} topic
   * @param {any} value null if there is none any more
   */
  #receive(topic, value) {
    if (topic === "hello") this.#tableOpened(value);
    else if (topic === "status") this.status = value && value.status;
    else Reflect.set(this, topic, value);
    this.#markChanged(topic);
  }

  /** @param {any} hello */
  #tableOpened(hello) {
    if (hello.seat !== this.hello?.seat) this.events = [];
    const denominations = hello.denominations;
    if (!denominations.includes(this.selection.cents)) this.#chooseChip(denominations);
    this.hello = hello;
    this.#refreshAll();
  }

  /** @param {number[]} denominations */
  #chooseChip(denominations) {
    const small = [...denominations].sort((a, b) => a - b);
    this.select({ spot: null, cents: small.find((cents) => cents >= 1000) ?? small.at(-1) ?? 0 });
  }

  /** @param {any} message */
  #addEvents(message) {
    const known = message.anew ? [] : this.events;
    this.events = [...known, ...message.events].slice(-LATEST_EVENTS);
    this.#markChanged("events");
  }

  #reconnected() {
    this.#connected = true;
    this.status = this.scene = null;
    this.#updateLink();
  }

  #disconnected() {
    this.#connected = false;
    this.#updateLink();
    this.#flush();
  }

  /** Updates whether the state that is shown is current. */
  #updateLink() {
    const state = this.#linkState();
    if (state === this.link.state) return;
    this.link = { state, since: Date.now() };
    this.#markChanged("link");
  }

  /** @returns {Link} */
  #linkState() {
    if (!this.#connected) return this.hello ? "lost" : "connecting";
    if (this.scene && !this.scene.powered) return "off";
    if (this.hello && this.scene && this.status) {
      this.#lastAnsweredBy = `${this.hello.seat}.${this.scene.starts}`;
      return "live";
    }
    if (!this.hello) return "connecting";
    return this.#lastAnsweredBy === `${this.hello.seat}.${this.scene?.starts}` ? "stalled" : "starting";
  }

  /** Has every listener draw again, in the current language. */
  #refreshAll() {
    this.#words = null;
    for (const topic of this.#listeners.keys()) this.#markChanged(topic);
  }

  /** @param {string} words */
  #showRefusal(words) {
    this.refused = words;
    this.#markChanged("refused");
  }

  /** @param {string} topic */
  #markChanged(topic) {
    if (this.#changed.size === 0) {
      // A hidden page gets no animation frames.
      if (document.hidden) queueMicrotask(() => this.#flush());
      else requestAnimationFrame(() => this.#flush());
    }
    this.#changed.add(topic);
  }

  #flush() {
    // Not at each topic: of a message that changes several, all have come by now.
    this.#updateLink();
    // The hello first: the other topics are drawn in its language and on its felt.
    const topics = ["hello", ...[...this.#changed].filter((topic) => topic !== "hello")];
    const changed = new Set(this.#changed);
    this.#changed.clear();
    for (const topic of topics) {
      const value = Reflect.get(this, topic);
      const ready = changed.has(topic) && value !== null && (topic === "link" || this.hello);
      for (const fn of (ready && this.#listeners.get(topic)) || []) notify(fn, value);
    }
  }
}

/**
 * Calls one listener; an error in it does not stop the others.
 * @param {(value: any) => void} fn
 * @param {any} value
 */
function notify(fn, value) {
  try {
    fn(value);
  } catch (error) {
    reportError(error);
  }
}
