// @ts-check
// The hands of a split: the part of a spot's chips, of its bets and of its room that each of them has.

/** @typedef {import("./place_state.js").Placed} Placed */
/** @typedef {import("./place_state.js").Chips} Chips */
/** @typedef {import("./place_state.js").Bet} Bet */
/** @typedef {import("./place_state.js").HandStake} HandStake */
/** @typedef {import("./svg.js").Box} Box */

/**
 * What lies for each hand on a place, by the hands' numbers; nothing if all of it is on one hand.
 * @param {Placed} placed
 * @returns {[number, Placed][]}
 */
export function stakesByHand(placed) {
  const hands = [...new Set(placed.bets.flatMap((bet) => bet.hands.map(({ hand }) => hand)))].sort((one, other) => one - other);
  const shares = placed.chips.map((stack) => chipsByHand(stack, placed.bets.find(({ bettor }) => bettor === stack.bettor)));
  return hands.map((hand) => {
    const bets = placed.bets.flatMap((bet) => bet.hands.filter((part) => part.hand === hand).map((part) => ({ ...bet, ...part })));
    const chips = shares.flatMap((share) => share.get(hand) ?? []).filter((share) => share.chips.length);
    return [hand, { ...placed, chips, bets, stake: null }];
  });
}

/**
 * Whether the hands of a split have different outcomes.
 * @param {{hands: HandStake[]}[]} bets
 */
export function handsDiffer(bets) {
  return new Set(bets.flatMap(({ hands }) => hands.map(({ outcome }) => outcome))).size > 1;
}

/**
 * The part of a box for one of several hands: the first is at the dealer's left.
 * @param {Box} box
 * @param {number} nth
 * @param {number} of
 * @returns {Box}
 */
export function handColumn(box, nth, of) {
  const w = box.w / of;
  return { ...box, x: box.x + ((of - 1) / 2 - nth) * w, w };
}

/**
 * Divides a stack by what lies there for each hand: its stake, what is left of it, or that with its payment. Chips are
 * divided in the order in which they lie; if the amounts cannot be made so, the largest first. Chips beyond the amounts
 * are the last hand's.
 * @param {Chips} stack
 * @param {Bet} [bet]
 * @returns {Map<number, Chips>}
 */
function chipsByHand(stack, bet) {
  const hands = bet?.hands ?? [];
  const amounts = amountsOf(stack.cents, hands, bet?.due === null);
  const inOrder = divideChips(stack.chips, amounts);
  const isExact = inOrder.every((share, nth) => sum(share) === amounts[nth]);
  const shares = isExact ? inOrder : divideChips([...stack.chips].sort((one, other) => other - one), amounts);
  return new Map(hands.map(({ hand }, nth) => [hand, { ...stack, chips: shares[nth], cents: sum(shares[nth]) }]));
}

/**
 * The amount of each hand in a stack of so many cents.
 * @param {number} cents
 * @param {HandStake[]} hands
 * @param {boolean} isDone whether no chips are to be moved any more
 */
function amountsOf(cents, hands, isDone) {
  const stakes = hands.map((hand) => hand.cents ?? 0);
  const left = hands.map((hand, nth) => (hand.outcome ? (hand.returned ?? 0) : stakes[nth]));
  const paid = hands.map((hand, nth) => left[nth] + (hand.outcome ? (hand.paid ?? 0) : 0));
  const inTurn = isDone ? [paid, left, stakes] : [stakes, left, paid];
  return inTurn.find((amounts) => sum(amounts) === cents) ?? stakes;
}

/**
 * @param {number[]} chips
 * @param {number[]} amounts
 */
function divideChips(chips, amounts) {
  let rest = chips;
  return amounts.map((cents, nth) => {
    if (nth === amounts.length - 1) return rest;
    let missing = cents;
    const drawn = rest.map((chip) => {
      const fits = chip <= missing;
      missing -= fits ? chip : 0;
      return fits;
    });
    const share = rest.filter((_, index) => drawn[index]);
    rest = rest.filter((_, index) => !drawn[index]);
    return share;
  });
}

/** @param {number[]} amounts */
function sum(amounts) {
  return amounts.reduce((all, one) => all + one, 0);
}
