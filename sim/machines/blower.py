"""The far end of a ball blower's wire: it numbers its draws and reports each ball."""

import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from drivers.ball_blower.kind import Blower
from sim.machines.crc32 import crc32
from sim.machines.mounted import Around, Mounted

_LONGEST: Final = 16


@dataclass
class Pace:
    """How long before the first ball and between two, and how many times faster it is made."""

    first_ms: int
    every_ms: int
    times: float = 1.0

    def first(self) -> int:
        """Return the milliseconds from the beginning of a draw to its first ball."""
        return round(self.first_ms / self.times)

    def every(self) -> int:
        """Return the milliseconds from one ball to the next."""
        return round(self.every_ms / self.times)


@dataclass
class _Draw:
    """The draw under way."""

    next_at: int
    balls: tuple[int, ...] | None = None
    """The balls of the draw; None until they are known."""
    out: int = 0
    """How many of them are out."""


class SimBallBlower:
    """Implements `sim.wires.far_end.FarEnd`; the other methods are acts of hands and faults.

    `now` is the time in milliseconds: the first ball comes out `first_ms` after a draw has begun,
    each other one `every_ms` later. A draw without loaded balls waits for them; any can be loaded,
    even too many or one twice. `mangle` damages each line. Not modelled: a real blower, since no
    protocol has been published.
    """

    def __init__(
        self,
        now: Callable[[], int],
        *,
        first_ms: int = 3000,
        every_ms: int = 2000,
        mangle: Callable[[bytes], bytes] | None = None,
    ) -> None:
        self.pace = Pace(first_ms, every_ms)
        self.mangle = mangle
        self.silent = False
        """Whether its output is lost."""
        self.draws = 0
        """Draws begun since it was made."""
        self.heard: list[bytes] = []
        """The host's lines."""
        self._now = now
        self._last = 0
        """The number of the last draw."""
        self._draw: _Draw | None = None
        self._loads: deque[tuple[int, ...]] = deque()
        self._fault: int | None = None
        self._powered = True
        self._line = b"R 0000"
        self._in = bytearray()
        self._out = bytearray()
        self._lock = threading.RLock()

    # hands and mishaps

    def quicken(self, times: float) -> None:
        """Have the balls come so many times faster than by itself."""
        with self._lock:
            self.pace.times = times

    def load(self, balls: Sequence[int]) -> None:
        """Set the balls of a draw: of the one that waits for them, or the next."""
        with self._lock:
            self._loads.append(tuple(balls))
            self._go_on()

    def draw(self, balls: Sequence[int]) -> None:
        """Have a draw of these balls: the one that waits, or one begun at the blower itself."""
        with self._lock:
            self._go_on()
            if self._draw is None:
                self._begin()
            self.load(balls)

    def break_off(self) -> None:
        """Abort a draw, and discard the balls loaded for the next."""
        with self._lock:
            self._go_on()
            self._draw = None
            self._loads.clear()

    def fail(self, code: int) -> None:
        """Have a fault, 1 to 99; 1 is a ball that is missing."""
        with self._lock:
            self._fault = code
            self._tell()

    @property
    def fault(self) -> int | None:
        """The code of its fault, if it has one."""
        return self._fault

    def mend(self) -> None:
        """End the fault."""
        with self._lock:
            self._fault = None

    def power_off(self) -> None:
        """Lose the power, and the draw under way."""
        with self._lock:
            self._go_on()
            self._powered, self._draw = False, None
            self._in.clear()
            self._out.clear()

    def power_on(self) -> None:
        """Come up afresh; the number of the last draw is kept."""
        with self._lock:
            self._powered = True
            self._line = b"R %04d" % self._last

    # the wire

    def receive(self, data: bytes) -> None:
        """Take lines, in pieces or several at once."""
        with self._lock:
            for byte in data if self._powered else b"":
                self._in.append(byte)
                if byte == ord("\n") or len(self._in) == _LONGEST:
                    self._take(bytes(self._in))
                    self._in.clear()

    def transmit(self) -> bytes:
        """Give all that has been said since."""
        with self._lock:
            self._go_on()
            said = bytes(self._out)
            self._out.clear()
            return said

    def say(self, text: bytes) -> None:
        """Send a line, with its check."""
        line = b"%b %08X\r\n" % (text, crc32(text))
        if self._powered and not self.silent:
            self._out += self.mangle(line) if self.mangle else line

    # being a blower

    def _take(self, line: bytes) -> None:
        self.heard.append(line.removesuffix(b"\r\n"))
        self._go_on()
        due = self._last % 9999 + 1
        if line == b"D %04d\r\n" % due and self._draw is None and self._fault is None:
            self._begin()
        elif line == b"?\r\n" or (line[:2] == b"D " and line[-2:] == b"\r\n" and len(line) == 8):
            self._tell()

    def _begin(self) -> None:
        self._last = self._last % 9999 + 1
        self._draw = _Draw(self._now() + self.pace.first())
        self.draws += 1
        self._tell(b"D %04d" % self._last)

    def _go_on(self) -> None:
        """Bring out every ball whose time has come."""
        draw = self._draw
        if draw is None:
            return
        if draw.balls is None and self._loads:
            draw.balls = self._loads.popleft()
            draw.next_at = max(draw.next_at, self._now())
        while self._draw is draw and draw.balls is not None and self._now() >= draw.next_at:
            self._bring_out(draw, draw.balls)

    def _bring_out(self, draw: _Draw, balls: tuple[int, ...]) -> None:
        ball = balls[draw.out]
        draw.out += 1
        draw.next_at += self.pace.every()
        self._tell(b"B %04d %02d %02d" % (self._last, draw.out, ball))
        if draw.out == len(balls):
            self._draw = None
            self._tell(b"E %04d %b" % (self._last, b" ".join(b"%02d" % ball for ball in balls)))

    def _tell(self, line: bytes | None = None) -> None:
        self._line = line or self._line
        self.say(self._line if self._fault is None else b"F %02d" % self._fault)


def far_end(_wiring: Blower, around: Around) -> Mounted[SimBallBlower]:
    blower = SimBallBlower(around.now)
    return Mounted(blower, wire=blower)
