"""A replay of the journal: a fresh table gets the recorded events and decides again."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from firmware.core.game.game import Game
from firmware.core.poker_room.table.make_table import seated
from firmware.core.table.state import START, Checkpoint
from firmware.core.table.table import Table
from firmware.core.tournament.undo import Course, course_of
from firmware.core.vocabulary.rulings import Ruling
from firmware.shell.history.records import (
    Carried,
    Checked,
    Entry,
    HallBegan,
    HallDid,
    Happened,
    Ruled,
    Setting,
    Started,
    decode,
    encode,
)
from firmware.shell.history.takeover import changed, taken_over
from firmware.shell.rules.rules import open_game

Rulings = tuple[Ruling, ...]


def seat(setting: Setting) -> Game:
    """Return the game of a setting, by this program. Raises RulesError or OptionRefused."""
    return open_game(setting.game, dict(setting.options))


class Follower:
    """A fresh table fed with the entries of a journal, starting anywhere.

    If it has the `setting` of that place, it starts with the first usable `Checked` or `Carried`;
    without one, with the first entry of a journal or a segment.
    """

    def __init__(self, setting: Setting | None = None) -> None:
        self.table: Table | None = None
        self.setting = setting
        self._amid = setting is not None
        self._checkpoint: Checkpoint | None = None
        self._since: list[Happened] = []

    def take(self, entry: Entry) -> Rulings:
        """Take one entry; return the table's rulings on it, none if it is not an event.

        Raises RulesError or OptionRefused on a setting that this program can't play.
        """
        match entry:
            case Happened():
                self._since.append(entry)
                return self.table.handle(entry.event, entry.at) if self.table else ()
            case Started(setting=setting):
                self._start(setting)
            case Checked(table, since):
                self._check(table, since)
            case Carried(setting, table, happened) if self.table is None:
                self.setting, self._since = setting, list(happened)
                self._resume(table)
        return ()

    def differs_at(self, entry: Checked) -> tuple[str, ...]:
        """Return the groups of the table's state that differ from the record of
        the round's opening.
        """
        if self.table is None:
            return ()
        ours = Checked(self.table.history.opening, self.table.history.since_opening)
        read = decode(encode(ours))
        if read == entry or not isinstance(read, Checked):
            return ()
        return tuple(_differing(read.table, entry.table)) or ("since",)

    def _start(self, setting: Setting) -> None:
        if self.table and self.setting and changed(self.setting, setting):
            self._checkpoint, self._since = taken_over(self.table, self.setting, setting), []
        self.setting = setting
        if self._checkpoint is not None:
            self._resume(self._checkpoint)
        elif not self._amid:
            self._resume(START)

    def _check(self, checkpoint: Checkpoint, since: int) -> None:
        known = since <= len(self._since)
        apart = self.table is None or self.differs_at(Checked(checkpoint, since))
        self._since = self._since[len(self._since) - since :] if known else []
        self._checkpoint = checkpoint if known else None
        if known and apart:
            self._resume(checkpoint)

    def _resume(self, checkpoint: Checkpoint) -> None:
        """Restore the table as a service does that starts here."""
        if self.setting is None:
            return
        self._checkpoint = checkpoint
        self.table = seated(seat(self.setting), self.setting.table, checkpoint)
        for happened in self._since:
            self.table.handle(happened.event, happened.at)


def _differing(ours: msgspec.Struct, theirs: msgspec.Struct) -> Iterator[str]:
    """Yield the fields that are not alike, those of a group behind its name: `shoe.cut`."""
    for name in ours.__struct_fields__:
        one, other = getattr(ours, name), getattr(theirs, name)
        if isinstance(one, msgspec.Struct) and isinstance(other, type(one)):
            yield from (f"{name}.{inner}" for inner in _differing(one, other))
        elif one != other:
            yield name


class Difference(NamedTuple):
    """The first ruling that differs from the recorded one."""

    number: int
    """The number of the event's record; of the checkpoint's, if the table itself differs."""
    happened: Happened | HallDid | None
    recorded: Rulings = ()
    decided: Rulings = ()
    parts: tuple[str, ...] = ()
    """The groups of the table that differ, if no ruling does."""


class _Pending(NamedTuple):
    number: int
    happened: Happened
    decided: Rulings


class Replay:
    """Compares a fresh table's rulings with the recorded ones, entry by entry."""

    def __init__(self, follower: Follower | None = None) -> None:
        self.follower = follower or Follower()
        self.events = 0
        self.decided: Rulings = ()
        """The rulings on the last entry."""
        self._pending: list[_Pending] = []
        self._course: Course | None = None
        """That of a tournament's hall."""

    def take(self, number: int, entry: Entry) -> Difference | None:
        """Take the next entry; return the difference that it shows, if it shows one."""
        found = self._compare(number, entry)
        self.decided = self.follower.take(entry)
        if isinstance(entry, Happened):
            self.events += 1
            self._pending.append(_Pending(number, entry, self.decided))
        return found

    def _compare(self, number: int, entry: Entry) -> Difference | None:
        match entry:
            case Ruled():
                return self._hold(number, entry)
            case Happened(at, wall):
                earlier = [
                    p for p in self._pending if (p.happened.at, p.happened.wall) != (at, wall)
                ]
                self._pending = self._pending[len(earlier) :]
                return _unruled(earlier)
            case Checked():
                parts = self.follower.differs_at(entry)
                return Difference(number, None, parts=parts) if parts else None
            case HallBegan(terms=terms) if self._course:
                self._course.room.terms = terms
            case HallBegan(terms=terms):
                self._course = course_of(terms)
            case HallDid() if self._course:
                return self._do_again(self._course, number, entry)
        return None

    def _do_again(self, course: Course, number: int, did: HallDid) -> Difference | None:
        self.events += 1
        decided = course.handle(did.act, by_hand=did.by_hand)
        same = decided == did.rulings
        return None if same else Difference(number, did, did.rulings, decided)

    def _hold(self, number: int, ruled: Ruled) -> Difference | None:
        """Compare a ruling with its event's; one lost in a power cut is recorded again later."""
        at = len(self._pending) - 1 - ruled.back
        if at < 0:
            return Difference(number, None, recorded=ruled.rulings)
        passed, on = self._pending[:at], self._pending[at]
        self._pending = [_Pending(on.number, on.happened, ()), *self._pending[at + 1 :]]
        if not _same(on.decided, ruled.rulings):
            return Difference(on.number, on.happened, ruled.rulings, on.decided)
        return _unruled(passed)


def _unruled(pending: Iterable[_Pending]) -> Difference | None:
    """Return the first event with rulings now but none recorded."""
    missed = (Difference(p.number, p.happened, (), p.decided) for p in pending if p.decided)
    return next(missed, None)


def _same(decided: Rulings, recorded: Rulings) -> bool:
    if decided == recorded:
        return True
    read = decode(encode(Ruled(decided)))  # type: ignore[arg-type]
    return isinstance(read, Ruled) and read.rulings == recorded
