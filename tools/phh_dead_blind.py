"""A hand whose small blind is dead: nobody sits where it is due (67.88 (20)).

At this table a small blind is dead only where the player of the last big blind has left. So one
more player sits there first, and takes a game in which all fold to him; then he leaves, and the
hand of the record is posted. Who pays in that first game has so much more when he sits down.

The notation has no empty places. It lists the big blind first, `[x, 0, 0]`, or somebody who pays
nothing before it, `[0, x, 0]`: he can only be on the button, and speaks last after the flop.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from tools.phh_reading import NoHand

Step = dict[str, Any]
LEAST_PLAYERS: Final = 3
"""Two players have button and blinds between them: none is dead."""


class DeadBlind(NamedTuple):
    """The seats of such a hand."""

    spots: Sequence[int]
    """The spot of each player, in the record's order."""
    empty_spot: int
    """Where the small blind is due."""
    button_spot: int
    big_cents: int

    @property
    def small_cents(self) -> int:
        """A small blind for the game before, which the record does not tell."""
        return self.big_cents // 2

    def speaks_in_order(self, player: int | None) -> bool:
        """Return whether a player may be the first to speak after the flop: not on the button."""
        return player is None or self.spots[player - 1] != self.button_spot

    def steps(self, stacks: Sequence[int], ante: int, hole_cards: int) -> list[Step]:
        """Seat the players, and play the game that leaves the small blind dead."""
        seats = dict(zip(self.spots, stacks, strict=True))
        paid = dict.fromkeys(seats, ante)
        paid[self.button_spot] += self.small_cents
        seats = {spot: cents + paid[spot] for spot, cents in seats.items()}
        seats[self.empty_spot] = 2 * self.big_cents + ante
        order = self._clockwise_from_left(sorted(seats))
        return [
            *({"seat": {"spot": spot, "cents": seats[spot]}} for spot in sorted(seats)),
            {"button": order[-3]},
            {"press": "post"},
            {"deal": len(seats) * hole_cards},
            *({"decide": {"spot": spot, "do": "fold"}} for spot in order[:-1]),
            {"press": "confirm"},
            {"leave": {"spot": self.empty_spot}},
        ]

    def _clockwise_from_left(self, spots: Sequence[int]) -> list[int]:
        """Return the spots from the left of the empty one, which is the last."""
        at = spots.index(self.empty_spot) + 1
        return [*spots[at:], *spots[:at]]


def dead_blind(blinds: Sequence[int]) -> DeadBlind | None:
    """Return the seats of a hand without a small blind; None if it has one. Raises NoHand."""
    players = len(blinds)
    if players < 1 or min(blinds[:2]) > 0 or not any(blinds[:2]):
        return None
    if players < LEAST_PLAYERS:
        raise NoHand("with two players no blind is dead")
    if blinds[0]:
        return DeadBlind(range(1, players + 1), players + 1, players, blinds[0])
    return DeadBlind([players + 1, *range(2, players + 1)], 1, players + 1, blinds[1])
