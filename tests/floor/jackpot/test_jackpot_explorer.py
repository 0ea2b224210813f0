"""A linked lot in every order of events: messages late, lost, doubled, overtaken; crashes between
any two steps.

`make campaign NAME=jackpot` looks at larger worlds.
"""

from tests.kits.floor.explorer import explore
from tests.kits.floor.jackpot_world import Faults, Terms
from tests.kits.offenders import each

MOST = 4_000
"""States of a world that is not seen whole: some seconds for all worlds together."""


@each(
    "terms",
    [
        Terms(tables=1, rounds=2, hits=1, keepers=2),
        Terms(tables=1, rounds=1, hits=1, crashes=1),
        Terms(tables=2, hits=0, keepers=1),
        Terms(tables=1, rounds=2, hits=2, keepers=1, percent=10),
        Terms(tables=1, rounds=2, hits=2, keepers=1, ceiling=101),
        Terms(tables=1, rounds=1, hits=1, keepers=2, restores=1),
        Terms(tables=1, rounds=1, hits=1, keepers=1, losses=1),
        Terms(tables=1, rounds=2, hits=0, keepers=1, is_compromised=True),
    ],
)
def test_small_jackpot_is_always_right(terms: Terms) -> None:
    found = explore(terms, most=1_000_000)
    assert (found.wrong, found.way, found.whole) == ("", (), True)


@each(
    "terms",
    [
        Terms(keepers=1),
        Terms(crashes=1),
        Terms(rounds=2),
        Terms(tables=3),
        Terms(keepers=1, restores=1),
        Terms(keepers=1, hits=1, is_compromised=True),
    ],
)
def test_larger_jackpot_starts_right(terms: Terms) -> None:
    assert explore(terms, MOST).wrong == ""


@each(
    "faults, tables, crashes, rule",
    [
        (Faults(counts_twice=True), 1, 0, "b"),
        (Faults(forgets=True), 1, 1, "e"),
        (Faults(no_order=True), 2, 0, "d"),
        (Faults(loses_tail=True), 1, 0, "a"),
        (Faults(trusts_store=True), 2, 0, "d"),
        (Faults(believes=True), 1, 0, "g"),
    ],
)
def test_planted_fault_is_found(faults: Faults, tables: int, crashes: int, rule: str) -> None:
    terms = Terms(
        tables,
        hits=0,
        crashes=crashes,
        restores=faults.trusts_store,
        is_compromised=faults.believes,
        faults=faults,
    )
    found = explore(terms, most=1_000_000)
    assert found.wrong.startswith(f"{rule}:")
