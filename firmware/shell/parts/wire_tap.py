"""The octets of the wires while a technician watches: recorded raw by the buses, decoded for him.

A bus only appends raw transfers to a queue; they are decoded in the thread of the request, so that
an error in a tracer can't reach a part. Raw octets never leave this module: they may name a card.
"""

import threading
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Final, Literal, NamedTuple

import msgspec

from drivers.trace import TracedFrame, Tracer, Transfer, failed_transfer
from hal.ports import Millis

MAX_ENTRIES: Final = 2000
"""Entries, as they were carried and again as they are traced."""
TRACE_OPEN_MS: Final = 10_000
"""How long after it was last asked a tap stays open."""
MAX_FRAMES: Final = 500
"""Frames in an answer; the rest is for the next."""

Tracers = Mapping[str, Tracer]


class WireFrame(msgspec.Struct, frozen=True):
    """One frame of a wire. Octets that name a card that is not public are masked."""

    number: int
    at_ms: int
    part: str
    way: Literal["out", "in", "dropped"]
    octets: str
    """In hexadecimal; `··` replaces any number of octets that are left out."""
    said: str
    """In the terms of the protocol, which are in no language.

    Why a line has dropped something is one of the words under `technician.dropped`.
    """
    request: str = ""
    """The octets that a read of a register begins with, in hexadecimal."""


class TracedFrames(NamedTuple):
    """Frames in order, the number after which the next begin, and how many fell out before."""

    frames: tuple[WireFrame, ...]
    next_number: int
    lost_frames: int = 0


class WireTap:
    """The wires of a table, by part. `make_tracers` makes a tracer for each, in its first state."""

    def __init__(self, now: Callable[[], Millis], make_tracers: Callable[[], Tracers]) -> None:
        self.is_open = False
        """Whether a trace is on; the buses test only this."""
        self._read_clock = now
        self._make_tracers = make_tracers
        self._open_until = Millis(0)
        self._raw_transfers: deque[tuple[str, Transfer]] = deque()
        self._dropped_count = 0
        self._transfer_lock = threading.Lock()
        self._frames_lock = threading.Lock()
        self._tracers: Tracers = {}
        self._traced_frames: deque[WireFrame] = deque(maxlen=MAX_ENTRIES)
        self._last_number = 0

    def record_transfer(
        self,
        part_name: str,
        sent: bytes = b"",
        received: bytes = b"",
        address: int | None = None,
        failure: str = "",
    ) -> None:
        """Record a wire's bytes; from the thread of its bus."""
        now = self._read_clock()
        with self._transfer_lock:
            # nobody has asked for a while: the octets may name cards, so they are not kept
            if now >= self._open_until:
                self.is_open = False
                self._raw_transfers.clear()
                return
            if len(self._raw_transfers) == MAX_ENTRIES:
                self._raw_transfers.popleft()
                self._dropped_count += 1
            self._raw_transfers.append((part_name, Transfer(now, sent, received, address, failure)))

    def frames_after(self, parts: Collection[str], after_number: int) -> TracedFrames:
        """Return these parts' frames after number `after_number`, and keep the trace on.

        All parts if none is named; below 0 starts with the next frame.
        """
        with self._frames_lock:
            self._trace_transfers(self._take_transfers())
            if after_number < 0:
                return TracedFrames((), self._last_number)
            later_frames = [frame for frame in self._traced_frames if frame.number > after_number]
            missing_count = max(0, self._last_number - after_number - len(later_frames))
            selected = [frame for frame in later_frames if not parts or frame.part in parts]
            next_after = (
                selected[MAX_FRAMES - 1].number if len(selected) > MAX_FRAMES else self._last_number
            )
            return TracedFrames(tuple(selected[:MAX_FRAMES]), next_after, missing_count)

    def _take_transfers(self) -> list[tuple[str, Transfer]]:
        """Take the recorded bytes, and open the tap; after a gap every line starts afresh."""
        with self._transfer_lock:
            now = self._read_clock()
            if not self.is_open or now >= self._open_until:
                self._raw_transfers.clear()
                self._tracers = self._make_tracers()
            raw_transfers, dropped_count = list(self._raw_transfers), self._dropped_count
            self._raw_transfers.clear()
            self._dropped_count = 0
            self._open_until, self.is_open = Millis(now + TRACE_OPEN_MS), True
        if dropped_count:
            self._tracers = self._make_tracers()
            # the numbers show the gap: `lost_frames` of the next answer is their difference
            self._last_number += dropped_count
        return raw_transfers

    def _trace_transfers(self, raw_transfers: Iterable[tuple[str, Transfer]]) -> None:
        for part, traced in self._traced_transfers(raw_transfers):
            self._last_number += 1
            self._traced_frames.append(
                WireFrame(self._last_number, traced.at_ms, part, *traced[1:])
            )

    def _traced_transfers(
        self, raw_transfers: Iterable[tuple[str, Transfer]]
    ) -> Iterator[tuple[str, TracedFrame]]:
        for part, transfer in raw_transfers:
            if transfer.error_text:
                yield part, failed_transfer(transfer)
                continue
            for traced in self._tracers[part].trace(transfer):
                yield part, traced
        for part, tracer in self._tracers.items():
            for traced in tracer.flush(self._read_clock()):
                yield part, traced
