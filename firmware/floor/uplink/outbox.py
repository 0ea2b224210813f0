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

from firmware.floor.facts import LANE_START, LanePosition
from firmware.floor.uplink.lag import Lag
from firmware.floor.wire import (
    MAX_MESSAGE_LINES,
    MAX_MESSAGE_OCTETS,
    LaneMessage,
    LaneName,
    MessageHeader,
    MessageLine,
    UnreadableMessage,
    Watermark,
    pack_message,
    unpack_message,
)

RESEND_AFTER_S: Final = 30.0
"""How long the ledger may stand still below what the engine has, before the lane goes back."""


class PendingLine(NamedTuple):
    """A line, the place that it follows, and its length as sent."""

    message_line: MessageLine
    previous: LanePosition
    encoded_length: int


class LineSource(Protocol):
    """The lines of a lane, read from the journal. Every method raises JournalError."""

    def seek_after(self, position: LanePosition) -> None:
        """Go on behind a place."""
        ...

    def pending_lines(self) -> Iterator[PendingLine]:
        """Yield the lines from here on that may be sent now."""
        ...

    def discard_through(self, position: LanePosition) -> None:
        """Forget the lines up to a place."""
        ...


class OutboxIdentity(NamedTuple):
    """Whose journal it is."""

    house: str
    table: str
    journal: str


class PublishMessage(NamedTuple):
    """To be published: with `expected` as the last sequence of the subject, if it is known."""

    subject: str
    payload: bytes
    message_id: str
    expected_sequence: int
    last_position: LanePosition


class ReadLastMessage(NamedTuple):
    """The last message of a subject is to be read."""

    subject: str


class Outbox:
    """One lane. After every act that `next` returns, one of the other methods says what came."""

    def __init__(
        self, lane_name: LaneName, identity: OutboxIdentity, line_source: LineSource
    ) -> None:
        self.subject = outbox_subject(lane_name, identity.table)
        self.position: LanePosition | None = None
        """Up to where the engine has the lane; None before the first answer."""
        self._lane_name = lane_name
        self._identity = identity
        self._line_source = line_source
        self._last_sequence: int | None = None
        self._in_flight: PublishMessage | None = None
        self._watermark, self._watermark_changed_s = LANE_START, 0.0

    def next_action(self) -> PublishMessage | ReadLastMessage | None:
        """Return the next act, None if there is nothing to send. Raises JournalError."""
        if self._last_sequence is None:
            return ReadLastMessage(self.subject)
        self._in_flight = self._in_flight or self._next_message(self._last_sequence)
        return self._in_flight

    def acknowledged(self, last_sequence: int) -> None:
        """The message in flight has this sequence in the engine now."""
        if self._in_flight is not None:
            self.position, self._last_sequence = self._in_flight.last_position, last_sequence
            self._line_source.discard_through(self.position)
            self._in_flight = None

    def sequence_conflict(self) -> None:
        """The subject's last sequence is another one."""
        self._last_sequence = self._in_flight = None

    def resume_after(self, payload: bytes | None, last_sequence: int) -> None:
        """The subject's last message, or none at all. Raises JournalError."""
        self._last_sequence = last_sequence
        position = self._end_of_message(payload) or self.position or self._watermark
        if position != self.position:
            self._line_source.seek_after(position)
            self.position = position

    def report_lag(self, lag: Lag, now_s: float) -> None:
        """Say how far the ledger is with what this lane has sent, or is sending."""
        last_sent = (
            self._in_flight.last_position if self._in_flight else self.position or LANE_START
        )
        lag.note_progress(self._lane_name, now_s, last_sent=last_sent, watermark=self._watermark)

    def set_watermark(self, watermark: Watermark, now_s: float) -> None:
        """The ledger has said how far it has come. Raises JournalError."""
        if watermark.journal != self._identity.journal:
            return
        position = watermark.fact if self._lane_name == "fact" else watermark.record
        if position != self._watermark:
            self._watermark, self._watermark_changed_s = position, now_s

    def check_progress(self, now_s: float) -> None:
        """Go back if the ledger stands still below what the engine has. Raises JournalError."""
        if self.position is None or self._watermark >= self.position or self._in_flight:
            self._watermark_changed_s = now_s
        elif now_s - self._watermark_changed_s >= RESEND_AFTER_S:
            self._line_source.seek_after(self._watermark)
            self.position, self._watermark_changed_s = self._watermark, now_s

    def _end_of_message(self, payload: bytes | None) -> LanePosition | None:
        """Return where a message ends, if it is one of this journal."""
        try:
            message_header = unpack_message(payload or b"").header
        except UnreadableMessage:
            return None
        is_own = (
            OutboxIdentity(message_header.house, message_header.table, message_header.journal)
            == self._identity
        )
        return message_header.last if is_own else None

    def _next_message(self, expected_sequence: int) -> PublishMessage | None:
        pending_lines = list(_fitting_lines(self._line_source.pending_lines()))
        if not pending_lines:
            return None
        position, previous = self.position or LANE_START, pending_lines[0].previous
        first_position, last_position = (
            pending_lines[0].message_line.at,
            pending_lines[-1].message_line.at,
        )
        # a journal that is back at an earlier state goes on there: the ledger finds what differs
        message_header = MessageHeader(
            *self._identity,
            self._lane_name,
            min(previous, position),
            first_position,
            last_position,
            previous > position,
        )
        payload = pack_message(
            LaneMessage(
                message_header, tuple(pending_line.message_line for pending_line in pending_lines)
            )
        )
        message_id = f"{self._identity.journal}-{first_position.shoe}.{first_position.number}-{len(pending_lines)}"
        return PublishMessage(self.subject, payload, message_id, expected_sequence, last_position)


def outbox_subject(lane_name: LaneName, table_name: str) -> str:
    """Return the subject of a table's lane."""
    return f"floor.{lane_name}.{table_name}"


def _fitting_lines(pending_lines: Iterator[PendingLine]) -> Iterator[PendingLine]:
    """Yield as many lines as one message holds, one at least."""
    line_count, total_octets = 0, 0
    for pending_line in pending_lines:
        line_count, total_octets = line_count + 1, total_octets + pending_line.encoded_length
        if line_count > 1 and (line_count > MAX_MESSAGE_LINES or total_octets > MAX_MESSAGE_OCTETS):
            return
        yield pending_line
