// @ts-check
// Speaks each announcement: in the table's recorded voice, or the browser's if the server has none.

/** @typedef {import("./store.js").Table} Table */

/** Speaks announcements in their order: new ones stop those before. */
export class Voice {
  #player = new Audio();

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
  }

  /**
   * Speaks announcements, unless the table's loudspeaker is broken.
   * @param {{record: number, said: Record<string, string>}[]} announced
   */
  speak(announced) {
    const { language, voice } = this.table.hello;
    if (this.table.scene?.broken.voice) return;
    this.hush();
    if (voice) this.#play(announced.map(({ record }) => `voice/${record}`));
    else for (const { said } of announced) speak(said[language], this.table.words.manner("language.locale"));
  }

  hush() {
    this.#player.onended = null;
    this.#player.pause();
    globalThis.speechSynthesis?.cancel();
  }

  /** @param {string[]} addresses */
  #play([address, ...others]) {
    this.#player.onended = others.length ? () => this.#play(others) : null;
    this.#player.src = address;
    // A browser rejects play before its user's first click, and when a newer phrase stops this one.
    this.#player.play().catch(() => {});
  }
}

/**
 * @param {string} words
 * @param {string} locale
 */
function speak(words, locale) {
  if (!("speechSynthesis" in globalThis)) return;
  const phrase = new SpeechSynthesisUtterance(words);
  phrase.lang = locale;
  speechSynthesis.speak(phrase);
}
