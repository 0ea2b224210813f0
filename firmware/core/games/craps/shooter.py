"""The shooter of Craps: the spot that has the dice (95.8, 95.10, 95.11)."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final

from firmware.core.game.course import DEALER
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Stack

INITIAL: Final = ("pass", "dont_pass")
"""The shooter makes one of these bets (95.11)."""


@dataclass
class Shooter:
    """Who has the dice, and who had them last."""

    spot: int | None = None
    """The spot that has the dice, if the dealer has named one (95.8, 95.10)."""
    last_spot: int = 0
    """The spot that last had the dice: they are offered from the next one on."""
    is_awaited: bool = True
    """Whether no shooter has been named, or has thrown, since the dice were passed."""

    def offered_spots(self, spot_count: int) -> tuple[int, ...]:
        """Return the spots to which the dice may go, clockwise from the last shooter (95.8)."""
        return (*range(self.last_spot + 1, spot_count + 1), *range(1, self.last_spot + 1))

    def give_dice(self, spot: int) -> None:
        self.spot = self.last_spot = spot
        self.is_awaited = False

    def pass_dice(self) -> None:
        self.spot, self.is_awaited = None, True

    def bet_refusal(self, table_bets: Collection[Stack]) -> Text | None:
        """Article 95.11: the shooter has bet pass or don't pass.

        Where chips have no owner (spot 0) any such bet counts.
        """
        initial_spots = {
            place.spot for place, bettor in table_bets if place.on in INITIAL and bettor is None
        }
        if self.spot is None or initial_spots & {self.spot, DEALER}:
            return None
        return Text("why.shooter_bets", {"spot": self.spot})

    @property
    def memory(self) -> dict[str, Any]:
        return {"shooter": self.spot, "had_dice": self.last_spot, "passed_on": self.is_awaited}

    @classmethod
    def remembered(cls, memory: Mapping[str, Any]) -> "Shooter":
        """Return the shooter of a game's memory."""
        spot = memory.get("shooter")
        return cls(spot, memory.get("had_dice", 0), memory.get("passed_on", spot is None))
