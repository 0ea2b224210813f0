"""What a unit has said, by the table of its protocol; what that table lacks is unknown.

A driver has one table: a row for each message, state, flag, warning and error of the maker's
papers, in each combination that can come. It notes every message under the name of its row. A sound
frame without a row is unknown: it is counted, and its octets are for the technician. If bets may
depend on it, the driver raises `unknown_state` or `unknown_message` too.
"""

from collections import Counter, deque
from collections.abc import Iterable
from enum import StrEnum
from types import MappingProxyType
from typing import Final, NamedTuple

from drivers.trace import BLANK_OCTETS, hex_octets
from hal.ports import Millis

UNKNOWN_SHOWN: Final = 16
"""The last unknown messages that are shown."""
UNKNOWN_OCTETS: Final = 96
"""Octets of an unknown message that are shown."""
UNKNOWN_COUNTER: Final = "unknown"
"""Its count in a part's `health`."""


class Outcome(StrEnum):
    """What becomes of a message."""

    EVENT = "event"
    FAULT = "fault"
    COUNTED = "counted"
    """It changes nothing at the table, for the reason that its row states."""


class Basis(StrEnum):
    """How well a row is known."""

    STATED = "stated"
    """By the maker, or by a standard."""
    RECORDED = "recorded"
    """Seen in a recording of a real unit."""
    UNCONFIRMED = "unconfirmed"


class MessageRow(NamedTuple):
    """A row of a protocol's table."""

    name: str
    """In the terms of the maker's papers, the same in every language."""
    outcome: Outcome
    result: str
    """The class of the event, the code of the fault, or the reason for counting it only."""
    basis: Basis
    source: str
    """The paper and its section, or the recording."""


class UnknownMessage(NamedTuple):
    """A sound frame without a row; `octets` in hexadecimal, `BLANK_OCTETS` if secret."""

    at_ms: Millis
    octets: str
    description: str


class MessageLog:
    """Counts the messages of one unit since the program's start."""

    def __init__(self, rows: Iterable[MessageRow], health: Counter[str]) -> None:
        self.rows = MappingProxyType({row.name: row for row in rows})
        self.counts: Counter[str] = Counter()
        self.unknown: deque[UnknownMessage] = deque(maxlen=UNKNOWN_SHOWN)
        self._health = health

    def note(self, name: str) -> MessageRow:
        """Count a message, and return its row. Raises KeyError on a name without one."""
        row = self.rows[name]
        self.counts[name] += 1
        return row

    def note_unknown(
        self, octets: bytes, description: str, now: Millis, *, is_secret: bool = False
    ) -> None:
        """Keep a message that no row defines; a secret one without its octets."""
        self._health[UNKNOWN_COUNTER] += 1
        shown = BLANK_OCTETS if is_secret else hex_octets(octets[:UNKNOWN_OCTETS])
        self.unknown.append(UnknownMessage(now, shown, description))
