// @ts-check
// The result of a wheel, dice or balls, and the results before it.

import { reconcileChildren, setAttribute } from "./dom.js";
import { MOVE_MS, animateMove } from "./motion.js";
import { wheelOrder, numberColour } from "./roulette_numbers.js";
import { die } from "./pips.js";
import { SpinCountdown } from "./spin_countdown.js";
import { WINNERS, drawResults } from "./results.js";
import { rectAttributes, fitText, paragraph, svg } from "./svg.js";
import { RaceTrack } from "./race_track.js";
import { Wheel } from "./wheel.js";
import { FELT_KEYS, GAME_VALUE_KEYS } from "./page_keys.js";
import { BET_KEYS } from "./word_keys.js";

/** @typedef {import("./store.js").Table} Table */
/** @typedef {import("./svg.js").Box} Box */

/** The height of the result below a roulette's wheel. */
const RESULT = 78;
/** How often the time left of a wheel's spin is updated. */
const TICK_MS = 250;

/** The instrument, the game's values and the results, drawn. */
export class Instrument {
  #shown = "";
  #thrown = "";
  /** @type {Wheel | null} */ #wheel = null;
  /** @type {RaceTrack | null} */ #track = null;
  #remaining = new SpinCountdown();
  #ticking = 0;

  /**
   * @param {Table} table
   * @param {any} plan
   */
  constructor(table, plan) {
    this.table = table;
    this.plan = plan;
    this.written = svg("g");
    this.node = svg("g", { class: "instrument", role: "img" }, this.written);
  }

