"""The chips of a served tournament's tables, reckoned by their journals.

At each table the chips before a game are those after it, but for odd chips that were taken out of
play, and for players who came and went.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from firmware.core.poker_room.engine.rulings import (
    OddChipRemoved,
    PlayerEliminated,
    PlayerLeft,
    PotClosed,
    StackReported,
)
from firmware.core.vocabulary.events import Event, KeyPressed
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.rulings import RoundOpened, RoundVoided, Ruling
from firmware.shell.history.journal_entries import Entry, Happened, Ruled, decode
from firmware.shell.journal.journal_reader import JournalReader


class Differs(Exception):
    """Two reckonings don't agree."""


class Evening(NamedTuple):
    """What a table's journal says of a tournament."""

    games: int
    chips: int
    """Those of its players at the end."""
    removed: int
    out: tuple[int, ...]
    """What those who are out had when their last game was posted."""


def entries(copies: Sequence[Path]) -> Iterator[Entry]:
    """Yield the entries of a journal."""
    return (decode(record.payload) for record in JournalReader(copies).records())


class TableChips:
    """The chips of one table after so many entries."""

    def __init__(self) -> None:
        self.stacks: dict[int, int] = {}
        self.out: list[int] = []
        self.games = self.removed = 0
        self._due = 0
        """The chips that there must be."""
        self._end: tuple[Ruling, ...] = ()
        """What ended the game that is on."""
        self._events: list[Event] = []

    def take(self, entry: Entry) -> None:
        match entry:
            case Happened(event=event):
                self._events.append(event)
            case Ruled(rulings, back) if back < len(self._events):
                self._ruled(self._events[-1 - back], rulings)

    def _ruled(self, event: Event, rulings: tuple[Ruling, ...]) -> None:
        before = sum(self.stacks.values())
        for ruling in rulings:
            if isinstance(ruling, StackReported):
                self.stacks[ruling.spot] = ruling.cents
            elif isinstance(ruling, PlayerLeft):
                self.stacks.pop(ruling.spot)
        came_or_went = isinstance(event, KeyPressed) and event.key in (Key.SIT_DOWN, Key.LEAVE_SEAT)
        if came_or_went:
            self._due += sum(self.stacks.values()) - before
        if any(isinstance(ruling, PotClosed | RoundVoided) for ruling in rulings):
            self._end = () if RoundVoided in map(type, rulings) else rulings
        if self._end and any(isinstance(ruling, RoundOpened) for ruling in rulings):
            self._over()

    def _over(self) -> None:
        """The pots have been pushed."""
        removed = sum(
            player_chips.cents
            for player_chips in self._end
            if isinstance(player_chips, OddChipRemoved)
        )
        lost = [one for one in self._end if isinstance(one, PlayerEliminated)]
        self.out += [one.stack for one in lost]
        self.stacks = {spot: cents for spot, cents in self.stacks.items() if cents}
        self.games, self._end = self.games + 1, ()
        self.removed, self._due = self.removed + removed, self._due - removed
        if sum(self.stacks.values()) != self._due:
            found = sum(self.stacks.values())
            raise Differs(f"game {self.games}: {found} chips, {self._due} are due")


def evening_of(copies: Sequence[Path]) -> Evening:
    """Return what a table's journal says. Raises Differs if a game has made or lost chips."""
    table = TableChips()
    for entry in entries(copies):
        table.take(entry)
    return Evening(table.games, sum(table.stacks.values()), table.removed, tuple(table.out))
