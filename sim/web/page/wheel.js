// @ts-check
// A wheel: it turns while a result is awaited, and stops at the result that the table reports.

import { animateBelow, animateMove } from "./motion.js";
import { numberColour } from "./roulette_numbers.js";
import { setAttribute } from "./dom.js";
import { svg } from "./svg.js";

/** The least radius of a wheel for labels on its parts. */
const LEGIBLE = 100;
const TURN_MS = 7000;
const BALL_TURN_MS = 1700;
const REST_MS = 2600;
/** The distance of the running ball from the centre, and of the ball at rest, in parts of the radius. */
const TRACK = 0.9;
const POCKET = 0.66;
/** The height and width of a number, in parts of its pocket's width: taller than wide, as on a real wheel. */
const HIGH = 0.78;
const WIDE = 0.68;
const SLOWS = "cubic-bezier(.1, .6, .3, 1)";

export class Wheel {
  #shown = "";
  #turning = false;
  /** @type {(Animation | null)[]} */ #turns = [];

  /**
   * @param {{x: number, y: number}} centre
   * @param {number} r
   * @param {string[]} symbols
   * @param {boolean} numbers whether a ball runs on it
   */
  constructor(centre, r, symbols, numbers) {
    this.symbols = symbols;
    this.each = 360 / symbols.length;
    this.r = r;
    // On a wheel without a ball lie its pointer and the result.
    this.animateRotor = numbers ? animateMove : animateBelow;
    const inner = numbers ? 0.5 : 0.3;
    this.rotor = svg("g", { class: "rotor" }, ...this.#parts(numbers, inner), svg("circle", { class: "hub", r: r * inner }), spokes(r * inner));
    this.ball = svg("circle", { class: "ivory", cy: -r * POCKET, r: r * 0.05 });
    this.node = svg(
      "g",
      { class: "wheel", transform: `translate(${centre.x} ${centre.y})` },
      svg("circle", { class: "bowl", r }),
      this.rotor,
      ...(numbers ? [this.ball] : [svg("path", { class: "pointer", d: `M-11 ${-r - 6}h22l-11 22z` })]),
    );
  }

  /**
   * @param {string} shown its result; empty if there is none yet
   * @param {boolean} turning
   */
  show(shown, turning) {
    const restAngle = -Math.max(0, this.symbols.indexOf(shown)) * this.each;
    setAttribute(this.rotor, "transform", `rotate(${restAngle.toFixed(3)})`);
    setAttribute(this.ball, "visibility", shown || turning ? "visible" : "hidden");
    if (turning !== this.#turning) this.#turn(turning);
    if (shown && shown !== this.#shown && this.#turning) this.#settle(restAngle);
    this.#turning = turning;
    this.#shown = shown;
  }

  /** @param {boolean} on */
  #turn(on) {
    for (const turn of this.#turns) turn?.cancel();
    const round = (/** @type {number} */ to, offset = "") => [0, to].map((angle) => ({ transform: `rotate(${angle}deg) ${offset}` }));
    const endless = { iterations: Infinity, easing: "linear" };
    this.#turns = on
      ? [
          this.animateRotor(this.rotor, round(360), { ...endless, duration: TURN_MS }),
          animateMove(this.ball, round(-360, this.#trackOffset()), { ...endless, duration: BALL_TURN_MS }),
        ]
      : [];
  }

  /** @param {number} restAngle */
  #settle(restAngle) {
    const options = { duration: REST_MS, easing: SLOWS };
    this.animateRotor(this.rotor, [{ transform: `rotate(${restAngle - 300}deg)` }, { transform: `rotate(${restAngle}deg)` }], options);
    animateMove(this.ball, [{ rotate: "1080deg" }, { rotate: "0deg" }], options);
    const bounce = [{ transform: this.#trackOffset() }, { transform: this.#trackOffset(), offset: 0.45 }, { transform: "none", offset: 0.75 }, { transform: this.#trackOffset(0.3), offset: 0.85 }, { transform: "none" }];
    animateMove(this.ball, bounce, { ...options, easing: "ease-in" });
  }

  /** The move from the pocket out to the track. */
  #trackOffset(share = 1) {
    return `translateY(${(-this.r * (TRACK - POCKET) * share).toFixed(1)}px)`;
  }

  /**
   * @param {boolean} numbers
   * @param {number} inner
   */
  #parts(numbers, inner) {
    const kinds = [...new Set(this.symbols)];
    return this.symbols.flatMap((symbol, nth) => {
      const kind = numbers ? numberColour(symbol) : `symbol-${kinds.indexOf(symbol) % 7}`;
      const part = svg("path", { class: `part ${kind}`, d: wedge(this.r * inner, this.r * (numbers ? 0.84 : 0.97), nth * this.each, this.each) });
      return this.r < LEGIBLE ? [part] : [part, this.#label(symbol, nth, kind, numbers)];
    });
  }

  /**
   * @param {string} symbol
   * @param {number} nth
   * @param {string} kind
   * @param {boolean} numbers
   */
  #label(symbol, nth, kind, numbers) {
    const along = symbol.length > 2;
    const around = (this.r * this.each * Math.PI) / 180;
    const size = along ? Math.min(20, (this.r * 0.34) / (symbol.length * 0.6)) : Math.min(24, around * HIGH);
    const y = -this.r * (numbers ? 0.77 : 0.81);
    const narrow = !along && symbol.length > 1 ? { textLength: around * WIDE, lengthAdjust: "spacingAndGlyphs" } : {};
    const text = svg("text", { class: "on-wheel", y: y + size * 0.36, "text-anchor": "middle", "font-size": size, text: symbol, transform: along ? `rotate(-90 0 ${y})` : null, ...narrow });
    return svg("g", { class: kind, transform: `rotate(${(nth * this.each).toFixed(2)})` }, text);
  }
}

/** @param {number} r */
function spokes(r) {
  return svg("path", { class: "spokes", d: `M0 ${-r * 0.8}V${r * 0.8}M${-r * 0.8} 0H${r * 0.8}` });
}

/**
 * A sector of a ring around the origin, centred `turned` degrees from the top.
 * @param {number} inner
 * @param {number} outer
 * @param {number} turned
 * @param {number} each
 */
function wedge(inner, outer, turned, each) {
  const point = (/** @type {number} */ r, /** @type {number} */ degrees) => {
    const angle = (degrees / 180 - 0.5) * Math.PI;
    return `${(r * Math.cos(angle)).toFixed(1)} ${(r * Math.sin(angle)).toFixed(1)}`;
  };
  const [from, to] = [turned - each / 2, turned + each / 2];
  return `M${point(outer, from)}A${outer} ${outer} 0 0 1 ${point(outer, to)}L${point(inner, to)}A${inner} ${inner} 0 0 0 ${point(inner, from)}Z`;
}
