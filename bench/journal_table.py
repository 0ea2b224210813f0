"""A table whose rounds are played on a journal, and a copy that says what is written to it."""

from pathlib import Path
from random import Random

from bench.games import RESERVE, CardRead, happenings, lead, shuffled
from firmware.core.table.rules import TableRules
from firmware.core.table.table import Table
from firmware.core.vocabulary.events import Event, KeyPressed
from firmware.core.vocabulary.keys import Key
from firmware.shell.history.journal_entries import Setting
from firmware.shell.history.ledger import Ledger
from firmware.shell.journal import (
    DirectoryCopy,
    Journal,
    JournalCopy,
    JournalStamp,
    RetentionPolicy,
)
from firmware.shell.service.loop import TableLoop
from hal.ports import Millis
from tests.kits.quebec import open_game

STAMP = JournalStamp("sim", "bench", "0" * 64, "0" * 64, "baccarat")
POLICY = RetentionPolicy()
RULES = TableRules(sensed=False)
CARD_BLOCK = 4096
"""Octets that a memory card writes at least, however few have changed."""


class CountedCopy(DirectoryCopy):
    """A directory whose syncs are not waited for; it counts what would go to the disk."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.octets = self.blocks = self.syncs = self.end = 0
        self._touched: set[tuple[int, int]] = set()

    def create(self, segment: int, image: bytes) -> None:
        self._note(segment, 0, len(image))
        self.end = len(image)
        super().create(segment, image)

    def write(self, segment: int, at: int, data: bytes) -> None:
        self._note(segment, at, len(data))
        self.end = max(self.end, at + len(data))
        super().write(segment, at, data)

    def sync(self, segment: int) -> None:  # noqa: ARG002
        self.syncs += 1
        self.blocks += len(self._touched)
        self._touched.clear()

    def fsync_descriptor(self, fd: int) -> None:
        """Not waited for either."""

    def _note(self, segment: int, at: int, octets: int) -> None:
        self.octets += octets
        blocks = range(at // CARD_BLOCK, -(-(at + octets) // CARD_BLOCK))
        self._touched.update((segment, block) for block in blocks)


class PlayedTable:
    """A table of a game of cards in service on these copies, parts left out."""

    def __init__(
        self, name: str, copies: tuple[JournalCopy, JournalCopy], policy: RetentionPolicy = POLICY
    ) -> None:
        self.events = self._now = 0
        self._chance, self._game = Random(1), open_game(name, {})
        self._shoe: list[CardRead] = []
        table = Table(open_game(name, {}), RULES)
        self.journal = Journal.open(copies, STAMP, policy)
        self._ledger = Ledger(self.journal, Setting("0", "00", "00", "bench", name, {}, RULES))
        self.loop = TableLoop(table, self._ledger)
        self.loop.begin(Millis(0))

    def open_bets(self) -> None:
        """Confirm what lies on the felt, and begin with a full shoe."""
        self._handle_events([KeyPressed(Key.CONFIRM)])
        self._shuffle()

    def play(self, *, at_once: bool = False) -> None:
        """Play a round: each event in a turn of its own, or all but the first in one."""
        if self._game.decks == 1 or len(self._shoe) < RESERVE:
            self._shuffle()
        first, *round_events = happenings(self._game, lead(self._game, self._shoe))
        for events in (
            [[first], round_events] if at_once else [[event] for event in (first, *round_events)]
        ):
            self._handle_events(events)

    def play_at_pace(self, pace_ms: int) -> None:
        """Play a round as parts report it, its events so many milliseconds apart."""
        if self._game.decks == 1 or len(self._shoe) < RESERVE:
            self._shuffle()
        for event in happenings(self._game, lead(self._game, self._shoe)):
            self._now += pace_ms
            if self.loop.commit_due <= self._now:
                self.loop.receive([], self.loop.commit_due)
            self.events += 1
            self.loop.receive([event], Millis(self._now))
            self.loop.follow_up(Millis(self._now))

    def close(self) -> None:
        """Make all durable and let go."""
        self._ledger.close()
        self.journal.close()

    def _shuffle(self) -> None:
        self._shoe = shuffled(self._game, self._chance)
        self._handle_events([KeyPressed(Key.CARDS_SHUFFLED)])

    def _handle_events(self, events: list[Event]) -> None:
        self.events += len(events)
        self.loop.handle_and_follow(events, Millis(0))
