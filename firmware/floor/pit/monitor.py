"""Follows the ledger for all browsers together: it is read once a second, however many ask."""

import threading
import time
from collections.abc import Callable, Iterator
from typing import Final

import msgspec
from msgspec.structs import replace
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from firmware.floor.pit.alarm_store import Lasting
from firmware.floor.pit.alarms import Alarm
from firmware.floor.pit.cards import Cards
from firmware.floor.pit.fact import HOUR_MS, Moment
from firmware.floor.pit.fact_reader import Reading
from firmware.floor.pit.form_store import Kept
from firmware.floor.pit.forms import AnyForm, Filed, Sitting, balance
from firmware.floor.pit.heartbeats import Causes, Sights
from firmware.floor.pit.jackpots import Lot, lots
from firmware.floor.pit.projection import Fold
from firmware.floor.pit.reports import Grouping, Line, report
from firmware.floor.pit.screen import (
    Acknowledged,
    OtherTile,
    Screen,
    ShownAlarm,
    Table,
    Tile,
    closer,
    newest,
    other_tile,
    standing,
    tile,
    worst_first,
)
from firmware.floor.pit.shifts import USUAL, began
from firmware.floor.pit.takings import FindEdges

EVERY_S: Final = 1.0
FOREVER: Final = 1 << 40


class Forms(msgspec.Struct, frozen=True):
    """All forms, the sittings that they give, and for each closed one the win by the table's
    meters.
    """

    filed: list[Filed]
    sittings: list[Sitting]
    wins: dict[int, int | None]
    """By the number of the opener: the win by the forms."""
    held: dict[int, int]
    """By the number of the opener: the win by the meters, to the hour."""
    waiting: list[int]


def wall_ms() -> Moment:
    return time.time_ns() // 1_000_000


class Watch:
    """The floor of one store. Safe from any thread. `state` is None while the store is silent."""

    def __init__(
        self,
        store: Engine,
        find_edges: FindEdges,
        starts: tuple[int, ...] = USUAL,
        wall: Callable[[], Moment] = wall_ms,
        sights: Sights | None = None,
    ) -> None:
        self.sights = sights or Sights(wall)
        self.starts = starts
        self.state: bytes | None = None
        self._store, self._wall = store, wall
        self._reading, self._kept = Reading(store, find_edges), Kept(store)
        self._lasting, self._cards = Lasting(store), Cards(store)
        self._folds = threading.Lock()
        self._ended = threading.Event()

    def run(self) -> None:
        """Follow until ended."""
        self.look()
        while not self._ended.wait(EVERY_S):
            self.look()

    def end(self) -> None:
        self._ended.set()

    def look(self) -> None:
        """Read the facts that are new."""
        with self._folds:
            try:
                self._reading.look()
                self._lasting.turn(self._causes(), self._wall())
                self.state = msgspec.json.encode(self._screen(self._lots()))
            except SQLAlchemyError:
                self.state = None

    def table(self, name: str) -> Table | None:
        """Return a table at a closer look, None if there is none of that name."""
        with self._folds:
            hours = self._shift()
            for fold in newest(self._reading.folds()):
                if fold.table == name:
                    of = self._tile(fold, self._alarms(), hours)
                    return closer(of, fold, hours, self._cards.of(name, fold.journal))
        return None

    def report(self, by: Grouping, hours: tuple[int, int]) -> list[Line]:
        with self._folds:
            return report(self._reading.folds(), by, hours, self.starts)

    def forms(self) -> Forms:
        filed = self._kept.forms()
        books = balance(filed)
        with self._folds:
            held = {one.opener: self._held(one) for one in books.sittings if one.ended}
        wins = {one.opener: one.win for one in books.sittings}
        return Forms(filed, books.sittings, wins, held, [one.number for one in books.waiting])

    def acknowledge(self, alarm: str, by: str, words: str) -> None:
        self._kept.acknowledge(alarm, Acknowledged(by, self._wall(), words))
        self.look()

    def file(self, table: str, form: AnyForm, by: str) -> int:
        """Keep a form; return its number. Raises CannotBeDone if it can't follow the others."""
        number = self._kept.file(table, form, by, self._wall())
        self.look()
        return number

    def _screen(self, found: tuple[Lot, ...]) -> Screen:
        hours, shown = self._shift(), self._alarms(found)
        tables = [self._tile(fold, shown, hours) for fold in newest(self._reading.folds())]
        tiles = worst_first([*tables, *self._others(shown)])
        blind = self.sights.heard_since is None
        return Screen(self._wall(), hours[0] * HOUR_MS, tiles, shown, found, blind)

    def _tile(self, fold: Fold, shown: tuple[ShownAlarm, ...], hours: tuple[int, int]) -> Tile:
        return tile(fold, shown, hours, self.sights.of(fold.table))

    def _others(self, shown: tuple[ShownAlarm, ...]) -> Iterator[OtherTile]:
        for name, other in [*self.sights.others.items()]:
            yield other_tile(name, other, shown, silent=self.sights.is_silent(other))

    def _lots(self) -> tuple[Lot, ...]:
        latest = newest(self._reading.folds())
        return lots(self._store, self.sights.of, {fold.table: fold.play.lot for fold in latest})

    def _causes(self) -> dict[str, Causes]:
        """Return what is amiss at each table, bank and hall by what it shows, if that is known."""
        sights, latest = self.sights, newest(self._reading.folds())
        every = {name: sights.other_causes(name) for name in [*sights.others]}
        every |= {fold.table: sights.causes(fold.table, fold.play.phase) for fold in latest}
        return {table: found for table, found in every.items() if found is not None}

    def _alarms(self, found: tuple[Lot, ...] | None = None) -> tuple[ShownAlarm, ...]:
        now = self._wall()
        folds = self._reading.folds()
        latest = newest(folds)
        every = [alarm for fold in folds for alarm in _of(fold, present=fold in latest)]
        every += [*self._reading.found(), *balance(self._kept.forms()).alarms]
        every += map(self._as_shown, self._lasting.alarms())
        every += _of_lots(found if found is not None else self._lots())
        return standing(every, self._kept.acknowledged(), now)

    def _as_shown(self, alarm: Alarm) -> Alarm:
        """Return an alarm with what its bank or hall says of it now."""
        other = self.sights.others.get(alarm.table)
        said = other.causes.get(alarm.kind) if other and alarm.over is None else None
        return replace(alarm, values=said) if said else alarm

    def _shift(self) -> tuple[int, int]:
        return began(self.starts, self._wall()), FOREVER

    def _held(self, sitting: Sitting) -> int:
        hours = sitting.began // HOUR_MS, (sitting.ended or 0) // HOUR_MS + 1
        own = [fold for fold in self._reading.folds() if fold.table == sitting.table]
        return sum(fold.takings.between(*hours).held for fold in own)


def _of(fold: Fold, *, present: bool) -> list[Alarm]:
    """Return the alarms of a journal; of one that another follows nothing lasts."""
    if present:
        return fold.alarms
    over = fold.play.last
    return [replace(one, over=one.over or max(over, one.since)) for one in fold.alarms]


def _of_lots(found: tuple[Lot, ...]) -> list[Alarm]:
    """Return an alarm for each lot whose reserve is below nothing; since when is not known."""
    return [
        Alarm(
            f"lot.{lot.lot}.{lot.generation}", "reserve", lot.lot, 0, None, {"cents": lot.reserve}
        )
        for lot in found
        if lot.reserve < 0
    ]
