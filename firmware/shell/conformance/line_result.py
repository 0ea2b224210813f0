"""What became of each line of a capture."""

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from drivers.message_log import MessageRow, UnknownMessage
from firmware.shell.conformance.captured_line import CapturedLine
from firmware.shell.conformance.event_notation import ReplayedEvent
from hal.ports import Millis


class Fate(StrEnum):
    """How a line took part in the replay."""

    DELIVERED = "delivered"
    """The unit's line, given to the driver."""
    SENT = "sent"
    """A request that the driver sent too."""
    NOT_SENT = "not_sent"
    """A request of another host, or of another setting: the driver did not send it."""
    UNREAD = "unread"
    """A reply to a request that the driver did not send; it was not given to the driver."""
    MASKED = "masked"
    PASSED = "passed"
    """No line: the time that passed before the next one."""


class Reaction(NamedTuple):
    """What the driver made of a line."""

    events: Sequence[ReplayedEvent] = ()
    rows: Sequence[tuple[MessageRow, int]] = ()
    """The rows of its table, and how often each."""
    unknown: Sequence[UnknownMessage] = ()
    counters: Mapping[str, int] = Counter()
    """The counters of its `health` that grew, those of sound messages left out."""
    error: str = ""
    """Why the part was lost, as the log has it."""
    sound_count: int = 0
    """By how much its counters of sound messages grew."""

    def __bool__(self) -> bool:
        return any(self)


NO_REACTION = Reaction()


class LineResult(NamedTuple):
    """A line, when it was replayed (milliseconds since the start), and what became of it."""

    line: CapturedLine | None
    at_ms: Millis
    fate: Fate
    reaction: Reaction = NO_REACTION
