"""The far end of a ball blower's wire: it numbers its draws and reports each ball."""

import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from drivers.ball_blower.kind import BlowerWiring
from sim.machines.crc32 import crc32
from sim.machines.installation import FarEndContext, Installation

_MAX_FRAME_BYTES: Final = 16


@dataclass
class BlowerPace:
    """How long before the first ball and between two, and how many times faster it is made."""

    first_ms: int
    every_ms: int
    speed_factor: float = 1.0

    def first_delay_ms(self) -> int:
        """Return the milliseconds from the beginning of a draw to its first ball."""
        return round(self.first_ms / self.speed_factor)

    def ball_delay_ms(self) -> int:
        """Return the milliseconds from one ball to the next."""
        return round(self.every_ms / self.speed_factor)


@dataclass
class _BallDraw:
    """The draw under way."""

    next_ball_at: int
    drawn_balls: tuple[int, ...] | None = None
    """The balls of the draw; None until they are known."""
    balls_out: int = 0
    """How many of them are out."""


class SimBallBlower:
    """Implements `sim.wires.far_end.FarEnd`; the other methods are acts of hands and faults.

    `now` is the time in milliseconds: the first ball comes out `first_ms` after a draw has begun,
    each other one `every_ms` later. A draw without loaded balls waits for them; any can be loaded,
    even too many or one twice. `damage`, if any, alters each line. Not modelled: a real blower,
    since no protocol has been published.
    """

    def __init__(
        self,
        now: Callable[[], int],
        *,
        first_ms: int = 3000,
        every_ms: int = 2000,
        damage: Callable[[bytes], bytes] | None = None,
    ) -> None:
        self.pace = BlowerPace(first_ms, every_ms)
        self.damage = damage
        self.is_silent = False
        """Whether its output is lost."""
        self.other_text: bytes | None = None
        """A text that it sends in place of each line, as another program does."""
        self.draws = 0
        """Draws begun since it was made."""
        self.received_lines: list[bytes] = []
        """The host's lines."""
        self._now = now
        self._last_draw = 0
        """The number of the last draw."""
        self._current_draw: _BallDraw | None = None
        self._loaded_balls: deque[tuple[int, ...]] = deque()
        self._fault_code: int | None = None
        self._is_powered = True
        self._last_line = b"R 0000"
        self._received_bytes = bytearray()
        self._unsent_bytes = bytearray()
        self._lock = threading.RLock()

    # hands and mishaps

    def set_speed(self, speed_factor: float) -> None:
        """Have the balls come so many times faster than by itself."""
        with self._lock:
            self.pace.speed_factor = speed_factor

    def load_balls(self, drawn_balls: Sequence[int]) -> None:
        """Set the balls of a draw: of the one that waits for them, or the next."""
        with self._lock:
            self._loaded_balls.append(tuple(drawn_balls))
            self._advance_draw()

    def run_draw(self, drawn_balls: Sequence[int]) -> None:
        """Have a draw of these balls: the one that waits, or one begun at the blower itself."""
        with self._lock:
            self._advance_draw()
            if self._current_draw is None:
                self._begin_draw()
            self.load_balls(drawn_balls)

    def break_off(self) -> None:
        """Abort a draw, and discard the balls loaded for the next."""
        with self._lock:
            self._advance_draw()
            self._current_draw = None
            self._loaded_balls.clear()

    def raise_fault(self, code: int) -> None:
        """Have a fault or another state without draws, 1 to 15; 1 is a ball that is missing."""
        with self._lock:
            self._fault_code = code
            self._repeat_line()

    def stop_draw(self) -> None:
        """Stop the draw by hand, which leaves it without an end."""
        with self._lock:
            self.break_off()
            self._last_line = b"R %04d" % self._last_draw
            self.raise_fault(12)

    @property
    def fault_code(self) -> int | None:
        """The code of its fault, if it has one."""
        return self._fault_code

    def clear_fault(self) -> None:
        """End the fault."""
        with self._lock:
            self._fault_code = None

    def power_off(self) -> None:
        """Lose the power, and the draw under way."""
        with self._lock:
            self._advance_draw()
            self._is_powered, self._current_draw = False, None
            self._received_bytes.clear()
            self._unsent_bytes.clear()

    def power_on(self) -> None:
        """Come up afresh; the number of the last draw is not lost."""
        with self._lock:
            self._is_powered = True
            self._last_line = b"R %04d" % self._last_draw

    # the wire

    def receive(self, data: bytes) -> None:
        """Take lines, in pieces or several at once."""
        with self._lock:
            for byte in data if self._is_powered else b"":
                self._received_bytes.append(byte)
                if byte == ord("\n") or len(self._received_bytes) == _MAX_FRAME_BYTES:
                    self._receive_line(bytes(self._received_bytes))
                    self._received_bytes.clear()

    def transmit(self) -> bytes:
        """Return the unsent lines."""
        with self._lock:
            self._advance_draw()
            unsent = bytes(self._unsent_bytes)
            self._unsent_bytes.clear()
            return unsent

    def send_line(self, text: bytes) -> None:
        """Send a line, with its check."""
        line = b"%b %08X\r\n" % (text, crc32(text))
        if self._is_powered and not self.is_silent:
            self._unsent_bytes += self.damage(line) if self.damage else line

    # being a blower

    def _receive_line(self, line: bytes) -> None:
        self.received_lines.append(line.removesuffix(b"\r\n"))
        self._advance_draw()
        next_draw = self._last_draw % 9999 + 1
        if (
            line == b"D %04d\r\n" % next_draw
            and self._current_draw is None
            and self._fault_code is None
        ):
            # An order of any other number than the next is refused: it may be a repetition.
            self._begin_draw()
        elif line == b"?\r\n" or (line[:2] == b"D " and line[-2:] == b"\r\n" and len(line) == 8):
            self._repeat_line()

    def _begin_draw(self) -> None:
        self._last_draw = self._last_draw % 9999 + 1
        self._current_draw = _BallDraw(self._now() + self.pace.first_delay_ms())
        self.draws += 1
        self._repeat_line(b"D %04d" % self._last_draw)

    def _advance_draw(self) -> None:
        """Bring out every ball that is due."""
        current_draw = self._current_draw
        if current_draw is None:
            return
        if current_draw.drawn_balls is None and self._loaded_balls:
            current_draw.drawn_balls = self._loaded_balls.popleft()
            # Balls that are loaded late come from now on, not all at once.
            current_draw.next_ball_at = max(current_draw.next_ball_at, self._now())
        while (
            self._current_draw is current_draw
            and current_draw.drawn_balls is not None
            and self._now() >= current_draw.next_ball_at
        ):
            self._bring_out(current_draw, current_draw.drawn_balls)

    def _bring_out(self, current_draw: _BallDraw, drawn_balls: tuple[int, ...]) -> None:
        ball = drawn_balls[current_draw.balls_out]
        current_draw.balls_out += 1
        current_draw.next_ball_at += self.pace.ball_delay_ms()
        self._repeat_line(b"B %04d %02d %02d" % (self._last_draw, current_draw.balls_out, ball))
        if current_draw.balls_out == len(drawn_balls):
            self._current_draw = None
            self._repeat_line(
                b"E %04d %b" % (self._last_draw, b" ".join(b"%02d" % ball for ball in drawn_balls))
            )

    def _repeat_line(self, line: bytes | None = None) -> None:
        self._last_line = line or self._last_line
        text = self._last_line if self._fault_code is None else b"F %02d" % self._fault_code
        self.send_line(self.other_text or text)


def far_end(_wiring: BlowerWiring, context: FarEndContext) -> Installation[SimBallBlower]:
    blower = SimBallBlower(context.now)
    return Installation(blower, serial_end=blower)
