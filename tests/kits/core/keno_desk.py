"""A table of Keno with its desk."""

import itertools
from collections.abc import Iterable
from typing import Any

from firmware.core.game.bounds import Bound
from firmware.core.game.pack import GameRules
from firmware.core.game.pack_terms import SeatLimit
from firmware.core.games.keno.keno import Keno
from firmware.core.table.rules import TableRules
from firmware.core.table.table import Table
from firmware.core.vocabulary.events import (
    ResultSeen,
    TicketClaimed,
    TicketOrdered,
)
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.rulings import TicketPaid
from tests.kits.core.table_kit import Croupier, settled

RULES = GameRules(seats=SeatLimit(14, "81"), bounds={"return": Bound(65, None, "85")})
PAYTABLE = {
    "1": {"1": 3},
    "2": {"2": 12},
    "3": {"0": 1, "2": 1, "3": 30},
    "10": {"0": 2, "5": 2, "6": 20, "7": 130, "8": 1000, "9": 5000, "10": 100000},
}
LOW = tuple(map(str, range(1, 21)))
"""The draw 1 to 20."""
HIGH = tuple(map(str, range(61, 81)))


class Desk(Croupier):
    """A desk at which tickets are asked for; their control numbers are A, B, C and so on."""

    def __init__(self, **options: object) -> None:
        game = Keno(RULES, {"paytable": PAYTABLE, **options})
        super().__init__(Table(game, TableRules(sensed=False)))
        self.controls = itertools.count(ord("A"))

    @property
    def game(self) -> Keno:
        return self.table.state.game

    def ask(self, numbers: Iterable[int], cents: int = 100, draws: int = 1, **how: Any) -> Any:
        how = {"spot": 1, "control": chr(next(self.controls)), **how}
        asked = TicketOrdered(numbers=tuple(numbers), cents=Cents(cents), draws=draws, **how)
        return self.tell(asked)

    def draw(self, balls: tuple[str, ...] = LOW) -> dict[str, tuple[Any, ...]]:
        """Return what each ticket of the draw comes to."""
        lines = settled(self.tell(ResultSeen(balls)))
        return {line.bet.place.on: (line.outcome, line.paid, line.hits) for line in lines}

    def claim(self, control: str, day: int = 0) -> Any:
        """Return what is paid, or why nothing is."""
        said = self.tell(TicketClaimed(control, day))
        (paid,) = said
        return paid.cents if isinstance(paid, TicketPaid) else paid.why.key

    @property
    def standing(self) -> dict[str, int]:
        return {place.on: cents for (place, _), cents in self.game.carried.items()}