  show() {
    const { instrument, told: gameValues, results, standing } = this.table.status;
    const awaited = this.#awaitedText(instrument);
    if (instrument?.symbols.length) this.#showWheel(instrument);
    const state = JSON.stringify([instrument, gameValues, results, this.#turning, awaited, standing.length]);
    if (state === this.#shown) return;
    this.#shown = state;
    const drawn = [...drawResults(this.table, this.plan.results, results, instrument?.step)];
    if (instrument) drawn.push(...this.#instrument(instrument, results, awaited), ...this.#gameValueParagraph(gameValues));
    this.written.replaceChildren(...drawn);
    this.#rollDice(instrument);
    setAttribute(this.node, "aria-label", this.#spokenText(instrument?.shown ?? [], gameValues, results));
  }

  /**
   * @param {string[]} shown
   * @param {Record<string, Record<string, any>>} gameValues
   * @param {string[]} results
   */
  #spokenText(shown, gameValues, results) {
    const say = (/** @type {string} */ key, /** @type {string[]} */ symbols) =>
      symbols.length ? [this.table.say(FELT_KEYS[key], { results: symbols.join(", ") })] : [];
    const last = results.map((result) => (WINNERS.includes(result) ? this.table.say(BET_KEYS[result] ?? result) : result));
    return [...say("shown", shown), ...this.#gameValueLines(gameValues), ...say("last", last.reverse())].join(". ") || "–";
  }

  /** The places of a bet on this round's result alone. */
  get result() {
    const shown = this.table.status.instrument?.shown ?? [];
    return new Set(shown.flatMap((/** @type {string} */ symbol) => [`0:straight:${symbol}`, `0:on:${symbol}`]));
  }

  /** Whether a wheel that was started turns: nobody sees a ball before. */
  get #turning() {
    return Boolean(this.table.scene?.turning) || this.#remaining.isWaiting;
  }

  /**
   * The next step of a turning wheel in words, with the time left; it is shown again after a tick.
   * @param {any} instrument
   */
  #awaitedText(instrument) {
    clearTimeout(this.#ticking);
    if (!instrument) return "";
    const now = performance.now();
    this.#remaining.observe(this.table.status, this.table.scene, now);
    // A felt that was replaced by another must not tick on.
    if (this.#remaining.isWaiting && this.node.isConnected) this.#ticking = window.setTimeout(() => this.table.status && this.show(), TICK_MS);
    return this.#remaining.words(this.table, now);
  }

  /** @param {{step: string, shown: string[], keyed: string[], symbols: string[]}} instrument */
  #showWheel({ step, shown, keyed, symbols: sentSymbols }) {
    const numbers = step === "number";
    const symbols = numbers ? wheelOrder(sentSymbols) : sentSymbols;
    const box = this.plan.instrument;
    if (!this.#wheel) {
      const r = Math.min(box.w, numbers ? box.h - RESULT : box.h) / 2;
      this.#wheel = new Wheel({ x: box.x, y: box.y - box.h / 2 + r }, r, symbols, numbers);
      this.node.prepend(this.#wheel.node);
    }
    if (numbers && !this.#track) {
      this.#track = new RaceTrack(this.plan.track, symbols);
      this.node.prepend(this.#track.node);
    }
    const symbol = (shown.length ? shown : keyed).at(-1) ?? "";
    this.#wheel.show(symbol, this.#turning && !shown.length);
    this.#track?.show(symbol);
  }

  /**
   * @param {any} instrument
   * @param {string[]} results
   * @param {string} awaited
   */
  #instrument({ step, shown, keyed }, results, awaited) {
    const box = this.plan.instrument;
    const current = shown.length ? shown : keyed;
    if (step === "dice") return this.#dice(box, current, results.at(-1) ?? "");
    if (step === "balls") return this.#balls(box, shown.length ? shown : (results.at(-1)?.split(" ") ?? []));
    if (step === "number") return this.#resultBox({ ...box, y: box.y + box.h / 2 - RESULT / 2 + 4, h: RESULT - 8 }, step, current.at(-1) ?? "", awaited);
    return this.#resultBox({ ...box, w: box.w * 0.26, h: 92 }, step, current.at(-1) ?? "", awaited);
  }

  /**
   * @param {Box} box
   * @param {string} step
   * @param {string} shown
   * @param {string} awaited
   */
  #resultBox({ x, y, w, h }, step, shown, awaited) {
    const words = shown || awaited || (this.#turning ? this.table.say("web.felt.under_way") : "–");
    const short = shown.length > 0 && shown.length < 4;
    const text = short ? { size: 58, lines: [shown] } : (fitText(words, { w: w - 20, h }) ?? { size: 18, lines: [words] });
    const kind = step === "number" && shown ? numberColour(shown) : "plain";
    return [svg("rect", { class: `result ${kind}`, ...rectAttributes({ x, y, w, h }), rx: 12 }), paragraph({ x, y }, text, { class: `result-text ${kind}` })];
  }

  /**
   * The dice of this round; before the throw those of the last one, dimmed.
   * @param {Box} box
   * @param {string[]} current
   * @param {string} last
   */
  #dice(box, current, last) {
    const faces = current.length ? current : last.split("-").filter(Boolean);
    if (!faces.length) return [paragraph(box, { size: 27, lines: [this.table.say("web.felt.no_dice")] }, { class: "told" })];
    const side = Math.min(96, box.w / faces.length - 18);
    const left = box.x - ((faces.length - 1) * (side + 18)) / 2;
    return faces.map((one, nth) => {
      const place = svg("g", { transform: `translate(${left + nth * (side + 18)} ${box.y})`, class: current.length ? "" : "past" });
      place.append(svg("g", { class: "rolls" }, die(Number(one), { x: 0, y: 0 }, side)));
      return place;
    });
  }

  /**
   * Rolls the dice when their result is new.
   * @param {any} instrument
   */
  #rollDice(instrument) {
    const now = instrument?.step === "dice" ? instrument.shown.join("-") : "";
    if (now && now !== this.#thrown) {
      for (const [nth, one] of [...this.written.querySelectorAll(".rolls")].entries()) {
        const frames = [{ transform: "translate(420px, 60px) rotate(620deg)" }, { transform: "translate(90px, -34px) rotate(260deg)", offset: 0.55 }, { transform: "none" }];
        animateMove(one, frames, { duration: 2 * MOVE_MS + 120 * nth });
      }
    }
    this.#thrown = now;
  }

  /**
   * @param {Box} box
   * @param {string[]} drawn
   */
  #balls(box, drawn) {
    const tickets = this.table.status.standing.length;
    const lines = [
      this.table.say("web.felt.drawn", { count: drawn.length }),
      this.table.say("web.felt.tickets", { count: tickets }),
    ];
    return [paragraph(box, { size: 30, lines }, { class: "told" })];
  }

  /** @param {Record<string, Record<string, any>>} gameValues */
  #gameValueParagraph(gameValues) {
    const lines = this.#gameValueLines(gameValues);
    return lines.length && this.plan.values ? [paragraph(this.plan.values, { size: 27, lines }, { class: "told" })] : [];
  }

  /** @param {Record<string, Record<string, any>>} gameValues */
  #gameValueLines(gameValues) {
    return Object.entries(gameValues).map(([key, values]) => this.table.say(GAME_VALUE_KEYS[key], values));
  }
}

/** The board of numbers, with those that were drawn. */
export class Balls {
  /** @param {any} plan */
  constructor(plan) {
    this.balls = plan.balls;
    this.node = svg("g", { class: "balls", "aria-hidden": "true" });
  }

  /** @param {any} status */
  show(status) {
    const shown = status.instrument?.shown ?? [];
    const drawn = new Set(shown.length ? shown : (status.results.at(-1)?.split(" ") ?? []));
    setAttribute(this.node, "data-past", !shown.length);
    reconcileChildren(this.node, this.balls, (/** @type {any} */ ball) => String(ball.number), drawBall, (node, { number }) =>
      setAttribute(node, "data-drawn", drawn.has(String(number))),
    );
  }
}

/** @param {{number: number, box: Box}} ball */
function drawBall({ number, box }) {
  return svg(
    "g",
    { class: "ball" },
    svg("rect", { ...rectAttributes(box), rx: 10 }),
    svg("circle", { cx: box.x, cy: box.y, r: box.h * 0.46 }),
    paragraph(box, { size: 28, lines: [String(number)] }),
  );
}
