"""A hall and its tables over a wire that loses and doubles; sometimes the hall is lost."""

from collections.abc import Callable, Collection
from dataclasses import replace
from random import Random
from typing import Final, Protocol

from firmware.core.tournament import acts
from firmware.core.tournament.tournament import Tournament, TournamentStage
from firmware.floor.level_wire import LevelMessage, TableReport
from firmware.tournament.level_message import level_message
from firmware.tournament.requests import ApplyAct
from firmware.tournament.service import TournamentService
from firmware.tournament.table_reports import TableReports
from tests.kits.tournament.hall_machine import ENTRY, Machine, terms
from tools.tournament.table import Seat, SimTable, Walking

CHIPS: Final = 2000
REBUY: Final = {"cents": ENTRY, "chips": 1500, "until_level": 2}
TOURNAMENT: Final = "Gala"
UNSURE: Final = "hall.incident.unsure"
MOST_TURNS: Final = 500
BUYS: Final = 0.2
"""How often somebody buys a rebuy between two games."""
WORDS: Final = 3
"""How often a table and the hall speak in the time of a game."""


class Table(Protocol):
    """A table that plays, hears and reports."""

    number: int

    @property
    def laid(self) -> Collection[int]: ...
    @property
    def seats(self) -> dict[int, Seat]: ...
    @property
    def up(self) -> TableReport | None: ...
    def take_level(self, level: LevelMessage) -> None: ...
    def play(self) -> bool: ...


Sit = Callable[[int, Random, Walking, dict[int, Seat]], Table]
"""Makes a table by its number, with its players."""


def by_chance(number: int, chance: Random, walking: Walking, seats: dict[int, Seat]) -> Table:
    """Return a table that has no cards."""
    return SimTable(number, chance, walking, seats=seats)


class Linked:
    """The tables of a hall; their reports and levels may be lost, or come twice."""

    def __init__(
        self, seed: int, players: int, seats: int, sit: Sit, *, buys: float = BUYS
    ) -> None:
        self.chance, self.buyers, self.buys = Random(seed), Random(seed), buys
        self.machine = Machine(
            terms(seats=seats, ends="23:00", chips=CHIPS, rebuy=REBUY), of=TOURNAMENT
        )
        numbers = range(1, -(-players // seats) + 1)
        self.machine.config = replace(
            self.machine.config, tables={f"table-{number}": number for number in numbers}
        )
        self.walking: Walking = {}
        names = [f"P{number:02}" for number in range(players)]
        self.tournament = self.machine.start()
        self.tournament.handle_acts(*(acts.Register(name, ENTRY, 30) for name in names))
        drawn = tuple(self.chance.sample(names, len(names)))
        self.tournament.handle_acts(acts.DrawSeats(drawn), acts.StartPlay())
        self.reports = TableReports(self.tournament)
        self.tables: list[Table] = []
        for number, table in self.room.seating.tables.items():
            there = {spot: Seat(player, CHIPS) for spot, player in table.players.items()}
            self.tables.append(sit(number, self.chance, self.walking, there))
        self.service = TournamentService(self.tournament)
        self.answered = 0

    @property
    def room(self) -> Tournament:
        return self.tournament.tournament

    def turn(self) -> list[int]:
        """Let a game's time pass: each table plays one if it may, and speaks with the hall some
        times; return the numbers of those that have played.
        """
        self.machine.wait_at(self.tournament, 20)
        played = []
        for table in self.chance.sample(self.tables, len(self.tables)):
            if table.play():
                played.append(table.number)
            for _ in range(WORDS):
                self.sell()
                self.speak(table)
        self.people_report()
        assert self.chips() == self.laid()
        return played

    def sell(self) -> None:
        """Sell a rebuy to somebody now and then, if the hall does."""
        if self.room.stage is TournamentStage.PLAY and self.buyers.random() < self.buys:
            player = self.buyers.choice(self.room.remaining)
            self.service.answer(ApplyAct(acts.RebuyChips(player, ENTRY)))

    def speak(self, table: Table) -> None:
        """Have a word of the hall and a report come, each once, twice or not at all."""
        for _ in range(self.chance.choice((0, 1, 1, 2))):
            table.take_level(level_message(self.tournament, table.number))
        for _ in range(self.chance.choice((0, 1, 1, 2))):
            if table.up is not None:
                self.reports.take_report(table.number, table.up)

    def cut(self) -> None:
        """The hall is lost for a while; its tables play on."""
        for table in self.tables:
            for _ in range(3):
                table.play()
        self.tournament = self.machine.cut(60)
        self.reports = TableReports(self.tournament)
        self.service = TournamentService(self.tournament)
        if not self.room.clock.is_running:
            self.tournament.resume_clock(count_away=False)

    def people_report(self) -> None:
        """Report by name who is out, where the hall can't know who sat there."""
        unsure = [one for one in self.tournament.state.incidents if one.description.key == UNSURE]
        for one in unsure[self.answered :]:
            for name in str(one.description.values["who"]).split(", "):
                if name not in self.walking and not self.plays(name):
                    self.tournament.handle_acts(
                        acts.ReportEliminated((acts.EliminatedPlayer(name, 1),))
                    )
        self.answered = len(unsure)

    def plays(self, name: str) -> bool:
        return any(seat.player == name for table in self.tables for seat in table.seats.values())

    def laid(self) -> int:
        """Return the chips of all entries, and of the rebuys that tables have laid."""
        laid = sum(len(table.laid) for table in self.tables)
        return len(self.room.payments) * CHIPS + laid * REBUY["chips"]

    def chips(self) -> int:
        seats = [seat.stack for table in self.tables for seat in table.seats.values()]
        removed = sum(getattr(table, "removed", 0) for table in self.tables)
        return sum(seats) + sum(walked.stack for walked in self.walking.values()) + removed

    def to_the_end(self) -> bool:
        """Play with a hall that is lost now and then; return whether somebody has won."""
        for turn in range(MOST_TURNS):
            self.turn()
            if turn % 9 == 8:
                self.cut()
            if self.room.stage is TournamentStage.OVER:
                return True
        return False
