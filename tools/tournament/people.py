"""The people of a tournament: they buy entries, sit at three tables, play by chance, and count."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from firmware.core.tournament import acts
from firmware.core.tournament.tournament import TournamentStage
from firmware.core.vocabulary.panel import Text
from firmware.tournament.config import TournamentConfig
from firmware.tournament.requests import (
    ApplyAct,
    DrawSeats,
    GetStatus,
    TournamentReply,
    ask_tournament,
)
from firmware.tournament.status import TournamentStatus
from tools.tournament.table import Seat, SimTable, Walking
from tools.tournament.wires import Wire

GAME_S: Final = 90
"""How long a game takes, at the speed of people."""
BUYS_AGAIN: Final = 0.4
LOOKS: Final = 10
"""How often in the time of a game a table and its hall speak."""


@dataclass
class People:
    """Everybody in the hall with this folder."""

    state: Path
    setting: TournamentConfig
    chance: Random
    print_line: Callable[[str], None]

    def __post_init__(self) -> None:
        self.walking: Walking = {}
        self.tables: list[SimTable] = []
        self.bought = 0
        """How many have bought chips once more."""
        self.missing_chips = 0
        """At the end, how many chips that were sold are at no table."""
        self._coloured = False
        self._absent: set[str] = set()

    def register(self, players: int) -> None:
        """Buy so many entries."""
        entry = self.setting.terms.entry_cents
        for number in range(1, players + 1):
            self.do(acts.Register(player(number), entry, 19 + number))

    def begin(self, players: int) -> None:
        """Buy so many entries, have the seats drawn, and sit down."""
        self.register(players)
        for text in ask_tournament(self.state, DrawSeats()).texts:
            self._sit(text, self.setting.terms.chips)
        self.do(acts.StartPlay())

    async def play(self, wire: Wire, speed: float) -> TournamentStatus:
        """Play until the tournament is over; return how it is then."""
        while True:
            for table in self.tables:
                table.play()
            for _ in range(LOOKS):
                for table in self.tables:
                    await wire.exchange(table)
                await asyncio.sleep(GAME_S / speed / LOOKS)
            status = self.status()
            if status.stage == TournamentStage.OVER.name:
                return status
            if status.stage == TournamentStage.TIME_OVER.name:
                self._count()
            self.print_line(line_of(status))

    def colour_up(self, status: TournamentStatus) -> None:
        """In the first break each exchanges some small chips, as many as whole new ones are."""
        if status.rest and not self._coloured:
            self._coloured = True
            for number in range(1, status.entered + 1):  # refused of those who are out
                self.do(acts.ColourUp(25, 100, {player(number): 4 * number}))

    def name(self, status: TournamentStatus, present: set[str]) -> None:
        """Report those by name who are out, if the hall can't know which of two it was; who has
        just moved is seen the second time.
        """
        unsure = (
            incident.description
            for incident in status.incidents
            if incident.description.key == "hall.incident.unsure"
        )
        absent = {
            player_name
            for unsure_text in unsure
            for player_name in str(unsure_text.values["who"]).split(", ")
        } - present
        for who in absent & self._absent:
            self.do(acts.ReportEliminated((acts.EliminatedPlayer(who, 1),)))
        self._absent = absent

    def status(self) -> TournamentStatus:
        found = ask_tournament(self.state, GetStatus()).status
        if found is None:
            raise TypeError("the hall has no status")
        return found

    @property
    def chips(self) -> int:
        """All chips at the tables, and on their way."""
        seats = [seat.stack for table in self.tables for seat in table.seats.values()]
        return sum(seats) + sum(walked.stack for walked in self.walking.values())

    def do(self, act: acts.AnyTournamentAct) -> TournamentReply:
        return ask_tournament(self.state, ApplyAct(act))  # type: ignore[arg-type]

    def _sit(self, seated: Text, chips: int) -> None:
        """Sit down as it was drawn."""
        number, spot = (int(str(seated.values[name])) for name in ("table", "spot"))
        while len(self.tables) < number:
            following = len(self.tables) + 1
            self.tables.append(SimTable(following, self.chance, self.walking, self._buys))
        self.tables[number - 1].seats[spot] = Seat(str(seated.values["who"]), chips)

    def buy_again(self) -> None:
        """Offer a rebuy to somebody; refused to those who are out, and after the last level."""
        self._buys(player(self.chance.randint(1, self.status().entered)))

    def _buys(self, player: str) -> None:
        rebuy = self.setting.terms.rebuy
        if rebuy is not None and self.chance.random() <= BUYS_AGAIN:
            self.bought += self.do(acts.RebuyChips(player, rebuy.cents)).is_accepted

    def _count(self) -> None:
        """Count the chips at the end of the time."""
        seats = [seat for table in self.tables for seat in table.seats.values()]
        walking = {player: walked.stack for player, walked in self.walking.items()}
        self.do(acts.ReportStacks({**walking, **{seat.player: seat.stack for seat in seats}}))


def player(number: int) -> str:
    return f"Joueur {number:02}"


def line_of(status: TournamentStatus) -> str:
    """Return how a tournament is, in a line."""
    small, big = status.blinds
    rest = "break, " if status.rest else ""
    hand = ", hand for hand" if status.hand_for_hand else ""
    at = ", ".join(f"{number}: {players}" for number, players in status.tables.items())
    return f"level {status.level} ({small}/{big}), {rest}{status.left_s} s; at tables {at}{hand}"
