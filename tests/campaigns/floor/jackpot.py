"""Linked lots in every order of events: whole worlds, and the first states of larger ones.

python -m tests.campaigns.floor.jackpot [--most STATES]
"""

import argparse
import sys
import time

from tests.campaigns.progress import say
from tests.kits.floor.explorer import explore
from tests.kits.floor.jackpot_world import Faults, Terms

WORLDS = (
    Terms(keepers=1),
    Terms(keepers=1, percent=10),
    Terms(keepers=1, ceiling=101),
    Terms(keepers=1, crashes=1),
    Terms(hits=0),
    Terms(hits=1),
    Terms(),
    Terms(crashes=1),
    Terms(crashes=2),
    Terms(rounds=2),
    Terms(tables=3),
    Terms(tables=1, keepers=2, hits=1, restores=2),
    Terms(tables=2, keepers=1, hits=1, restores=1),
    Terms(tables=1, rounds=2, keepers=2, hits=1, losses=1),
    Terms(tables=1, rounds=2, keepers=2, hits=1, is_compromised=True),
    Terms(tables=2, keepers=1, hits=1, is_compromised=True),
)
PLANTED = (
    Faults(counts_twice=True),
    Faults(forgets=True),
    Faults(no_order=True),
    Faults(loses_tail=True),
    Faults(trusts_store=True),
    Faults(believes=True),
)


def main() -> int:
    """Return 1 if a property does not hold, or if a planted fault is not found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most", type=int, default=1_500_000, help="states of one world")
    most = parser.parse_args().most
    wrong = [terms for terms in WORLDS if _explored(terms, most)]
    missed = [faults for faults in PLANTED if not _explored(_world_of(faults), most)]
    say(f"violated: {len(wrong)} worlds; planted faults missed: {len(missed)}")
    return 1 if wrong or missed else 0


def _world_of(faults: Faults) -> Terms:
    """Return a world in which a planted fault can show."""
    if faults.trusts_store:
        return Terms(hits=0, restores=1, faults=faults)
    if faults.believes:
        return Terms(tables=1, is_compromised=True, faults=faults)
    return Terms(crashes=1, faults=faults)


def _explored(terms: Terms, most: int) -> str:
    began = time.monotonic()
    found = explore(terms, most)
    seconds = time.monotonic() - began
    extent = "whole" if found.whole else "the first" if not found.wrong else found.wrong
    faults = [name for name, planted in terms.faults._asdict().items() if planted]
    size = ", ".join(
        f"{name} {value}" for name, value in terms._asdict().items() if name != "faults"
    )
    say(f"{size} {faults}: {found.states} states, {extent}, {seconds:.0f} s")
    if found.way:
        say("    " + " → ".join(found.way))
    return found.wrong


if __name__ == "__main__":
    sys.exit(main())
