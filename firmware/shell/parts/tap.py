"""What the wires carry, kept while a technician watches: kept raw by the buses, traced by him.

A bus only lays down what it has carried; it is traced in the thread of whoever asks, so that
nothing that comes of it can befall a part. Nothing raw ever leaves this file.
"""

import threading
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Final, Literal, NamedTuple

import msgspec

from drivers.trace import Traced, Tracer, Transfer, lost
from hal.ports import Millis

KEPT: Final = 2000
"""Entries, as they were carried and again as they are traced."""
WATCHED_MS: Final = 10_000
"""How long after it was last asked a tap stays open."""
MOST: Final = 500
"""Frames in an answer; the rest is for the next."""

Tracers = Mapping[str, Tracer]


class Frame(msgspec.Struct, frozen=True):
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


class Carriage(NamedTuple):
    """Frames in order, the number after which the next begin, and how many fell out before."""

    frames: tuple[Frame, ...]
    next: int
    lost: int = 0


class Tap:
    """The wires of a table, by part. `begin` makes what traces them, at the start of a line."""

    def __init__(self, now: Callable[[], Millis], begin: Callable[[], Tracers]) -> None:
        self.on = False
        """Whether a trace is on; the buses test only this."""
        self._now = now
        self._begin = begin
        self._until = Millis(0)
        self._carried: deque[tuple[str, Transfer]] = deque()
        self._fell_out = 0
        self._laying = threading.Lock()
        self._asking = threading.Lock()
        self._tracers: Tracers = {}
        self._frames: deque[Frame] = deque(maxlen=KEPT)
        self._last = 0

    def carried(
        self,
        part: str,
        out: bytes = b"",
        back: bytes = b"",
        address: int | None = None,
        failed: str = "",
    ) -> None:
        """Record a wire's bytes; from the thread of its bus."""
        now = self._now()
        with self._laying:
            if now >= self._until:
                self.on = False
                self._carried.clear()
                return
            if len(self._carried) == KEPT:
                self._carried.popleft()
                self._fell_out += 1
            self._carried.append((part, Transfer(now, out, back, address, failed)))

    def frames(self, parts: Collection[str], after: int) -> Carriage:
        """Return these parts' frames after number `after`, and keep the trace on.

        All parts if none is named; below 0 starts with the next frame.
        """
        with self._asking:
            self._trace(self._taken())
            if after < 0:
                return Carriage((), self._last)
            since = [frame for frame in self._frames if frame.number > after]
            missing = max(0, self._last - after - len(since))
            told = [frame for frame in since if not parts or frame.part in parts]
            until = told[MOST - 1].number if len(told) > MOST else self._last
            return Carriage(tuple(told[:MOST]), until, missing)

    def _taken(self) -> list[tuple[str, Transfer]]:
        """Take the recorded bytes, and open the tap; after a gap every line starts afresh."""
        with self._laying:
            now = self._now()
            if not self.on or now >= self._until:
                self._carried.clear()
                self._tracers = self._begin()
            taken, fell_out = list(self._carried), self._fell_out
            self._carried.clear()
            self._fell_out = 0
            self._until, self.on = Millis(now + WATCHED_MS), True
        if fell_out:
            self._tracers = self._begin()
            self._last += fell_out
        return taken

    def _trace(self, taken: Iterable[tuple[str, Transfer]]) -> None:
        for part, traced in self._traced(taken):
            self._last += 1
            self._frames.append(Frame(self._last, traced.at, part, *traced[1:]))

    def _traced(self, taken: Iterable[tuple[str, Transfer]]) -> Iterator[tuple[str, Traced]]:
        for part, transfer in taken:
            if transfer.failed:
                yield part, lost(transfer)
                continue
            for traced in self._tracers[part].trace(transfer):
                yield part, traced
        for part, tracer in self._tracers.items():
            for traced in tracer.settled(self._now()):
                yield part, traced
