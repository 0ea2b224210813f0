// @ts-check
// One trainee: what his table shows, and what the trainer does there.

import { element, writeText } from "./dom.js";
import { actLine, exerciseLine, signs } from "./tiles.js";
import { gameName, say } from "./class_words.js";

/** @typedef {import("./tiles.js").Tile} Tile */
/** @typedef {(act: Record<string, any>) => Promise<boolean>} Ask */

/** Acts of the dialog: the word of each, and its request; some have a second word while they last. */
/** @type {{word: string, lastingWord?: string, lasts?: (tile: Tile) => boolean, act: (tile: Tile) => Record<string, any>}[]} */
const ACTS = [
  { word: "class.freeze", lastingWord: "class.thaw", lasts: ({ frozen }) => frozen, act: ({ frozen }) => ({ act: "freeze", on: !frozen }) },
  { word: "class.next", act: () => ({ act: "exercise", step: "next" }) },
  { word: "class.again", act: () => ({ act: "exercise", step: "same" }) },
  { word: "class.show", act: () => ({ act: "wall" }) },
  { word: "class.restart", act: () => ({ act: "restart" }) },
];

/** @type {typeof ACTS} */
const FAULTS = [
  { word: "class.late", act: () => ({ act: "fault", kind: "late" }) },
  { word: "class.unread", act: () => ({ act: "fault", kind: "unread" }) },
  { word: "class.power", lastingWord: "class.power_on", lasts: ({ state }) => state === "off", act: ({ state }) => ({ act: "fault", kind: "power", on: state !== "off" }) },
  { word: "class.part", lastingWord: "class.part_mended", lasts: ({ broken }) => broken.length > 0, act: ({ broken }) => ({ act: "fault", kind: "part", on: !broken.length }) },
  { word: "class.claim", lastingWord: "class.claim_end", lasts: ({ claim }) => claim !== null, act: ({ claim }) => ({ act: "fault", kind: "claim", on: claim === null }) },
];

/**
 * @param {HTMLDialogElement} dialog
 * @param {Ask} ask
 */
export function mountTrainee(dialog, ask) {
  /** @type {Tile | null} */
  let shown = null;
  const title = element("h2", { id: "trainee-head" });
  const text = element("p", { class: "exercise" });
  const act = element("p", { class: "act" });
  const sign = element("p", { class: "signs" });
  const refused = element("p", { class: "refused", role: "alert" });
  const look = element("a", { class: "button", target: "_blank", rel: "noopener" });
  const sit = element("a", { class: "button", target: "_blank", rel: "noopener" });
  const close = element("button", { type: "button", onclick: () => dialog.close() });
  const faultTitle = element("h3");
  const buttons = (/** @type {typeof ACTS} */ acts) =>
    acts.map((one) => {
      const button = element("button", { type: "button" });
      button.onclick = async () => {
        if (!shown) return;
        writeText(refused, "");
        await ask({ table: shown.number, ...one.act(shown) });
      };
      return { ...one, button };
    });
  const all = [...buttons(ACTS), ...buttons(FAULTS)];
  const row = (/** @type {number} */ from, /** @type {number} */ to) => element("div", { class: "row" }, ...all.slice(from, to).map(({ button }) => button));
  dialog.append(title, text, act, sign, element("div", { class: "row" }, look, sit), row(0, ACTS.length), faultTitle, row(ACTS.length, all.length), refused, element("div", { class: "row end" }, close));

  const show = () => {
    if (!shown) return;
    writeText(title, `${shown.name} · ${gameName(shown.drill?.game || shown.game)}`);
    const progress = shown.lessons ? say("class.progress", { number: Math.max(1, shown.position), count: shown.lessons }) : "";
    writeText(text, [progress, exerciseLine(shown)].filter(Boolean).join(" · "));
    writeText(act, [actLine(shown), say("class.score", { right: shown.right, wrong: shown.wrong })].join(" · "));
    writeText(sign, signs(shown));
    for (const { button, word, lastingWord, lasts } of all) writeText(button, say(lastingWord && lasts?.(shown) ? lastingWord : word));
    for (const [link, query] of [[look, "?look"], [sit, ""]]) {
      link.hidden = !shown.address;
      if (shown.address) link.href = `${location.protocol}//${shown.address}/${query}`;
    }
    for (const [node, word] of [[look, "class.look"], [sit, "class.sit"], [close, "class.close"], [faultTitle, "class.faults"]]) writeText(node, say(word));
  };
  return {
    /** @param {Tile} tile */
    open(tile) {
      shown = tile;
      writeText(refused, "");
      show();
      if (!dialog.open) dialog.showModal();
    },
    /** @param {Tile[]} tiles */
    update(tiles) {
      if (shown && dialog.open) shown = tiles[shown.number] ?? shown;
      show();
    },
    /** @param {string} words */
    refuse(words) {
      writeText(refused, words);
      return dialog.open;
    },
  };
}
