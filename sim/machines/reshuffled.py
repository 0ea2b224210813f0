"""The far end of a ReShuffled's wire: the published board, or one that also says how it goes."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from drivers.reshuffled.kind import ReShuffled
from sim.machines.crc32 import crc32
from sim.machines.mounted import Around, Mounted
from sim.machines.shuffler import Shuffler
from sim.wires.far_end import Bell

_FRAME_SIZE: Final = 13
_LONGEST: Final = 64


@dataclass
class _Load:
    """The cards in the unit, and the errors of their count."""

    cards: int = 0
    lost: int = 0
    unread: int = 0

    @property
    def count(self) -> bytes:
        """The count at the end of a shuffle."""
        return b"C%dU%d" % (self.cards - self.lost, self.unread)


@dataclass
class _Shuffle:
    """A shuffle, from its start until its end is noted."""

    queries: int | None
    """Of the state, before it ends; None if `finish` ends it."""
    done: bool = False


class SimReShuffled:
    """Implements `sim.wires.far_end.FarEnd`; the other methods are acts of hands and faults.

    A shuffle ends after `lasts` queries of the state; without it `finish` ends it. `published` is
    the board with its published code: it answers OK to every frame of 13 bytes, whatever its
    content and CRC, and to others in words. `mangle` damages each reply. Not modelled: time,
    dealing (`D`, `A`), switching off (`XX`). Guesses: a busy, open, jammed or empty unit answers
    E1, a shuffle interrupted by a door or a jam is lost, and the number in the published board's
    complaint.
    """

    def __init__(
        self,
        *,
        published: bool = False,
        lasts: int | None = None,
        mangle: Callable[[bytes], bytes] | None = None,
    ) -> None:
        self.mangle = mangle
        self.bell = Bell()
        self.shuffles = 0
        """Shuffles begun since it was made."""
        self.heard: list[bytes] = []
        """The DATA of each frame that was whole and right."""
        self._published = published
        self._lasts = lasts
        self._load = _Load()
        self._count = self._load.count
        """The count of the last shuffle."""
        self._shuffle: _Shuffle | None = None
        self._jam = 0
        self._door_open = False
        self._in = bytearray()
        self._out = bytearray()
        self._lock = threading.RLock()

    def power_on(self) -> None:
        """Come up afresh; cards, door and jam are as they were."""
        with self._lock:
            self._shuffle = None
            self._in.clear()

    # hands

    def load(self, cards: int) -> None:
        """Put so many cards in, instead of those that were there."""
        with self._lock:
            self._load = _Load(cards)

    def press_start(self) -> None:
        """Start a shuffle at the unit itself."""
        with self._lock:
            self._start()

    def begin(self) -> None:
        """The table starts it."""

    def halt(self) -> None:
        """Cancel a shuffle."""
        self.power_on()

    def open_door(self) -> None:
        """Open its door; a shuffle is broken off."""
        with self._lock:
            self._door_open = True
            self._break_off()

    def shut_door(self) -> None:
        with self._lock:
            self._door_open = False

    def finish(self) -> None:
        """End the shuffle."""
        with self._lock:
            if self._shuffle is not None and not self._shuffle.done:
                self._shuffle.done = True
                self._count = self._load.count

    # mishaps

    def jam(self, code: int = 1) -> None:
        """Jam, with a code of 1 to 999."""
        with self._lock:
            self._jam = code
            self._break_off()

    def clear(self) -> None:
        """Clear the jam."""
        with self._lock:
            self._jam = 0

    @property
    def under_way(self) -> bool:
        """Whether a shuffle is under way."""
        return self._shuffle is not None and not self._shuffle.done

    @property
    def jammed(self) -> bool:
        """Whether something jams it."""
        return self._jam != 0

    @property
    def is_open(self) -> bool:
        return self._door_open

    def lose_card(self) -> None:
        """Count one card too few."""
        with self._lock:
            self._load.lost += 1

    def misread(self, count: int) -> None:
        """Fail to recognise `count` cards."""
        with self._lock:
            self._load.unread = count

    # the wire

    def receive(self, data: bytes) -> None:
        """Take frames, in pieces or several at once."""
        with self._lock:
            for byte in data:
                self._in.append(byte)
                if byte == ord("\n") or len(self._in) == _LONGEST:
                    frame = bytes(self._in)
                    self._in.clear()
                    self._take(frame)

    def transmit(self) -> bytes:
        """Give all that has been said since."""
        with self._lock:
            said = bytes(self._out)
            self._out.clear()
            return said

    def say(self, data: bytes) -> None:
        """Send an unsolicited frame."""
        with self._lock:
            self._send(b":%b#%X\n" % (data, crc32(data)))

    def _send(self, frame: bytes) -> None:
        self._out += self.mangle(frame) if self.mangle else frame
        self.bell.ring()

    def _take(self, frame: bytes) -> None:
        fits = len(frame) == _FRAME_SIZE and frame[:1] == b":" and frame[3:4] == b"#"
        if self._published:
            self.heard += [frame[1:3]] if fits else []
            self._send(b":OK#D736D92D\n" if fits else b"Fehler: 1\n")
        elif fits and frame[4:12] == b"%08X" % crc32(frame[1:3]):
            self.heard.append(frame[1:3])
            self.say(self._answer(frame[1:3]))

    def _answer(self, data: bytes) -> bytes:
        match data:
            case b"IN" | b"XX":
                return b"OK"
            case b"SH":
                return b"OK" if self._start() else b"E1"
            case b"ST":
                return self._state()
            case b"CT":
                return self._count
            case b"CA":
                self._note()
                return b"OK"
        return b"E2"

    def _start(self) -> bool:
        may = self._load.cards > 0 and not (self.under_way or self._jam or self._door_open)
        if may:
            self._shuffle = _Shuffle(self._lasts)
            self.shuffles += 1
        return may

    def _state(self) -> bytes:
        if self._jam:
            return b"SJ%d" % self._jam
        if self._door_open:
            return b"SO"
        shuffle = self._shuffle
        if shuffle is None:
            return b"SR"
        if not shuffle.done and shuffle.queries is not None:
            shuffle.queries -= 1
            if shuffle.queries < 0:
                self.finish()
        return b"SD" if shuffle.done else b"SS"

    def _break_off(self) -> None:
        if self.under_way:
            self._shuffle = None

    def _note(self) -> None:
        if not self.under_way:
            self._shuffle = None


def far_end(_wiring: ReShuffled, _around: Around) -> Mounted[Shuffler]:
    shuffler = SimReShuffled()
    return Mounted(shuffler, wire=shuffler)
