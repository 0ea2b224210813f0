"""Sums of a table's settled rounds."""

from collections.abc import Iterable
from operator import add
from typing import NamedTuple

from firmware.odds.expected_hold import ExpectedHold


class HourClass(NamedTuple):
    """An hour since 1970 and a class of bets; '' is the whole table."""

    hour: int
    bet_class: str


class TakingsSums(NamedTuple):
    """Sums over rounds, of a table or of one class of its bets; money in cents."""

    rounds: int = 0
    handle: int = 0
    held: int = 0
    voids: int = 0
    late_bets: int = 0
    theory: ExpectedHold = ExpectedHold()

    def plus(self, addend: "TakingsSums") -> "TakingsSums":
        return TakingsSums(
            self.rounds + addend.rounds,
            self.handle + addend.handle,
            self.held + addend.held,
            self.voids + addend.voids,
            self.late_bets + addend.late_bets,
            ExpectedHold(*map(add, self.theory, addend.theory)),
        )


def total_sums(all_sums: Iterable[TakingsSums]) -> TakingsSums:
    sums_so_far = TakingsSums()
    for sums in all_sums:
        sums_so_far = sums_so_far.plus(sums)
    return sums_so_far
