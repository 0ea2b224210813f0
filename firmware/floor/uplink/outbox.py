"""The outbox of one lane: which message is sent next, at most one in flight. It does no I/O.

    unknown ──ReadLastMessage──> known position ──PublishMessage──> in flight
       ^                               ^                             │  │  │
       │                               └────── acknowledged ─────────┘  │  │ no answer:
       └──── sequence_conflict: the subject has another last message ───┘  └> the same again

**Batches.** A message has as many lines as fit MAX_MESSAGE_LINES and MAX_MESSAGE_OCTETS, at least
one. It names the position that it follows, so the ledger notices a missing one; it is sealed by the
uplink's key, for its subject, journal and last position.

**Resuming.** Nothing is stored at the table but its journal. After a start, the engine's last
message of the lane's own subject, if this uplink has signed it, shows how far the lane came. Each
message is published with the subject's expected last sequence: if the engine stored one and its
answer was lost, the second attempt conflicts, and the outbox reads the last message and continues
after it. In the same way two uplinks of one table can't interleave their messages.

**Resending.** The engine acknowledges a message before the ledger stores it. The ledger's watermark
says how far it came; if that stagnates below the engine's position for RESEND_AFTER_S, the outbox
goes back to the watermark and sends again. The ledger stores a line once, so this is safe. What the
ledger has set aside because the table was not enrolled yet is sent again so.

**Waiting.** The engine has room for MESSAGES_PER_PLACE messages of a lane; once half of them are
not stored by the ledger, the outbox waits for it.

**Jumps.** A watermark beyond all that was sent is not the ledger's of this journal, and not taken.

**Cuts.** If the journal no longer has the records after the last position, because the engine was
away longer than segments are retained, the message is marked `cut`, and the ledger raises an alarm.
"""

from collections import deque
from collections.abc import Iterator
from typing import Final, NamedTuple, Protocol

from firmware.floor.envelope import Sender
from firmware.floor.facts import LANE_START, LanePosition
from firmware.floor.places import Place, place_subject
from firmware.floor.uplink.lag import Lag
from firmware.floor.wire import (
    MAX_MESSAGE_LINES,
    MAX_MESSAGE_OCTETS,
    MESSAGES_PER_PLACE,
    LaneMessage,
    LaneName,
    MessageLine,
    Watermark,
    pack_message,
)

MAX_UNSTORED: Final = MESSAGES_PER_PLACE // 2
"""So many messages that the ledger has not stored are in the engine at most: it has room for them,
and for all of them again.
"""
RESEND_AFTER_S: Final = 30.0
"""Resend from the ledger's watermark if it has not advanced for this long."""


class PendingLine(NamedTuple):
    """A line, the position that it follows, and its length as sent."""

    message_line: MessageLine
    previous: LanePosition
    encoded_length: int


class LineSource(Protocol):
    """The lines of a lane, read from the journal. Every method raises JournalError."""

    def seek_after(self, position: LanePosition) -> None:
        """Continue after a position."""
        ...

    def pending_lines(self) -> Iterator[PendingLine]:
        """Yield the next lines that may be sent now."""
        ...

    def discard_through(self, position: LanePosition) -> None:
        """Discard the lines up to a position."""
        ...


class OutboxIdentity(NamedTuple):
    """The place and journal of an outbox, and who signs its messages."""

    place: Place
    journal: str
    sender: Sender


class PublishMessage(NamedTuple):
    """Publish a message, if the subject's last sequence is `expected_sequence`."""

    subject: str
    payload: bytes
    expected_sequence: int
    last_position: LanePosition


class ReadLastMessage(NamedTuple):
    """Read the last message of a subject."""

    subject: str


