"""The reports of a tournament's table to its hall, derived from the table's journal.

A game is reported once its pots have been pushed, when no key can be taken back any more: where the
button was, at which level it was played, and who is out. Its report has the number of that record,
counted from 1, so it has the same one whoever reads it and whenever. Who has come by the hall's
moves since the game before is in it too. Games that were played before the hall was ever heard are
reported once it is, at level 0.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from firmware.core.poker_room.engine.rulings import BlindsPosted, Lost, StackIs
from firmware.core.poker_room.engine.tournament_table import hall_in
from firmware.core.tournament.rulings import At
from firmware.core.vocabulary.events import Event, KeyPressed
from firmware.core.vocabulary.hall import LevelSeen
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import (
    Announced,
    RoundOpened,
    RoundVoided,
    Ruling,
    TestClosed,
    TestOpened,
    Undone,
)
from firmware.floor.level_wire import TableUp
from firmware.shell.history.records import Carried, Entry, Happened, Ruled

Arrived = tuple[int, At]
OPENED: Final = Text("announce.table_open")


@dataclass(slots=True)
class _Happening:
    """An event of the present round, the level when it came, and what counts of its rulings."""

    event: Event
    level: LevelSeen | None
    rulings: Sequence[Ruling] = ()

    @property
    def arrived(self) -> Iterator[Arrived]:
        """The player who sat down where the hall had moved one, if one did."""
        if self.event != KeyPressed(Key.SIT_DOWN) or self.level is None:
            return
        seated = {ruling.spot for ruling in self.rulings if isinstance(ruling, StackIs)}
        for move in self.level.moves:
            if move.comes and move.spot in seated:
                yield move.spot, (move.table, move.seat)


class Reports:
    """The reports of one tournament, from the entries of a journal, fed in order."""

    def __init__(self, tournament: str) -> None:
        self._tournament = tournament
        self._level: LevelSeen | None = None
        self._since: list[_Happening] = []
        self._arrived: list[Arrived] = []
        """Who has come since the last report: a voided game is none."""
        self._early: list[TableUp] = []
        """Of games since the table was opened, before its hall was heard."""
        self._testing = False

    def take(self, number: int, entry: Entry) -> list[TableUp]:
        """Take the next record; return the report of a game that is over with it, if one is, and
        those that waited for it.
        """
        match entry:
            case Carried(table=table) if self._level is None:
                self._level = hall_in(table.real.game).said
            case Happened(event=event):
                self._since.append(_Happening(event, self._level))
                if isinstance(event, LevelSeen):
                    return self._heard(event)
            case Ruled(rulings, back) if back < len(self._since):
                found = self._ruled(number, len(self._since) - 1 - back, rulings)
                return [found] if found else []
        return []

    def _heard(self, level: LevelSeen) -> list[TableUp]:
        """Take the hall's word; return what was played before its first one."""
        early, self._early, self._level = self._early, [], level
        return early if level.tournament == self._tournament else []

    def _ruled(self, number: int, at: int, rulings: Sequence[Ruling]) -> TableUp | None:
        self._since[at].rulings = rulings
        for ruling in rulings:
            if isinstance(ruling, Undone):
                for happening in self._since[max(at - ruling.back, 0) : at]:
                    happening.rulings = ()
            elif isinstance(ruling, TestOpened | TestClosed):
                self._testing = isinstance(ruling, TestOpened)
        if not any(isinstance(ruling, RoundOpened) for ruling in rulings):
            return None
        if Announced(OPENED) in rulings:
            self._early = []
        over, self._since = self._since[: at + 1], self._since[at + 1 :]
        if self._testing:
            return None
        self._arrived += [came for one in over for came in one.arrived]
        return self._report(number + 1, over)

    def _report(self, number: int, over: Sequence[_Happening]) -> TableUp | None:
        """Return the report of the game that these events were; None if none was played."""
        ruled = [(ruling, one.level) for one in over for ruling in one.rulings]
        posted = [(one.button, level) for one, level in ruled if isinstance(one, BlindsPosted)]
        voided = any(isinstance(one, RoundVoided) for one, _ in ruled)
        if voided or not posted:
            return None
        button, level = posted[-1]
        known = level or self._level
        if known and known.tournament != self._tournament:
            return None
        out = tuple((one.spot, int(one.stack)) for one, _ in ruled if isinstance(one, Lost))
        arrived, self._arrived = tuple(self._arrived), []
        at_level = level.number if level else 0
        report = TableUp(number, at_level, button, out, arrived, self._tournament)
        if known:
            return report
        self._early.append(report)
        return None
