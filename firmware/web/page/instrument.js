// @ts-check
// What a wheel, dice or balls show, and what came before.

import { keep, set } from "./dom.js";
import { die } from "./pips.js";
import { edges, fitted, paragraph, svg } from "./svg.js";

/** @typedef {import("./store.js").Table} Table */
/** @typedef {import("./svg.js").Box} Box */

const RED = new Set([1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36]);
/** The letters of Baccara's results stand in beads of these colours. */
const WINNERS = ["player", "banker", "tie"];
const SENTENCES = 4;
/** The radius from which on a wheel's parts can be read. */
const LEGIBLE = 150;

/**
 * The colour of a number of roulette.
 * @param {string} number
 */
function colourOf(number) {
  if (Number(number) === 0) return "green";
  return RED.has(Number(number)) ? "red" : "black";
}

/** The instrument, what is always told, and the results, drawn. */
export class Instrument {
  #shown = "";

  /**
   * @param {Table} table
   * @param {any} plan
   */
  constructor(table, plan) {
    this.table = table;
    this.plan = plan;
    this.node = svg("g", { class: "instrument", role: "img" });
  }

  show() {
    const { instrument, told, results, ask, phase, standing } = this.table.status;
    const state = JSON.stringify([instrument, told, results, ask.do, phase, standing.length]);
    if (state === this.#shown) return;
    this.#shown = state;
    const drawn = [...this.#results(results, instrument?.step)];
    if (instrument) drawn.push(...this.#instrument(instrument, results), ...this.#told(told));
    this.node.replaceChildren(...drawn);
    set(this.node, "aria-label", this.#said(instrument?.shown ?? [], told, results));
  }

  /**
   * @param {string[]} shown
   * @param {Record<string, Record<string, any>>} told
   * @param {string[]} results
   */
  #said(shown, told, results) {
    const say = (/** @type {string} */ key, /** @type {string[]} */ what) =>
      what.length ? [this.table.say(`web.felt.${key}`, { results: what.join(", ") })] : [];
    const last = results.map((result) => (WINNERS.includes(result) ? this.table.say(`bet.${result}`) : result));
    return [...say("shown", shown), ...this.#toldLines(told), ...say("last", last.reverse())].join(". ") || "–";
  }

  /** The result of this round, by the place of a straight bet on it. */
  get result() {
    const shown = this.table.status.instrument?.shown ?? [];
    return new Set(shown.flatMap((/** @type {string} */ symbol) => [`0:straight:${symbol}`, `0:on:${symbol}`]));
  }

  /**
   * @param {any} instrument
   * @param {string[]} results
   */
  #instrument({ step, shown, keyed, symbols }, results) {
    const box = this.plan.instrument;
    const current = shown.length ? shown : keyed;
    if (step === "dice") return this.#dice(box, current);
    if (step === "balls") return this.#balls(box, shown.length ? shown : (results.at(-1)?.split(" ") ?? []));
    return this.#wheel(box, step, symbols, current.at(-1) ?? "");
  }

  /**
   * A wheel with what it has shown at its top, and written beside.
   * @param {Box} box
   * @param {string} step
   * @param {string[]} symbols
   * @param {string} shown
   */
  #wheel(box, step, symbols, shown) {
    const r = box.h / 2;
    const at = { x: box.x - box.w / 2 + r, y: box.y };
    const turned = Math.max(0, symbols.indexOf(shown));
    const each = (2 * Math.PI) / Math.max(symbols.length, 1);
    const kinds = [...new Set(symbols)];
    const parts = symbols.map((symbol, nth) => {
      const kind = step === "number" ? colourOf(symbol) : `symbol-${kinds.indexOf(symbol) % 7}`;
      return svg("path", { class: `part ${kind}`, d: wedge(at, r * 0.62, r - 3, (nth - turned - 0.5) * each - Math.PI / 2, each) });
    });
    const large = r > LEGIBLE;
    return [
      svg("circle", { class: "bowl", cx: at.x, cy: at.y, r }),
      ...parts,
      ...(large ? this.#labels(at, r, symbols, turned, each) : []),
      svg("circle", { class: "hub", cx: at.x, cy: at.y, r: r * 0.56 }),
      svg("path", { class: "pointer", d: `M${at.x - 9} ${at.y - r - 4}h18l-9 15z` }),
      ...this.#beside(large ? { ...box, x: at.x - r * 0.4, w: r * 0.8 } : { ...box, x: at.x + r + 24, w: box.w - 2 * r - 24 }, step, shown),
    ];
  }

  /**
   * What stands on each part of a wheel, towards its middle.
   * @param {{x: number, y: number}} at
   * @param {number} r
   * @param {string[]} symbols
   * @param {number} turned
   * @param {number} each
   */
  #labels(at, r, symbols, turned, each) {
    return symbols.map((symbol, nth) => {
      const angle = ((nth - turned) * each * 180) / Math.PI;
      const along = symbol.length > 2;
      const size = along ? Math.min(20, (r * 0.34) / (symbol.length * 0.6)) : Math.min(24, r * each * 0.62);
      const label = { x: at.x, y: at.y - r * 0.81 };
      const turn = along ? `rotate(-90 ${label.x} ${label.y})` : null;
      const given = { class: "on-wheel", x: label.x, y: label.y + size * 0.36, "text-anchor": "middle", "font-size": size };
      const kind = `symbol-${[...new Set(symbols)].indexOf(symbol) % 7}`;
      const text = svg("text", { ...given, transform: turn, text: symbol });
      return svg("g", { class: kind, transform: `rotate(${angle.toFixed(2)} ${at.x} ${at.y})` }, text);
    });
  }

  /**
   * @param {Box} room its x is its left edge
   * @param {string} step
   * @param {string} shown
   */
  #beside({ x, y, w }, step, shown) {
    const { ask, phase } = this.table.status;
    const turning = phase === "round" && ask.do === "bring_result";
    const words = shown || (turning ? this.table.say("web.felt.under_way") : "–");
    const text = fitted(words, w - 20, 2) ?? { size: 18, lines: [words] };
    const size = shown.length < 4 && shown ? 64 : text.size;
    const kind = step === "number" && shown ? colourOf(shown) : "plain";
    return [
      svg("rect", { class: `result ${kind}`, x, y: y - 46, width: w, height: 92, rx: 12 }),
      paragraph({ x: x + w / 2, y }, { size, lines: shown && size === 64 ? [shown] : text.lines }, { class: `result-text ${kind}` }),
    ];
  }

  /**
   * @param {Box} box
   * @param {string[]} faces
   */
  #dice(box, faces) {
    if (!faces.length) {
      return [paragraph(box, { size: 24, lines: [this.table.say("web.felt.no_dice")] }, { class: "told" })];
    }
    const side = Math.min(96, box.w / faces.length - 18);
    const left = box.x - ((faces.length - 1) * (side + 18)) / 2;
    return faces.map((one, nth) => die(Number(one), { x: left + nth * (side + 18), y: box.y }, side));
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

  /** @param {Record<string, Record<string, any>>} told */
  #told(told) {
    const lines = this.#toldLines(told);
    return lines.length ? [paragraph(this.plan.told, { size: 27, lines }, { class: "told" })] : [];
  }

