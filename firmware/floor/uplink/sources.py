"""The lines of a journal that each lane sends, from any place on."""

from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec

from firmware.floor.facts import START, Fact, Facts, Place
from firmware.floor.uplink.outbox import Follows
from firmware.floor.uplink.tail import Tail, kept
from firmware.floor.wire import MOST_LINES, FactLine, Line, RecordLine
from firmware.floor.withheld import holds_secret
from firmware.shell.history.records import decode

AHEAD: Final = MOST_LINES
"""How many lines are read before they can be sent."""


class FactSource:
    """The facts of a journal; `released` is how many of its records may be given away."""

    def __init__(self, copies: Sequence[Path]) -> None:
        self._copies = copies
        self._waiting: deque[Follows] = deque()
        self._facts = Facts()
        self._tail: Tail | None = None

    @property
    def released(self) -> int:
        return self._facts.released

    def seek(self, place: Place) -> None:
        """Begin early enough that the fact behind the place is known, or with the oldest record."""
        for segment in _back_from(self._copies, place.shoe if place > START else -1):
            self._facts, self._tail = Facts(), Tail(self._copies, segment)
            self._waiting.clear()
            while not self._waiting and self._read():
                pass
            if self._waiting and self._waiting[0].after <= place:
                break
        self.drop(place)
        while self._facts.last < place and self._read():
            self.drop(place)

    def peek(self) -> Iterator[Follows]:
        while len(self._waiting) < AHEAD and self._read():
            pass
        yield from self._waiting

    def drop(self, place: Place) -> None:
        _drop(self._waiting, place)

    def _read(self) -> bool:
        grown = self._tail.more() if self._tail else []
        for record, _ in grown:
            found = self._facts.take(record.number, decode(record.payload))
            self._waiting.extend(map(_follows, found))
        return bool(grown)


class RecordSource:
    """The records of a journal themselves, as far as `facts` says that they are released.

    It stops for good before a record with what entitles or identifies whoever holds it.
    """

    def __init__(self, copies: Sequence[Path], facts: FactSource) -> None:
        self._copies = copies
        self._released = facts
        self._waiting: deque[Follows] = deque()
        self._tail: Tail | None = None
        self._stopped = False

    def seek(self, place: Place) -> None:
        segment = next(iter(_back_from(self._copies, place.number + 1)))
        self._tail, self._stopped = Tail(self._copies, segment), False
        self._waiting.clear()
        self._behind = place

    def peek(self) -> Iterator[Follows]:
        while len(self._waiting) < AHEAD and self._read():
            pass
        for each in self._waiting:
            if each.line.at.number >= self._released.released:
                return
            yield each

    def drop(self, place: Place) -> None:
        _drop(self._waiting, place)

    def _read(self) -> bool:
        if self._stopped or self._tail is None or self._tail.number >= self._released.released:
            return False
        grown = self._tail.more()
        for record, header in grown:
            self._stopped = self._stopped or holds_secret(decode(record.payload))
            if not self._stopped and record.number > self._behind.number:
                after = Place(0, record.number - 1)
                self._waiting.append(_sent(RecordLine.of(record, header), after))
        return bool(grown)


def _back_from(copies: Sequence[Path], number: int) -> Iterator[int]:
    """Yield the segment that has a record, and those before it, the newest first; else the oldest.

    A segment whose header is lost can't be begun with.
    """
    found = kept(copies)
    numbers = [n for n in found.numbers if found.header(n).place.began.records <= number]
    return reversed(numbers or found.numbers[:1])


def _follows(fact: Fact) -> Follows:
    return _sent(FactLine(fact.place, fact.body), fact.after)


def _sent(line: Line, after: Place) -> Follows:
    return Follows(line, after, len(msgspec.json.encode(line)))


def _drop(waiting: deque[Follows], place: Place) -> None:
    while waiting and waiting[0].line.at <= place:
        waiting.popleft()
