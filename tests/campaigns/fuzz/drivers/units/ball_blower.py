"""A ball blower: every line of its protocol, and of programs to come, as answers and unasked."""

import zlib
from collections import deque
from random import Random
from typing import ClassVar, Final

from drivers.ball_blower import BallBlower
from drivers.ball_blower.lines import BALLS_DRAWN
from firmware.core.vocabulary.events import Event, ResultSeen
from firmware.core.vocabulary.panel import Panel
from hal.ports import Millis
from sim.wires.memory_port import Impairment, MemoryPort
from tests.campaigns.fuzz.drivers.unusual_unit import UnusualUnit
from tests.kits.drivers.far_ends import Silent

LATEST_DRAWS: Final = 40
"""Draws that a line may still be under way of."""
_DRAWS: Final = (0, 1, 2, 9998, 9999)
_BALLS: Final = (0, 1, 17, 80, 81, 99)
_OTHER_TEXTS: Final = ("", "Q", "R", "R 1", "R 00001", "D 0000", "F 1", "F 00", "V 2.50", "E 0001")
_CHANCE_ODD: Final = 0.1


class UnusualBlower:
    """Implements `UnusualUnit`: draws in their order, and odd lines among them."""

    SPAN_MS: ClassVar[int] = 60

    def __init__(self, chance: Random, wire: Impairment) -> None:
        self._chance = chance
        self._far_end = Silent()
        self.part = BallBlower(MemoryPort(self._far_end, impairment=wire))
        self.sent_messages = 0
        self._draw = self._balls_out = self._spin = 0
        self._balls = self._choose_balls()
        self._ended_draws: deque[tuple[str, ...]] = deque(maxlen=LATEST_DRAWS)

    def speak(self) -> None:
        """Send the next lines, and order a draw now and then."""
        if self._chance.random() < 0.02:
            self._spin += 1
        self.part.show(Panel({}, spin=self._spin), Millis(0))
        self._far_end.orders.clear()
        texts = [self._next_text() for _ in range(self._chance.choice((1, 1, 1, 2, 5)))]
        self.sent_messages += len(texts)
        self._far_end.says = b"".join(map(_line, texts))

    def is_invented(self, event: Event) -> bool:
        """Return whether balls are reported that no end line has named."""
        return isinstance(event, ResultSeen) and event.symbols not in self._ended_draws

    def _next_text(self) -> str:
        if self._chance.random() < _CHANCE_ODD:
            return self._odd_text()
        self._balls_out += 1
        if self._balls_out > BALLS_DRAWN + 1:
            text = self._end_text(self._draw, self._balls)
            self._draw, self._balls_out = self._draw % 9999 + 1, 0
            self._balls = self._choose_balls()
            return text
        if self._balls_out == 1:
            return f"D {self._draw:04}"
        place = self._balls_out - 1
        return f"B {self._draw:04} {place:02} {self._balls[place - 1]:02}"

    def _odd_text(self) -> str:
        draw = self._chance.choice((*_DRAWS, self._draw, self._draw + 1)) % 10_000
        balls = [
            self._chance.choice(_BALLS) for _ in range(self._chance.choice((0, 1, 19, 20, 22)))
        ]
        texts = (
            f"R {draw:04}",
            f"D {draw:04}",
            f"B {draw:04} {self._chance.randrange(100):02} {self._chance.choice(_BALLS):02}",
            self._end_text(draw, balls),
            self._end_text(draw, self._balls),
            f"F {self._chance.randrange(100):02}",
            self._chance.choice(_OTHER_TEXTS),
        )
        return self._chance.choice(texts)

    def _end_text(self, draw: int, balls: list[int]) -> str:
        self._ended_draws.append(tuple(map(str, balls)))
        return f"E {draw:04}" + "".join(f" {ball:02}" for ball in balls)

    def _choose_balls(self) -> list[int]:
        return self._chance.sample(range(1, 81), BALLS_DRAWN)


def _line(text: str) -> bytes:
    octets = text.encode("ascii")
    return b"%b %08X\r\n" % (octets, zlib.crc32(octets))


def open_unit(chance: Random, wire: Impairment) -> UnusualUnit:
    return UnusualBlower(chance, wire)
