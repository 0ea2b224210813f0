// @ts-check
// The texts of a page: the same words, by the same rules, as `firmware/shell/words/words.py`.

import { BET_KEYS, BET_KEYS_WITH_ARGUMENT, DOOR_KEYS, HAND_KEYS, KEY_LABELS, ORDINAL_KEYS, RANK_KEYS, SUIT_KEYS } from "./word_keys.js";

/** @typedef {{key: string, values?: Record<string, any>}} Text */

const NOBODY = 0;
const UNCOUNTED = -1;
/** Marks the words for an amount that is not known. */
const UNSEEN = "#unseen";
/** The brackets with an article, in words of what has none. */
const UNCITED = /\s\([^()]*\{article\}[^()]*\)/g;

/** Words are missing: a key, or a value that goes into one. */
export class WordsError extends Error {}

/** The words of one language, by their keys; the singular of `KEY` is `KEY#one`. */
export class Words {
  /**
   * @param {string} language
   * @param {Record<string, string>} templates
   * @param {boolean} [chips] whether amounts are a tournament's chips
   */
  constructor(language, templates, chips = false) {
    this.language = language;
    this.chips = chips;
    this.templates = templates;
  }

  /**
   * The words of a text. A text among its values is put into words first.
   * @param {Text} text
   * @returns {string}
   */
  say(text) {
    const values = text.values ?? {};
    const masked = Object.values(values).includes(UNCOUNTED) && `${text.key}${UNSEEN}` in this.templates;
    const key = masked ? `${text.key}${UNSEEN}` : text.key;
    const one = this.manner("language.singular").split(" ").includes(String(values.count)) ? this.templates[`${key}#one`] : undefined;
    const whole = one ?? this.template(key);
    const template = "article" in values && !values.article ? whole.replace(UNCITED, "") : whole;
    return template.replace(/\{\{|\}\}|\{(\w+)\}/g, (placeholder, name) => {
      if (!name) return placeholder[0];
      if (!(name in values)) throw new WordsError(`${text.key} needs ${name}`);
      return this.value(name, values[name]);
    });
  }

  /**
   * How the language does a thing, by its key in `language.toml`; empty before its words are there.
   * @param {string} key
   */
  manner(key) {
    return this.templates[key] ?? "";
  }

  /**
   * A number as the language writes it, given as `1,234.5`.
   * @param {string} plainNumber
   */
  number(plainNumber) {
    /** @type {Record<string, string>} */
    const signs = { ",": this.manner("language.thousands"), ".": this.manner("language.decimal") };
    return plainNumber.replace(/[,.]/g, (sign) => signs[sign]);
  }

  /**
   * Such a number as per cent.
   * @param {string} plainNumber
   */
  percent(plainNumber) {
    return this.manner("language.percent").replace("{number}", () => this.number(plainNumber));
  }

  /**
   * Whole cents in the currency: `1 234,50 $` or `$1,234.50`; a dash if unknown. A tournament's
   * chips are a number: `123 450`.
   * @param {number} cents
   */
  money(cents) {
    return this.#amount(cents, false);
  }

  /**
   * An amount without its decimals if they are zero.
   * @param {number} cents
   */
  shortMoney(cents) {
    return this.#amount(cents, true);
  }

  /** How many decimals an amount has, none of a tournament's chips; below 0, how many zeros follow its cents. */
  get decimals() {
    return this.chips ? 0 : Number(this.manner("language.decimals"));
  }

  /** How many cents a unit of the currency has; 1 where a cent is worth several units. */
  get unit() {
    return 10 ** Math.max(0, this.decimals);
  }

  /**
   * Whole cents of a written amount, `25`, `25,50` or `1 234.5`; null if it is none above zero.
   * @param {string} written
   * @returns {number | null}
   */
  parseMoney(written) {
    const sign = this.chips ? "" : this.manner("language.money").replace("{amount}", "").trim();
    const figures = written.replace(sign, "").replace(/\s/g, "");
    const [, units = "", part = ""] = /^(\d{1,12})(?:[.,](\d+))?$/.exec(figures) ?? [];
    const places = Math.max(0, this.decimals);
    const amount = part.length > places ? 0 : Number(units + part.padEnd(places, "0"));
    const cents = this.decimals < 0 ? amount / 10 ** -this.decimals : amount;
    return cents > 0 && Number.isInteger(cents) ? cents : null;
  }

  /**
   * The shortest way to write an amount: `25` or `25.50`.
   * @param {number} cents
   */
  typedMoney(cents) {
    const worth = inUnits(cents, this.decimals);
    return Number.isInteger(worth) ? String(worth) : worth.toFixed(this.decimals);
  }

