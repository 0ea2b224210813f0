"""Wire traces: the traffic of a part, frame by frame, in the terms of its own protocol.

The terms are those of its data sheet (registers, commands, fields), the same in every language; the
reason for dropped bytes is one of the words of `DROP_REASONS`.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, Literal, NamedTuple, Protocol

from hal.ports import Millis

Direction = Literal["out", "in", "dropped"]

BLANK_OCTETS: Final = "··"
"""Replaces octets that are masked, in any number."""
GARBLED_REASON: Final = "garbled"
"""The reason for dropped bytes on a line on which the true reason might reveal a card."""
BURST_PAUSE: Final = Millis(50)
"""Bytes after so long a silence start a new frame."""
SHOWN_OCTETS: Final = 8
"""Octets of a transfer that its description repeats."""

BAD_CHECKSUM: Final = "bad_checksum"
BROKEN_OFF: Final = "broken_off"
DROP_REASONS: Final = {
    "noise": "noise",
    "malformed": "malformed",
    "merged": "merged",
    "overlong": "too_long",
    "broken_off": BROKEN_OFF,
    "resyncs": BROKEN_OFF,
    "bad_bcc": BAD_CHECKSUM,
    "bad_crc": BAD_CHECKSUM,
}
"""The framers' counts of dropped bytes, and the word for each: a key under `technician.dropped`."""
_SOUND_COUNTERS: Final = frozenset({"frames", "words", "lines"})
"""Their other counts."""


class Transfer(NamedTuple):
    """One transfer: of the I2C bus, or one write or read of a serial line.

    A reopened serial line gives an empty one. `error_text` is the error of a failed transfer.
    """

    at_ms: Millis
    sent_bytes: bytes = b""
    received_bytes: bytes = b""
    address: int | None = None
    error_text: str = ""


class TracedFrame(NamedTuple):
    """One frame; `octets` in hexadecimal, `BLANK_OCTETS` if they are left out."""

    at_ms: Millis
    direction: Direction
    octets: str
    description: str
    request: str = ""
    """The octets that a read of a register begins with, in hexadecimal."""


class Tracer(Protocol):
    """Traces one part's wire. It is given all that the wire carries, in its order."""

    def trace(self, transfer: Transfer) -> Iterable[TracedFrame]:
        """Return the frames that this completes, and the bytes that were dropped."""
        ...

    def flush(self, now: Millis) -> Iterable[TracedFrame]:
        """Return the frames that are complete because nothing has come for a while."""
        ...


class Framing(NamedTuple):
    """A driver's own framer; `count_bytes` returns its counts."""

    feed: Callable[[bytes, Millis], Iterable[Any]]
    break_off: Callable[[], object]
    count_bytes: Callable[[], Counter[str]]
    drops_on_request: bool = False
    """Whether the driver drops unfinished input when it sends a request."""


def hex_octets(data: bytes | bytearray) -> str:
    """Return octets as they are shown."""
    return data.hex(" ").upper()


def text_line(data: bytes) -> str:
    """Return a line of text, verbatim."""
    return data.decode("latin-1").rstrip()


def shortened(data: bytes) -> str:
    """Return the first octets of a transfer."""
    return hex_octets(data[:SHOWN_OCTETS]) + (" …" if len(data) > SHOWN_OCTETS else "")


def failed_transfer(transfer: Transfer) -> TracedFrame:
    """Return a transfer that failed."""
    verb = "write" if transfer.sent_bytes else "read"
    description = f"{verb} 0x{transfer.address or 0:02X} {transfer.error_text}"
    return TracedFrame(transfer.at_ms, "dropped", hex_octets(transfer.sent_bytes), description)


