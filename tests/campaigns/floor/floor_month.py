"""A month of tables in the ledger: theoretical win, false alarms, and a lot that is audited.

    python -m tests.campaigns.floor.floor_month --days 30 --hours 8 --seed 1

Tables in service play by chance on virtual time, some hours a day. Each hour their uplinks send
their records, a ledger takes them into SQLite, and a keeper folds the lot that two tables share. At
last the ledger's meters, the pit's sums and `croupier meters --theory` over each journal must be
equal to the cent; the expectation must be that of the exact odds, to the fraction; and `croupier
lot audit` must prove every line from the tables' bundles, to the unit.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.campaigns.floor.month_floor import KINDS, Month
from tests.campaigns.floor.month_sums import at_odds, table_differences
from tests.campaigns.odds.drift import OFTEN, most
from tests.campaigns.progress import say

WIDE = 4.0
"""Standard deviations that a sound table's win may be from its expectation: by chance one in
16,000 is further off.
"""


def run(folder: Path, asked: argparse.Namespace) -> list[str]:
    """Play the month, print its figures, and return what is amiss."""
    kinds = [kind for kind in KINDS if kind.name in asked.tables]
    month, begun = Month(folder, asked.seed, kinds), time.process_time()
    month.play(asked.days, asked.hours)
    month.read()
    spent, lot = time.process_time() - begun, month.newest
    rounds = sum(table.rounds for table in month.tables)
    say(f"{rounds:,} rounds of {len(month.tables)} tables in {asked.days} days: {spent:.0f} s")
    say(f"lot: line {lot.version:,}, lot {lot.generation}, {lot.hits} hits, {lot.pool:,} units")
    found = [*differences(month)]
    say(f"amiss: {found}")
    month.close()
    return found


def differences(month: Month) -> Iterator[str]:
    """Yield what is not as it must be, of the money of each table and of the lot."""
    rounds = notes = 0
    for table in month.tables:
        rows = month.rows(table)
        yield from table_differences(month, table, rows)
        sums = rows.sums
        theory = sums.theory
        z = theory.deviation_count
        say(
            f"{table.name}: {sums.rounds:,} rounds, handle {_dollars(sums.handle)}, win "
            f"{_dollars(sums.held)}; on {_dollars(theory.total_stakes)} with an edge "
            f"{_dollars(theory.actual_gain)}, expected {float(theory.expected_gain) / 100:,.2f}, "
            f"{'no band' if z is None else f'{z:+.2f} deviations'}"
        )
        if table.sound:
            yield from at_odds(table, rows)
            rounds, notes = rounds + table.rounds, notes + table.notes
            if z is not None and abs(z) > WIDE:
                yield f"{table.name}: {z:+.2f} standard deviations off"
    say(f"sound tables: {notes} notes due once in {OFTEN}, at most {most(rounds):.0f}")
    if notes > most(rounds):
        yield f"{notes} false notes in {rounds} rounds"
    if any(table.game.has_linked_jackpot for table in month.tables):
        status, said = month.audit()
        say(said)
        if status:
            yield said


def _dollars(cents: int) -> str:
    return f"{cents / 100:,.2f}"


def main(arguments: Sequence[str]) -> int:
    """Return 1 if anything is amiss."""
    parser = argparse.ArgumentParser(prog="make campaign NAME=month", description=__doc__)
    parser.add_argument("--days", type=int, default=30)
    parser.add_argument("--hours", type=int, default=8, help="of play each day")
    parser.add_argument("--seed", type=int, default=1)
    names = [kind.name for kind in KINDS]
    parser.add_argument("--tables", nargs="+", choices=names, default=names, metavar="TABLE")
    parser.add_argument("--folder", type=Path, help="for journals and ledger, on a fast disk")
    asked = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(dir=asked.folder) as folder:
        return int(bool(run(Path(folder), asked)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