class Outbox:
    """The outbox of one lane. After every action of `next_action` one of the other methods is
    called with its outcome.
    """

    def __init__(
        self, lane_name: LaneName, identity: OutboxIdentity, line_source: LineSource
    ) -> None:
        self.subject = place_subject(lane_name, identity.place)
        self.position: LanePosition | None = None
        """The engine has the lane up to here; None before the first answer."""
        self._lane_name = lane_name
        self._identity = identity
        self._line_source = line_source
        self._last_sequence: int | None = None
        self._in_flight: PublishMessage | None = None
        self._watermark, self._watermark_changed_s = LANE_START, 0.0
        self._furthest = LANE_START
        self._unstored: deque[LanePosition] = deque()
        """The last positions of the messages that the engine has, and the ledger has not stored."""

    def next_action(self) -> PublishMessage | ReadLastMessage | None:
        """Return the next action, None if there is nothing to send. Raises JournalError."""
        if self._last_sequence is None:
            return ReadLastMessage(self.subject)
        if len(self._unstored) >= MAX_UNSTORED:
            return None
        self._in_flight = self._in_flight or self._next_message(self._last_sequence)
        return self._in_flight

    def acknowledged(self, last_sequence: int) -> None:
        """The message in flight is stored in the engine, with this sequence."""
        if self._in_flight is not None:
            self.position, self._last_sequence = self._in_flight.last_position, last_sequence
            self._furthest = max(self._furthest, self.position)
            self._unstored.append(self.position)
            self._line_source.discard_through(self.position)
            self._in_flight = None

    def sequence_conflict(self) -> None:
        """The subject's last sequence is another one: read the last message again."""
        self._last_sequence = self._in_flight = None

    def resume_after(self, payload: bytes | None, last_sequence: int) -> None:
        """Continue after the subject's last message, None if there is none. Raises JournalError."""
        self._last_sequence = last_sequence
        # without a message of this journal in the engine: what was sent, else what is stored
        position = self._end_of_message(payload) or self.position or self._watermark
        if position != self.position:
            self._line_source.seek_after(position)
            self.position = position
            self._furthest = max(self._furthest, position)

    def report_lag(self, lag: Lag, now_s: float) -> None:
        """Report the last position sent, and the watermark."""
        last_sent = (
            self._in_flight.last_position if self._in_flight else self.position or LANE_START
        )
        lag.note_progress(self._lane_name, now_s, last_sent=last_sent, watermark=self._watermark)

    def set_watermark(self, watermark: Watermark, now_s: float) -> bool:
        """Set the ledger's watermark; one of another journal is ignored. Return False if it jumps
        beyond what was sent, and is not taken.
        """
        if watermark.journal != self._identity.journal:
            return True
        position = watermark.fact if self._lane_name == "fact" else watermark.record
        if self.position is not None and position > self._last_sent:
            return False
        if position != self._watermark:
            self._watermark, self._watermark_changed_s = position, now_s
        while self._unstored and self._unstored[0] <= self._watermark:
            self._unstored.popleft()
        return True

    @property
    def _last_sent(self) -> LanePosition:
        """The furthest position that was sent, acknowledged or not."""
        return max(self._furthest, self._in_flight.last_position if self._in_flight else LANE_START)

    def check_progress(self, now_s: float) -> None:
        """Resend from the ledger's watermark if it stagnates below the engine. Raises
        JournalError.
        """
        if self.position is None or self._watermark >= self.position or self._in_flight:
            self._watermark_changed_s = now_s
        elif now_s - self._watermark_changed_s >= RESEND_AFTER_S:
            self._line_source.seek_after(self._watermark)
            self.position, self._watermark_changed_s = self._watermark, now_s
            self._unstored.clear()

    def _end_of_message(self, payload: bytes | None) -> LanePosition | None:
        """Return the last position of a message, None if it is not this sender's and journal's."""
        stamp = self._identity.sender.own_stamp(payload or b"")
        is_own = stamp is not None and (stamp.subject, stamp.journal) == (
            self.subject,
            self._identity.journal,
        )
        return stamp.position if stamp and is_own else None

    def _next_message(self, expected_sequence: int) -> PublishMessage | None:
        pending_lines = list(_fitting_lines(self._line_source.pending_lines()))
        if not pending_lines:
            return None
        lines = tuple(pending_line.message_line for pending_line in pending_lines)
        position, previous = self.position or LANE_START, pending_lines[0].previous
        # a journal that was restored to an earlier state starts again below the engine's position:
        # the ledger compares the lines, and raises an alarm where they differ
        after, is_cut = min(previous, position), previous > position
        message = LaneMessage(self._lane_name, after, lines, is_cut)
        payload = self._identity.sender.seal(
            self.subject, self._identity.journal, message.last, pack_message(message)
        )
        return PublishMessage(self.subject, payload, expected_sequence, message.last)


def _fitting_lines(pending_lines: Iterator[PendingLine]) -> Iterator[PendingLine]:
    """Yield as many lines as one message holds, at least one."""
    line_count, total_octets = 0, 0
    for pending_line in pending_lines:
        line_count, total_octets = line_count + 1, total_octets + pending_line.encoded_length
        # at least one line, or a line that is too long would block the lane
        if line_count > 1 and (line_count > MAX_MESSAGE_LINES or total_octets > MAX_MESSAGE_OCTETS):
            return
        yield pending_line