class OpenLine:
    """A serial line without secrets: every octet is traced with its frame, or dropped.

    `describe_request` and `describe_reply` describe frames sent and received; a frame without a
    description is not traced. `idle_bytes` may come between frames.
    """

    def __init__(
        self,
        framing: Framing,
        describe_request: Callable[[bytes], str],
        describe_reply: Callable[[Any], str],
        idle_bytes: bytes = b"",
    ) -> None:
        self._framing = framing
        self._describe_request = describe_request
        self._describe_reply = describe_reply
        self._idle_bytes = idle_bytes
        self._pending_bytes = bytearray()

    def trace(self, transfer: Transfer) -> Iterator[TracedFrame]:
        """Yield the frames, and octets that were dropped for the same reason together."""
        yield from _join_dropped(self._trace_octets(transfer))

    def flush(self, now: Millis) -> Iterable[TracedFrame]:  # noqa: ARG002
        """Nothing is held back."""
        return ()

    def _trace_octets(self, transfer: Transfer) -> Iterator[TracedFrame]:
        # An empty transfer is a reopened port: the driver's framer starts afresh too.
        if (transfer.sent_bytes and self._framing.drops_on_request) or not (
            transfer.sent_bytes or transfer.received_bytes
        ):
            yield from self._break_off(transfer.at_ms)
        if transfer.sent_bytes:
            yield TracedFrame(
                transfer.at_ms,
                "out",
                hex_octets(transfer.sent_bytes),
                self._describe_request(transfer.sent_bytes),
            )
        for octet in transfer.received_bytes:
            yield from self._accept_octet(octet, transfer.at_ms)

    def _break_off(self, at_ms: Millis) -> Iterator[TracedFrame]:
        self._framing.break_off()
        if self._pending_bytes:
            yield TracedFrame(at_ms, "dropped", hex_octets(self._pending_bytes), BROKEN_OFF)
            self._pending_bytes.clear()

    def _accept_octet(self, octet: int, at_ms: Millis) -> Iterator[TracedFrame]:
        """Give the framer one octet, so that it is known to which frame each belongs."""
        previous = self._framing.count_bytes()
        self._pending_bytes.append(octet)
        descriptions = list(
            filter(None, map(self._describe_reply, self._framing.feed(bytes((octet,)), at_ms)))
        )
        counts_added = self._framing.count_bytes() - previous
        if count := counts_added["dropped_bytes"]:
            yield TracedFrame(
                at_ms,
                "dropped",
                hex_octets(self._pending_bytes[:count]),
                _drop_reason(counts_added),
            )
            del self._pending_bytes[:count]
        for description in descriptions:
            yield TracedFrame(at_ms, "in", hex_octets(self._pending_bytes), description)
        if descriptions or self._pending_bytes == self._idle_bytes:
            # The dropped bytes are the oldest; the rest belongs to a frame.
            self._pending_bytes.clear()


class SecretLine:
    """A serial line that names cards. Traces the received frames that `describe_reply` returns,
    octets first.

    The number of octets, their timing within a burst, and the place where a damaged frame was
    dropped may differ by card. So all of a burst has its first octet's time, and dropped bytes are
    reported once, at its end: after a pause, or at the next request. Whether a checksum was right
    is traced.
    """

    def __init__(
        self,
        framing: Framing,
        describe_request: Callable[[bytes], str],
        describe_reply: Callable[[Any], tuple[str, str] | None],
    ) -> None:
        self._framing = framing
        self._describe_request = describe_request
        self._describe_reply = describe_reply
        self._began_at = self._last_byte_at = Millis(-BURST_PAUSE)
        self._has_garbled = False

    def trace(self, transfer: Transfer) -> Iterator[TracedFrame]:
        """Yield the frames, blanked."""
        at_ms, sent_bytes, received_bytes = (
            transfer.at_ms,
            transfer.sent_bytes,
            transfer.received_bytes,
        )
        if (sent_bytes and self._framing.drops_on_request) or not (sent_bytes or received_bytes):
            self._track_garbling(self._framing.break_off)
        # A burst ends with a pause, a request or a reopened port.
        if sent_bytes or not received_bytes or at_ms - self._last_byte_at > BURST_PAUSE:
            yield from self._flush_burst()
            self._began_at = at_ms
        if sent_bytes:
            yield TracedFrame(
                at_ms, "out", hex_octets(sent_bytes), self._describe_request(sent_bytes)
            )
        if received_bytes:
            self._last_byte_at = at_ms
            frames = self._track_garbling(lambda: list(self._framing.feed(received_bytes, at_ms)))
            for description in filter(None, map(self._describe_reply, frames)):
                yield TracedFrame(self._began_at, "in", *description)

    def flush(self, now: Millis) -> Iterator[TracedFrame]:
        """Yield that bytes were dropped, once the burst is over."""
        if now - self._last_byte_at > BURST_PAUSE:
            yield from self._flush_burst()

    def _track_garbling(self, framer_call: Callable[[], Any]) -> Any:  # noqa: ANN401
        """Call the framer, and note whether it has dropped anything."""
        previous = self._framing.count_bytes()
        framer_result = framer_call()
        self._has_garbled |= not _SOUND_COUNTERS.issuperset(self._framing.count_bytes() - previous)
        return framer_result

    def _flush_burst(self) -> Iterator[TracedFrame]:
        if self._has_garbled:
            self._has_garbled = False
            yield TracedFrame(self._began_at, "dropped", BLANK_OCTETS, GARBLED_REASON)


def _drop_reason(counts_added: Counter[str]) -> str:
    return next((DROP_REASONS[name] for name in counts_added if name in DROP_REASONS), BAD_CHECKSUM)


def _join_dropped(traced_frames: Iterable[TracedFrame]) -> Iterator[TracedFrame]:
    previous: TracedFrame | None = None
    for traced_frame in traced_frames:
        if previous and (traced_frame.direction, traced_frame.description) == (
            previous.direction,
            previous.description,
        ) == ("dropped", previous.description):
            previous = previous._replace(octets=f"{previous.octets} {traced_frame.octets}")
            continue
        if previous:
            yield previous
        previous = traced_frame
    if previous:
        yield previous
