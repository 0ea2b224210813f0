// @ts-check
// The voice: each announcement in the table's own, or in the browser's where the server has none.

/** @typedef {import("./store.js").Table} Table */

const ACCENTS = /** @type {Record<string, string>} */ ({ fr: "fr-CA", en: "en-CA" });

/** Says what a table announces, one phrase at a time: the newest. */
export class Voice {
  #player = new Audio();

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
  }

  /**
   * Speaks, unless the table's loudspeaker is broken.
   * @param {{record: number, said: Record<string, string>}} announced
   */
  speak({ record, said }) {
    const { language, voice } = this.table.hello;
    if (this.table.scene?.broken.voice) return;
    this.hush();
    if (voice) this.#play(`voice/${record}`);
    else speak(said[language], language);
  }

  hush() {
    this.#player.pause();
    globalThis.speechSynthesis?.cancel();
  }

  /** @param {string} address */
  #play(address) {
    this.#player.src = address;
    // A browser plays nothing before its person's first act, and breaks off what a newer phrase follows.
    this.#player.play().catch(() => {});
  }
}

/**
 * @param {string} words
 * @param {string} language
 */
function speak(words, language) {
  if (!("speechSynthesis" in globalThis)) return;
  const phrase = new SpeechSynthesisUtterance(words);
  phrase.lang = ACCENTS[language];
  speechSynthesis.speak(phrase);
}
