"""Where button and blinds are, and who owes a blind (67.88 (9), (20), the room's document)."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import takewhile
from typing import NamedTuple, Self

from tests.kits.games.poker_room.betting import from_left

BIG, SMALL = "big_blind", "small_blind"


class Lies(NamedTuple):
    """Button, small and big blind of a game, dead ones included."""

    button: int
    small: int
    big: int


@dataclass
class Blinds:
    button: int | None = None
    """Where it was laid before the first game."""
    at: Lies | None = None
    """Those of the last game; None before the first."""
    owes: dict[int, set[str]] = field(default_factory=dict)
    """What a player who waits for the big blind may post instead."""

    def copied(self) -> Self:
        return type(self)(self.button, self.at, {spot: set(of) for spot, of in self.owes.items()})

    def may_post(self, spot: int) -> bool:
        """Say whether a spot is neither the button's, nor the small blind's, nor between them."""
        if self.at is None or spot in self.at[:2]:
            return False
        button, small, _ = self.at
        return button == small or from_left({small, spot}, button)[0] == small

    def move(self, seated: Iterable[int], able: set[int]) -> set[int]:
        """Go on to the next game; return who is dealt in."""
        if self.at is None:
            self.at, dealt = self._first(able), able
        else:
            self.at, dealt = self._next(self.at, seated, able)
        return dealt

    def _first(self, able: set[int]) -> Lies:
        self.owes.clear()
        button = max(able) if self.button is None else self.button
        left = from_left(able, button)
        if len(able) == 2 and button not in able:
            return Lies(left[0], left[0], left[1])
        small, big = (left[-1], left[0]) if len(able) == 2 else (left[0], left[1])
        return Lies(button, small, big)

    def _next(self, was: Lies, seated: Iterable[int], able: set[int]) -> tuple[Lies, set[int]]:
        big = from_left(able, was.big)[0]
        self._note_passed(was.big, big, seated)
        self.owes.pop(big, None)
        dealt = able - self.owes.keys()
        is_short = len(dealt) < 2
        if is_short:
            self.owes.clear()
            dealt = able
        if len(dealt) == 2:
            (other,) = dealt - {big}
            return Lies(other, other, big), dealt
        if was.big in seated and was.big not in dealt and not is_short:
            self.owes.setdefault(was.big, {SMALL})
        before_small = from_left(dealt - {was.big}, was.big)[-1]
        return Lies(before_small if was.small == big else was.small, was.big, big), dealt

    def _note_passed(self, small: int, big: int, seated: Iterable[int]) -> None:
        """Note whom the big blind passes."""
        for spot in takewhile(lambda one: one != big, from_left(seated, small)):
            if self.owes.get(spot) != {BIG}:  # a newcomer owes the big one alone
                self.owes[spot] = {BIG, SMALL}
