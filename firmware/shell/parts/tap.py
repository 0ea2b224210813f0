"""The wire trace, while a technician watches: recorded raw by the buses, decoded on request.

A bus only records its bytes; the requesting thread decodes them, so that decoding can't disturb a
part. Raw bytes never leave this file.
"""

import threading
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Final, Literal, NamedTuple

import msgspec

from drivers.spelling import Carried, Spelled, Speller, lost
from hal.ports import Millis

KEPT: Final = 2000
"""Entries, as they were carried and again as they are spelled."""
WATCHED_MS: Final = 10_000
"""How long after it was last asked a tap stays open."""
MOST: Final = 500
"""Frames in an answer; the rest is for the next."""

Spellers = Mapping[str, Speller]


class Frame(msgspec.Struct, frozen=True):
    """One frame of a wire. Octets that name a card that is not public are masked."""

    number: int
    at_ms: int
    part: str
    way: Literal["out", "in", "dropped"]
    octets: str
    """In hexadecimal; `··` stands for any number of blanked octets."""
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
    """The wires of a table, by part. `begin` makes their tracers, at the start of a line."""

    def __init__(self, now: Callable[[], Millis], begin: Callable[[], Spellers]) -> None:
        self.on = False
        """Whether a trace is on; the buses test only this."""
        self._now = now
        self._begin = begin
        self._until = Millis(0)
        self._carried: deque[tuple[str, Carried]] = deque()
        self._fell_out = 0
        self._laying = threading.Lock()
        self._asking = threading.Lock()
        self._spellers: Spellers = {}
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
            self._carried.append((part, Carried(now, out, back, address, failed)))

    def frames(self, parts: Collection[str], after: int) -> Carriage:
        """Return these parts' frames after number `after`, and keep the trace on.

        All parts if none is named; below 0 starts with the next frame.
        """
        with self._asking:
            self._spell(self._taken())
            if after < 0:
                return Carriage((), self._last)
            since = [frame for frame in self._frames if frame.number > after]
            missing = max(0, self._last - after - len(since))
            told = [frame for frame in since if not parts or frame.part in parts]
            until = told[MOST - 1].number if len(told) > MOST else self._last
            return Carriage(tuple(told[:MOST]), until, missing)

    def _taken(self) -> list[tuple[str, Carried]]:
        """Take the recorded bytes, and turn the trace on; after a gap every line starts afresh."""
        with self._laying:
            now = self._now()
            if not self.on or now >= self._until:
                self._carried.clear()
                self._spellers = self._begin()
            taken, fell_out = list(self._carried), self._fell_out
            self._carried.clear()
            self._fell_out = 0
            self._until, self.on = Millis(now + WATCHED_MS), True
        if fell_out:
            self._spellers = self._begin()
            self._last += fell_out
        return taken

    def _spell(self, taken: Iterable[tuple[str, Carried]]) -> None:
        for part, spelled in self._spelled(taken):
            self._last += 1
            self._frames.append(Frame(self._last, spelled.at, part, *spelled[1:]))

    def _spelled(self, taken: Iterable[tuple[str, Carried]]) -> Iterator[tuple[str, Spelled]]:
        for part, carried in taken:
            if carried.failed:
                yield part, lost(carried)
                continue
            for spelled in self._spellers[part].spell(carried):
                yield part, spelled
        for part, speller in self._spellers.items():
            for spelled in speller.settled(self._now()):
                yield part, spelled
