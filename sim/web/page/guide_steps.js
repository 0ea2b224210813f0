// @ts-check
// The steps of the first minute. Each is found from the table's messages alone, so that the guide says where the
// newcomer is, whatever he has pressed.

/** @typedef {import("./store.js").Table} Table */

/** The name of the guide's script: its players bet, and no more. */
export const SCRIPT_NAME = "guide";

/** The minute as it goes when nothing goes wrong. */
export const STEPS = ["what", "close", "deal", "pay", "cut", "on", "felt", "end"];

/** By the act that the table waits for in a round; at any other the round is held up by something wrong. */
const ROUND_STEPS = {
  deal: "deal",
  start: "deal",
  pay: "pay",
  take: "pay",
  read_chips: "pay",
  confirm: "cut",
  confirm_unseen: "cut",
};
const CHECK = "confirm_felt";

/**
 * Returns the step at which the table is; null while that is not known. `hurried`: the bets are closed before all
 * have bet; `another`: a round is over without a cut, and bets lie there for the next; `missed`: none do.
 * @param {Pick<Table, "link" | "live" | "status" | "people">} table
 * @param {boolean} isCut whether the power has been cut while a round waited to be confirmed
 */
export function guideStep({ link, live, status, people }, isCut) {
  if (link.state === "off") return "on";
  if (!live || !status || !people) return null;
  const { do: act } = status.ask;
  if (people.play && people.script !== SCRIPT_NAME) return "playing";
  if (act === CHECK) return "felt";
  if (status.phase === "round") return people.next ? "hurried" : roundStep(act, isCut);
  if (status.stopped) return "held_up";
  if (isCut) return "over";
  if (people.next) return people.play ? "what" : "waiting";
  if (!hasBet(status)) return "missed";
  return status.round === 1 ? "close" : "another";
}

/**
 * @param {string} act
 * @param {boolean} isCut
 */
function roundStep(act, isCut) {
  const step = ROUND_STEPS[/** @type {keyof typeof ROUND_STEPS} */ (act)] ?? "held_up";
  return step === "cut" && isCut ? "end" : step;
}

/** @param {any} status */
function hasBet({ spots }) {
  return Object.values(spots).some(({ bets }) => bets.length > 0);
}
