"""One lane of the uplink: what is to be sent next, one message in flight. It does no I/O.

    lost ──ask last──> at a place ──publish──> in flight ──acknowledged──> at a place
                            ^                      │ no answer: the same octets again
                            └──── ask last ────────┘ wrong last sequence: somebody has published

The journal is the truth, so nothing is remembered: after a start the engine's last message of the
lane's own subject says how far the lane came. What the engine has acknowledged is safe only once
the ledger says so; if that stands still, the lane goes back, and the ledger takes nothing twice.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple, Protocol

from firmware.floor.facts import START, Place
from firmware.floor.uplink.lag import Behind
from firmware.floor.wire import (
    MOST_LINES,
    MOST_OCTETS,
    Kept,
    LaneName,
    Line,
    Message,
    Top,
    Unreadable,
    pack,
    unpack,
)

PATIENCE_S: Final = 30.0
"""How long the ledger may stand still below what the engine has, before the lane goes back."""


class Follows(NamedTuple):
    """A line, the place that it follows, and its length as sent."""

    line: Line
    after: Place
    octets: int


class Source(Protocol):
    """The lines of a lane, read from the journal. Every method raises JournalError."""

    def seek(self, place: Place) -> None:
        """Go on behind a place."""
        ...

    def peek(self) -> Iterator[Follows]:
        """Yield the lines from here on that may be sent now."""
        ...

    def drop(self, place: Place) -> None:
        """Forget the lines up to a place."""
        ...


class Identity(NamedTuple):
    """Whose journal it is."""

    house: str
    table: str
    journal: str


class Publish(NamedTuple):
    """To be published: with `expected` as the last sequence of the subject, if it is known."""

    subject: str
    octets: bytes
    id: str
    expected: int
    last: Place


class AskLast(NamedTuple):
    """The last message of a subject is to be read."""

    subject: str


class Lane:
    """One lane. After every act that `next` returns, one of the other methods says what came."""

    def __init__(self, name: LaneName, whose: Identity, source: Source) -> None:
        self.subject = subject(name, whose.table)
        self.place: Place | None = None
        """Up to where the engine has the lane; None before the first answer."""
        self._name = name
        self._whose = whose
        self._source = source
        self._sequence: int | None = None
        self._flying: Publish | None = None
        self._kept, self._kept_since = START, 0.0

    def next(self) -> Publish | AskLast | None:
        """Return the next act, None if there is nothing to send. Raises JournalError."""
        if self._sequence is None:
            return AskLast(self.subject)
        self._flying = self._flying or self._gathered(self._sequence)
        return self._flying

    def acknowledged(self, sequence: int) -> None:
        """The message in flight has this sequence in the engine now."""
        if self._flying is not None:
            self.place, self._sequence = self._flying.last, sequence
            self._source.drop(self.place)
            self._flying = None

    def refused(self) -> None:
        """The subject's last sequence is another one."""
        self._sequence = self._flying = None

    def found(self, octets: bytes | None, sequence: int) -> None:
        """The subject's last message, or none at all. Raises JournalError."""
        self._sequence = sequence
        place = self._place_of(octets) or self.place or self._kept
        if place != self.place:
            self._source.seek(place)
            self.place = place

    def tell(self, behind: Behind, now: float) -> None:
        """Say how far the ledger is with what this lane has sent, or is sending."""
        wanted = self._flying.last if self._flying else self.place or START
        behind.look(self._name, now, wanted=wanted, kept=self._kept)

    def kept(self, kept: Kept, now: float) -> None:
        """The ledger has said how far it has come. Raises JournalError."""
        if kept.journal != self._whose.journal:
            return
        place = kept.fact if self._name == "fact" else kept.record
        if place != self._kept:
            self._kept, self._kept_since = place, now

    def waited(self, now: float) -> None:
        """Go back if the ledger stands still below what the engine has. Raises JournalError."""
        if self.place is None or self._kept >= self.place or self._flying:
            self._kept_since = now
        elif now - self._kept_since >= PATIENCE_S:
            self._source.seek(self._kept)
            self.place, self._kept_since = self._kept, now

    def _place_of(self, octets: bytes | None) -> Place | None:
        """Return where a message ends, if it is one of this journal."""
        try:
            top = unpack(octets or b"").top
        except Unreadable:
            return None
        mine = Identity(top.house, top.table, top.journal) == self._whose
        return top.last if mine else None

    def _gathered(self, sequence: int) -> Publish | None:
        lines = list(_fitting(self._source.peek()))
        if not lines:
            return None
        place, after = self.place or START, lines[0].after
        first, last = lines[0].line.at, lines[-1].line.at
        # a journal that is back at an earlier state goes on there: the ledger finds what differs
        top = Top(*self._whose, self._name, min(after, place), first, last, after > place)
        octets = pack(Message(top, tuple(each.line for each in lines)))
        name = f"{self._whose.journal}-{first.shoe}.{first.number}-{len(lines)}"
        return Publish(self.subject, octets, name, sequence, last)


def subject(name: LaneName, table: str) -> str:
    """Return the subject of a table's lane."""
    return f"floor.{name}.{table}"


def _fitting(lines: Iterator[Follows]) -> Iterator[Follows]:
    """Yield as many lines as one message holds, one at least."""
    sent, octets = 0, 0
    for each in lines:
        sent, octets = sent + 1, octets + each.octets
        if sent > 1 and (sent > MOST_LINES or octets > MOST_OCTETS):
            return
        yield each
