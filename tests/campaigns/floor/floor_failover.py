"""The ledger's PostgreSQL fails over while a jackpot is played for and won; its order stays.

    python -m tests.campaigns.floor.floor_failover --speed 10

Two tables in service share a jackpot, with their uplinks, an engine, a ledger and a keeper, over a
primary and an asynchronous standby:

1. the database is dumped, both tables win, the dump is restored, the keeper begins again;
2. replication stands still, both tables win, one of them ends, the primary is killed and the
   standby promoted: the address with both hosts leads ledger and keeper there, and the facts of the
   table where nobody plays come again too;
3. the old primary comes back as it was: a keeper begins at it, beside the other one, and a table
   wins; then the other one begins again too, and finds the old primary first. Both say that their
   database is not the ledger's; the old one is ended.

After each the lines and grants must be those from before, octet for octet. At the end no line may
be in the stream twice, and `croupier jackpot audit`, `floor audit` and `floor verify` must find
nothing.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from tests.campaigns.floor.failover_evening import Evening
from tests.campaigns.floor.failover_found import (
    audits,
    doubled_lines,
    facts_at,
    has_said,
    lines_at,
)
from tests.campaigns.progress import say
from tests.kits.postgres_pair import HOUSE


def restored_dump(evening: Evening) -> None:
    first, dump = evening.first, str(evening.dump)
    first.run("pg_dump", "-Fc", "-f", dump, HOUSE)
    before = evening.win(first, 2)
    evening.rest("keeper")
    first.run("psql", "-q", "-c", f"DROP DATABASE {HOUSE} WITH (FORCE)", "postgres")
    first.run("createdb", HOUSE)
    first.run("pg_restore", "-d", HOUSE, dump)
    say(f"restored: {lines_at(first)}, before: {before}")
    evening.begin_keeper()
    evening.has_again(first, before)
    evening.counts_on(first)


def failed_over(evening: Evening) -> None:
    evening.first.hold_replication()
    evening.win(evening.first, 2)
    evening.counts_on(evening.first)
    ended = evening.floor.tables[-1]
    evening.rest(ended.name)
    before, facts = lines_at(evening.first), facts_at(evening.first)
    evening.first.kill()
    say(f"the standby has {lines_at(evening.second)}, the primary had {before}")
    evening.second.promote()
    evening.has_again(evening.second, before)
    evening.until("all facts are back", lambda: _has_all(facts_at(evening.second), facts))
    evening.begin_table(ended)
    evening.counts_on(evening.second)


def _has_all(facts: Mapping[str, int], before: Mapping[str, int]) -> bool:
    return all(facts.get(journal, 0) >= count for journal, count in before.items())


def split_brain(evening: Evening) -> None:
    old, new = evening.first, evening.second
    old.begin()
    say(f"the old primary has {lines_at(old)}, the new one {lines_at(new)}")
    evening.begin_keeper("keeper-of-old", old.url)
    evening.win(new, 1)
    evening.counts_on(new)
    evening.rest("keeper")
    evening.begin_keeper()  # its address leads it to the old primary, which takes writes too
    evening.has_again(old, lines_at(new))
    for keeper in ("keeper", "keeper-of-old"):
        is_said = partial(has_said, evening.floor, keeper, "linked.keeper.other_database")
        evening.until(f"{keeper} says that it has another database", is_said)
    evening.rest("keeper-of-old")
    before = lines_at(old)
    old.end()
    evening.has_again(new, before)
    evening.win(new, 1)
    evening.counts_on(new)


def run(folder: Path, speed: str) -> int:
    os.environ |= {"XDG_STATE_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    evening = Evening(folder, speed)
    with evening.running():
        evening.until("a first line", lambda: lines_at(evening.first).version > 1)
        for act in (restored_dump, failed_over, split_brain):
            say(f"{time.strftime('%H:%M:%S')} {act.__name__}")
            act(evening)
        for table in evening.floor.tables:
            evening.rest(table.name)
        failures = [*evening.failures, *doubled_lines(evening.floor)]
        failures += audits(evening.floor, evening.second, evening.until)
        say(f"at the end: {lines_at(evening.second)}")
    for failure in failures:
        say(f"AMISS: {failure}")
    return 1 if failures else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--speed", default="10", help="how much faster than people they play")
    parser.add_argument("--folder", type=Path, help="keep everything there; it must be empty")
    options = parser.parse_args()
    if options.folder is not None:
        return run(options.folder.resolve(), options.speed)
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        return run(Path(folder), options.speed)


if __name__ == "__main__":
    sys.exit(main())