  /** @param {Record<string, Record<string, any>>} told */
  #toldLines(told) {
    return Object.entries(told).map(([key, values]) => this.table.say(`web.felt.told.${key}`, values));
  }

  /**
   * @param {string[]} results
   * @param {string} [step]
   */
  #results(results, step) {
    const box = this.plan.results;
    if (step === "balls" || !results.length) return [];
    if (results.every((result) => WINNERS.includes(result))) return this.#beads(box, results, 34, 34, true);
    if (step) return this.#beads(box, [...results].reverse(), step === "number" ? 50 : 92, 42, false);
    return this.#sentences(box, results);
  }

  /**
   * @param {Box} box
   * @param {string[]} results
   * @param {number} w
   * @param {number} h
   * @param {boolean} down whether they are written column by column, the latest last
   */
  #beads(box, results, w, h, down) {
    const [columns, rows] = [Math.floor(box.w / (w + 5)), Math.floor(box.h / (h + 5))];
    const last = down ? results.slice(-columns * rows) : results.slice(0, columns * rows);
    return last.map((result, nth) => {
      const [column, row] = down ? [Math.floor(nth / rows), nth % rows] : [nth % columns, Math.floor(nth / columns)];
      const at = { x: box.x - box.w / 2 + (column + 0.5) * (w + 5), y: box.y - box.h / 2 + (row + 0.5) * (h + 5), w, h };
      return this.#bead(result, at, down);
    });
  }

  /**
   * @param {string} result
   * @param {Box} at
   * @param {boolean} winner
   */
  #bead(result, at, winner) {
    const written = winner ? this.table.say(`bet.${result}`)[0] : result.replaceAll("-", " ");
    const kind = winner ? result : /^\d+$/.test(result) && at.w < 60 ? colourOf(result) : "plain";
    return svg(
      "g",
      { class: `bead ${kind}` },
      svg("rect", { ...edges(at), rx: winner ? at.w / 2 : 9 }),
      paragraph(at, { size: Math.min(24, (at.w / Math.max(written.length, 2)) * 1.5), lines: [written] }),
    );
  }

  /**
   * @param {Box} box
   * @param {string[]} results
   */
  #sentences(box, results) {
    const lines = [...results].reverse().flatMap((result) => fitted(result, box.w, 3)?.lines ?? [result]);
    const shown = lines.slice(0, SENTENCES + 3);
    const height = shown.length * 21;
    return [paragraph({ x: box.x, y: box.y - box.h / 2 + height / 2 }, { size: 18, lines: shown }, { class: "told results" })];
  }
}

/**
 * A part of a ring.
 * @param {{x: number, y: number}} at
 * @param {number} inner
 * @param {number} outer
 * @param {number} from
 * @param {number} each
 */
function wedge(at, inner, outer, from, each) {
  const point = (/** @type {number} */ r, /** @type {number} */ angle) =>
    `${(at.x + r * Math.cos(angle)).toFixed(1)} ${(at.y + r * Math.sin(angle)).toFixed(1)}`;
  const to = from + each;
  return `M${point(outer, from)}A${outer} ${outer} 0 0 1 ${point(outer, to)}L${point(inner, to)}A${inner} ${inner} 0 0 0 ${point(inner, from)}Z`;
}

/** The numbers that may be drawn, on their board. */
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
    keep(this.node, this.balls, (/** @type {any} */ ball) => String(ball.number), ballOf, (node, { number }) =>
      set(node, "data-drawn", drawn.has(String(number))),
    );
  }
}

/** @param {{number: number, box: Box}} ball */
function ballOf({ number, box }) {
  return svg(
    "g",
    { class: "ball" },
    svg("rect", { ...edges(box), rx: 10 }),
    svg("circle", { cx: box.x, cy: box.y, r: box.h * 0.46 }),
    paragraph(box, { size: 28, lines: [String(number)] }),
  );
}
