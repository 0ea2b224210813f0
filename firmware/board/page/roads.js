// @ts-check
// The roads of Baccara: a shoe's winners as scoreboards draw them, six rows high.
//
// The big road has a run of one winner in each column; ties are counted on the winner before them.
// The three derived roads compare a column of the big road with one to its left: red if it repeats
// that one, blue if it does not. All is computed from the winners alone.

export const ROWS = 6;
/** By derived road: how many columns to the left it compares. */
export const DERIVED = { eye: 1, small: 2, cockroach: 3 };

/** @typedef {"player" | "banker" | "tie"} Winner */
/** @typedef {{of: string, ties: number}} Entry */
/** @typedef {{column: number, row: number, of: string, ties: number}} Cell */

/**
 * How often each side has won.
 * @param {Winner[]} winners
 */
export function counts(winners) {
  const count = { player: 0, banker: 0, tie: 0 };
  for (const winner of winners) count[winner] += 1;
  return count;
}

/**
 * Runs of the same winner. Ties before the first winner are counted on him.
 * @param {Winner[]} winners
 * @returns {Entry[][]}
 */
export function runs(winners) {
  /** @type {Entry[][]} */
  const columns = [];
  let early = 0;
  for (const winner of winners) {
    const last = columns.at(-1)?.at(-1);
    if (winner !== "tie") {
      if (last?.of === winner) columns.at(-1)?.push({ of: winner, ties: 0 });
      else columns.push([{ of: winner, ties: last ? 0 : early }]);
    } else if (last) last.ties += 1;
    else early += 1;
  }
  return columns;
}

/**
 * The cells of the runs: down, and to the right if the cell below is taken.
 * @param {Entry[][]} columns
 * @returns {Cell[]}
 */
export function laidOut(columns) {
  const taken = new Set();
  const free = (/** @type {number} */ column, /** @type {number} */ row) => row < ROWS && !taken.has(`${column}.${row}`);
  /** @type {Cell[]} */
  const cells = [];
  let start = -1;
  for (const run of columns) {
    do start += 1;
    while (!free(start, 0));
    let [column, row, turned] = [start, 0, false];
    run.forEach((entry, nth) => {
      if (nth > 0) {
        turned ||= !free(column, row + 1);
        if (turned) column += 1;
        else row += 1;
      }
      taken.add(`${column}.${row}`);
      cells.push({ column, row, ...entry });
    });
  }
  return cells;
}

/**
 * A derived road's runs of red and blue.
 * @param {Entry[][]} columns of the big road
 * @param {number} back how many columns to the left it compares
 * @returns {Entry[][]}
 */
export function derived(columns, back) {
  const long = columns.map((run) => run.length);
  /** @type {Entry[][]} */
  const roadColumns = [];
  columns.forEach((run, column) => {
    run.forEach((_, row) => {
      const repeats = repeated(long, column, row, back);
      if (repeats === null) return;
      const of = repeats ? "red" : "blue";
      if (roadColumns.at(-1)?.[0].of === of) roadColumns.at(-1)?.push({ of, ties: 0 });
      else roadColumns.push([{ of, ties: 0 }]);
    });
  });
  return roadColumns;
}

/**
 * Whether an entry repeats the column that it is compared with; null if there is no such column. The
 * first entry of a column tells whether the two columns before it have the same length.
 * @param {number[]} long
 * @param {number} column
 * @param {number} row
 * @param {number} back
 */
function repeated(long, column, row, back) {
  if (row === 0) return column - 1 - back < 0 ? null : long[column - 1] === long[column - 1 - back];
  return column - back < 0 ? null : long[column - back] !== row;
}
