"""The last closed rounds, as long as their money can be corrected."""

from typing import Final, NamedTuple

import msgspec

from firmware.core.vocabulary.places import Place, Stack

CORRECTABLE_ROUNDS: Final = 10
"""How many closed rounds back the money can be corrected."""


class SettledStack(NamedTuple):
    """A bet that was settled: its place, who had it, and how many numbers a ticket has."""

    place: Place
    bettor: str | None = None
    picks: int | None = None

    @property
    def written(self) -> str:
        """The bet as a word, since every checkpoint has those of ten rounds."""
        words = [str(self.place.spot), self.place.on]
        if self.picks is not None or self.bettor is not None:
            words.append(str(self.picks or 0))
        return " ".join(words if self.bettor is None else [*words, self.bettor])


class PastRound(msgspec.Struct, frozen=True, array_like=True):
    """A closed round with its bets; `is_banked` if a player was the bank."""

    number: int
    bets: tuple[str, ...]
    is_banked: bool = False

    def settled_stack(self, stack: Stack) -> SettledStack | None:
        """Return a bet of the round, None if it was not settled there."""
        stacks = (_read_stack(written) for written in self.bets)
        return next((bet for bet in stacks if (bet.place, bet.bettor) == stack), None)


def _read_stack(written: str) -> SettledStack:
    spot, on, *rest = written.split(" ", 3)
    picks = int(rest[0]) if rest else 0
    bettor = rest[1] if len(rest) > 1 else None
    return SettledStack(Place(int(spot), on), bettor, picks or None)