  /**
   * @param {number} cents
   * @param {boolean} short whether decimals that are zero are left out
   */
  #amount(cents, short) {
    if (cents === UNCOUNTED) return "–";
    const scale = this.unit;
    const absolute = this.decimals < 0 ? inUnits(Math.abs(cents), this.decimals) : Math.abs(cents);
    const part = absolute % scale;
    const fraction = this.decimals > 0 && (part || !short) ? `.${String(part).padStart(this.decimals, "0")}` : "";
    const amount = this.number(grouped(Math.floor(absolute / scale)) + fraction);
    const money = this.chips ? amount : this.manner("language.money").replace("{amount}", () => amount);
    return cents < 0 ? `-${money}` : money;
  }

  /**
   * A fraction, and as per cent rounded down: `13/27 (48,14 %)`, `13/27 (48.14%)`.
   * @param {string} ratio
   */
  ratio(ratio) {
    let [above, below] = ratio.split("/").map((part) => BigInt(part.trim()));
    below ??= 1n;
    const common = divisor(above < 0n ? -above : above, below);
    [above, below] = [above / common, below / common];
    let wholePercent = (above * 10_000n) / below / 100n;
    let hundredths = ((above * 10_000n) / below) % 100n;
    // BigInt truncates towards zero; this is `divmod` of Python, which rounds down.
    if (hundredths < 0n) [wholePercent, hundredths] = [wholePercent - 1n, hundredths + 100n];
    return `${above}/${below} (${this.percent(`${wholePercent}.${String(hundredths).padStart(2, "0")}`)})`;
  }

  /**
   * A card as its face shows it: `10♥`, `V♣` for a Québec jack; any other text as it is.
   * @param {string} name
   */
  card(name) {
    if (name === "JK") return this.templates["rank.JK"] ?? name;
    const parts = /^([A2-9TJQK])([SHDC])$/.exec(name);
    if (!parts) return name;
    const [, rank, suit] = parts;
    return (this.templates[RANK_KEYS[rank] ?? rank] ?? rank) + this.template(SUIT_KEYS[suit] ?? suit);
  }

  /**
   * The name of a spot at this table; a hand of it, `3.2`, keeps its number.
   * @param {number | string} spot
   */
  seatName(spot) {
    return String(spot).replace(/^\d+/, (number) => this.templates[`seat.${number}`] ?? number);
  }

  /** @param {string} key */
  has(key) {
    return key in this.templates;
  }

  /** @param {string} key */
  template(key) {
    const found = this.templates[key] ?? nameAsWords(key);
    if (found === undefined) throw new WordsError(`no words for ${key} in ${this.language}`);
    return found;
  }

  /**
   * @param {string} name
   * @param {any} value
   */
  value(name, value) {
    if (value !== null && typeof value === "object") return this.say(value);
    if (name === "spot") return value === NOBODY || value === String(NOBODY) ? "–" : this.seatName(value);
    if (typeof value === "string") return this.text(name, value);
    if (name === "cents" || name.endsWith("_cents")) return this.money(value);
    return name === "index" ? this.template(ORDINAL_KEYS[value] ?? value) : String(value);
  }

  /**
   * @param {string} name
   * @param {string} value
   */
  text(name, value) {
    if (["card", "player", "banker"].includes(name)) {
      return value.split(/\s+/).filter(Boolean).map((card) => this.card(card)).join(" ") || "–";
    }
    if (name === "key") return this.template(KEY_LABELS[value] ?? value);
    if (name === "door") return this.template(DOOR_KEYS[value] ?? value);
    if (name.endsWith("_ratio")) return this.ratio(value);
    if (name === "spots") return value.split(", ").map((spot) => this.seatName(spot)).join(", ");
    if (name !== "odds") return value;
    // At the first colon only, as in Python's `partition`.
    const [win, stake = ""] = value.split(/:(.*)/s);
    return this.say({ key: "odds.said", values: { win, stake } });
  }
}

/**
 * A bet by its name, `main:2` with its argument, as `firmware.core.vocabulary.bets.bet_words` has it.
 * @param {string} on
 * @returns {Text}
 */
export function betName(on) {
  const [base, argument] = on.split(/:(.*)/s);
  return argument ? { key: BET_KEYS_WITH_ARGUMENT[base] ?? on, values: { argument } } : { key: BET_KEYS[base] ?? `bet.${base}` };
}

/**
 * The name itself of a bet that a rule pack declares, for a reader who does not have the pack:
 * `twenty_one_plus_3` is "Twenty one plus 3".
 * @param {string} key
 * @returns {string | undefined}
 */
function nameAsWords(key) {
  const [, name] = /^(?:bet|line)\.(.+)$/s.exec(key) ?? [];
  return name && name[0].toUpperCase() + name.slice(1).replaceAll("_", " ");
}

/**
 * A hand by its name among the cards of a status, as `firmware.core.vocabulary.status.hand_name` has it.
 * @param {string} hand
 * @param {number} [bank] the spot of the player who is the bank
 * @returns {Text}
 */
export function handName(hand, bank = 0) {
  if (hand === "dealer" && bank) return { key: "hand.bank", values: { spot: bank } };
  const [spot, number] = hand.split(".");
  if (!/^\d+$/.test(spot)) return { key: HAND_KEYS[hand] ?? hand };
  if (!number) return { key: "hand.spot", values: { spot: Number(spot) } };
  return { key: "hand.spot_hand", values: { spot: Number(spot), hand: Number(number) } };
}

/**
 * A whole number in groups of three: `1,234`.
 * @param {number} count
 */
export function grouped(count) {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

/**
 * @param {bigint} a
 * @param {bigint} b
 * @returns {bigint}
 */
function divisor(a, b) {
  return b === 0n ? a || 1n : divisor(b, a % b);
}

/**
 * An amount in units of the currency.
 * @param {number} cents
 * @param {number} decimals of an amount
 */
export function inUnits(cents, decimals) {
  return decimals < 0 ? cents * 10 ** -decimals : cents / 10 ** decimals;
}
