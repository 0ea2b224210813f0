"""A machine with a tournament's hall: its disks outlast its power, its clocks are the test's."""

from datetime import UTC, datetime, timedelta
from typing import Any, Final

from firmware.core.tournament import acts
from firmware.core.tournament.terms import TournamentTerms, read_terms
from firmware.core.vocabulary.rulings import Refused, Ruling
from firmware.shell.journal import Journal, JournalCopy, JournalStamp, MemoryCopy
from firmware.tournament.config import TournamentConfig
from firmware.tournament.elapsed_time import HostClocks
from firmware.tournament.journaled_tournament import JournaledTournament
from tests.kits.shell.journal_copies import image_of

STAMP: Final = JournalStamp("sim", "", "", "", "holdem-tournament")
LEVELS: Final = (
    {"seconds": 600, "blinds": [25, 50]},
    {"seconds": 300, "break": True},
    {"seconds": 600, "blinds": [50, 100], "ante": 10},
    {"seconds": 600, "blinds": [100, 200]},
)
ENTRY: Final = 5000
ROOM_TOML: Final = """
tournament = "lions-2026"
game = "holdem-tournament"

[options]
entry_cents = 5000
levels = [{ seconds = 1200, blinds = [25, 50] }]
"""


def terms(**options: Any) -> TournamentTerms:
    """Return the terms of a small tournament of an hour."""
    usual = {"entry_cents": ENTRY, "levels": LEVELS, "ends": "20:00", "managers": 9}
    return read_terms("holdem-tournament", usual | options, ())


def config_of(
    by: TournamentTerms | None = None, of: str = "lions", **more: Any
) -> TournamentConfig:
    """Return the configuration of a tournament by its terms and its name."""
    return TournamentConfig(of, "holdem-tournament", by or terms(), **more)


class Machine:
    """Starts a hall on its disks, as often as its power returns."""

    def __init__(
        self,
        by: TournamentTerms | None = None,
        copies: tuple[JournalCopy, JournalCopy] | None = None,
        of: str = "lions",
    ) -> None:
        self.config = config_of(by, of)
        self.copies = copies or (MemoryCopy("a"), MemoryCopy("b"))
        self.steady_s = 1000.0
        self.wall = datetime(2026, 11, 27, 19, tzinfo=UTC)

    def start(self) -> JournaledTournament:
        clocks = HostClocks(lambda: self.steady_s, lambda: self.wall)
        journal = Journal.open(self.copies, STAMP)
        return JournaledTournament(self.config, journal, clocks)

    def look(self) -> JournaledTournament:
        """Return what a start would find; the disks stay as they are."""
        first, second = (MemoryCopy(copy.name, {1: image_of(copy)}) for copy in self.copies)
        other = Machine(self.config.terms, (first, second), self.config.tournament)
        other.wall = self.wall
        return other.start()

    def wait(self, seconds: float) -> None:
        """Let time pass on both clocks."""
        self.steady_s += seconds
        self.wall += timedelta(seconds=seconds)

    def wait_at(self, tournament: JournaledTournament, seconds: int) -> list[Ruling]:
        """Let time pass at a hall that is served: it looks at its clock each second."""
        ruled: list[Ruling] = []
        for _ in range(seconds):
            self.wait(1)
            ruled += tournament.tick()
        return ruled

    def cut(self, seconds: float, shows: float | None = None) -> JournaledTournament:
        """Cut the power for so long; then the time of day shows that `shows` have passed."""
        self.steady_s = 7.0
        self.wall += timedelta(seconds=seconds if shows is None else shows)
        return self.start()


def began(machine: Machine, *players: str) -> JournaledTournament:
    """Return a hall in which these players have begun, drawn in this order."""
    tournament = machine.start()
    tournament.handle_acts(*(acts.Register(player, ENTRY, 30) for player in players))
    tournament.handle_acts(acts.DrawSeats(players), acts.StartPlay())
    return tournament


def refusal(ruled: tuple[Ruling, ...]) -> str:
    """Return the key of the words by which something was refused, and nothing else ruled."""
    (refused,) = ruled
    assert isinstance(refused, Refused)
    return refused.why.key
