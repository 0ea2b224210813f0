"""A table of a tournament that plays by chance: it hears its level, and repeats its reports."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Final, NamedTuple

from firmware.core.tournament.rulings import TableSpot
from firmware.floor.level_wire import LevelMessage, MoveMessage, RebuyMessage, TableReport

ALL_IN: Final = 0.25
"""How often a pot is all that the smaller stack has."""
BLINDS: Final = 6
"""How many big blinds another pot is."""


class Seat(NamedTuple):
    """A player and his chips."""

    player: str
    stack: int


class Walked(NamedTuple):
    """The chips of a player who carries them to another table, and the seat that he left."""

    stack: int
    origin: TableSpot


Walking = dict[str, Walked]
"""Who is on his way."""


@dataclass
class SimTable:
    """A table; its people carry their chips to and from other tables."""

    number: int
    chance: Random
    walking: Walking
    buys: Callable[[str], None] = lambda _player: None
    """Offers a rebuy to a player who has lost all."""
    seats: dict[int, Seat] = field(default_factory=dict)
    button: int = 0
    level: LevelMessage | None = None
    made: int = 0
    """How many reports there are so far."""
    unheard: deque[TableReport] = field(default_factory=deque)
    out: dict[int, str] = field(default_factory=dict)
    """Who lost all at a spot, the last one."""
    laid: set[int] = field(default_factory=set)
    """The numbers of the rebuys whose chips were laid."""

    @property
    def up(self) -> TableReport | None:
        """The oldest report that was not received."""
        return self.unheard[0] if self.unheard else None

    def take_level(self, level: LevelMessage) -> None:
        """Take the hall's word, and carry out its moves."""
        self.level = level
        while self.unheard and self.unheard[0].number <= level.last_report:
            self.unheard.popleft()
        for rebuy in level.rebuys:
            self._lay(rebuy)
        for move in level.moves:
            self._leave(move.player, move.origin)
        for move in level.moves:
            self._arrive(move)

    def play(self) -> bool:
        """Play a game, if one may begin; return whether it did."""
        level = self.level
        if level is None or not level.runs or level.rest or len(self.seats) < 2:
            return False
        if level.hand_for_hand and self.unheard:
            return False
        spots = sorted(self.seats)
        self.button = next((spot for spot in spots if spot > self.button), spots[0])
        before = dict(self.seats)
        self._pot(level.blinds[1])
        gone = [spot for spot in spots if not self.seats[spot].stack]
        for spot in gone:
            self.out[spot] = self.seats.pop(spot).player
            self.buys(self.out[spot])
        out = tuple((spot, before[spot].stack) for spot in gone)
        self._report(button=self.button, out=out)
        return True

    def _pot(self, big: int) -> None:
        """One wins what one or two others put in."""
        spots = self.chance.sample(sorted(self.seats), min(len(self.seats), 3))
        winner, *contenders = spots[: self.chance.randint(2, 3)]
        for spot in contenders:
            most = min(self.seats[winner].stack, self.seats[spot].stack)
            cents = most if self.chance.random() < ALL_IN else min(most, BLINDS * big)
            self._add(winner, cents)
            self._add(spot, -cents)

    def _add(self, spot: int, chips: int) -> None:
        player, stack = self.seats[spot]
        self.seats[spot] = Seat(player, stack + chips)

    def _lay(self, rebuy: RebuyMessage) -> None:
        """Lay the chips of a rebuy, once; who has lost all sits down again."""
        if rebuy.number in self.laid:
            return
        self.laid.add(rebuy.number)
        if rebuy.spot not in self.seats:
            self.seats[rebuy.spot] = Seat(self.out[rebuy.spot], 0)
        self._add(rebuy.spot, rebuy.chips)
        self._report(laid=(rebuy.number,))

    def _leave(self, player: str, origin: TableSpot) -> None:
        table, spot = origin
        seat = self.seats.get(spot)
        if table == self.number and seat is not None and seat.player == player:
            self.walking[player] = Walked(self.seats.pop(spot).stack, origin)

    def _arrive(self, move: MoveMessage) -> None:
        table, spot = move.to
        if table == self.number and spot not in self.seats and self.walking.get(move.player):
            walked = self.walking.pop(move.player)
            self.seats[spot] = Seat(move.player, walked.stack)
            self._report(arrived=((spot, walked.origin),))

    def _report(
        self,
        button: int | None = None,
        out: tuple[tuple[int, int], ...] = (),
        arrived: tuple[tuple[int, TableSpot], ...] = (),
        laid: tuple[int, ...] = (),
    ) -> None:
        level = self.level
        self.made += 1
        number, tournament = (level.number, level.tournament) if level else (0, "")
        self.unheard.append(TableReport(self.made, number, button, out, arrived, tournament, laid))
