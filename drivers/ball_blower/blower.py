"""A ball blower on its serial line, 9600 8N1: orders to it, and its draws as events."""

from collections import Counter
from collections.abc import Iterator, Sequence
from types import MappingProxyType
from typing import Final

from drivers.ball_blower.draw import BLOWER, Draws
from drivers.ball_blower.lines import (
    ASK,
    Ball,
    Begun,
    Ended,
    Faulty,
    Framer,
    Rests,
    Word,
    following,
    order,
)
from drivers.part import Part, Proof
from firmware.core.vocabulary.events import Event, FaultEnded, FaultRaised
from firmware.core.vocabulary.panel import Panel
from hal.errors import PortLost
from hal.ports import Millis, SerialPort

POLLED_EVERY: Final = Millis(20)
ASKED_EVERY: Final = Millis(500)
FRESH: Final = Millis(3 * ASKED_EVERY)
LOST_AFTER: Final = Millis(5000)

MISSING: Final = 1
"""The blower's code for a ball that is missing."""


class BallBlower(Part):
    """Starts a draw at the dealer's order, and reports each draw once, when its end line agrees.

    A line may be lost in either direction: the blower repeats its last line on demand, and an order
    has the number of its draw, so no draw is begun twice and none is reported wrong. The first
    panel after a start orders nothing, nor does one during a draw; a fault cancels an order. A draw
    begun at the blower itself is reported too, one that ended while the service was down is not.

    The protocol is our own (`drivers.ball_blower.lines`), and no blower has it. Raises PortLost
    after five seconds without a valid line.
    """

    name = BLOWER
    shows = ("spin",)
    frames = MappingProxyType({"?": ASK})

    def __init__(self, port: SerialPort) -> None:
        self.health: Counter[str] = Counter()
        """Orders during a draw (`already_drawing`), and the counters of `Draws` and `Framer`."""
        self._port = port
        self._framer = Framer(self.health)
        self._draws = Draws(self.health)
        self._number: int | None = None
        self._wanted = False
        self._at_rest = False
        self._ask_at = Millis(0)
        self._heard = Millis(0)
        self._fault: int | None = None

    def start(self, now: Millis) -> None:
        """Open the port; nothing is ordered before the blower has repeated its last line."""
        self._port.reopen()
        self._framer.break_off()
        self.answered = False
        self._number = None
        self._wanted = self._at_rest = False
        self._ask_at = self._heard = self.due = now

    def poll(self, now: Millis) -> Sequence[Event]:
        """Process the blower's lines, else send: a port lost by sending costs no event."""
        words = self._framer.feed(self._port.read())
        if words:
            self._heard = now
            self.answered = True
        events = [event for word in words for event in self._take(word)]
        self.due = Millis(now + POLLED_EVERY)
        if not events:
            self._step(now)
        return events

    def show(self, panel: Panel, now: Millis) -> None:
        """Order one draw for a new number of the panel."""
        before, self._number = self._number, panel.spin
        if before in (None, panel.spin):
            return
        if self._wanted or self._draws.under_way:
            self.health["already_drawing"] += 1
            return
        self._wanted = True
        self._ask_at = self.due = now

    def test(self, now: Millis) -> Proof:
        """Return that it answers. Raises PortLost if it has been silent for too long."""
        if now - self._heard > FRESH:
            raise PortLost(f"{self._port.path}: the ball blower does not answer")
        return Proof.ANSWERS

    def send(self, name: str, now: Millis) -> None:  # noqa: ARG002
        """Ask for the blower's last line at once."""
        self._ask_at = self.due = now

    # asking

    def _step(self, now: Millis) -> None:
        if now - self._heard >= LOST_AFTER:
            raise PortLost(f"{self._port.path}: the ball blower does not answer")
        if now >= self._ask_at:
            self._ask_at = Millis(now + ASKED_EVERY)
            self._port.write(self._next())

    def _next(self) -> bytes:
        last = self._draws.last
        if not self._wanted or not self._at_rest or last is None:
            return ASK
        self._draws.ordered = following(last)
        return order(self._draws.ordered)

    # hearing

    def _take(self, word: Word) -> Iterator[Event]:
        yield from self._fault_is(word.code if isinstance(word, Faulty) else None)
        self._at_rest = isinstance(word, Rests | Ended)
        last = self._draws.last
        match word:
            case Faulty():
                self._wanted = False
            case Rests(draw):
                yield from self._draws.rests(draw)
            case Ended():
                yield from self._draws.ended(word)
            case Begun(draw):
                yield from self._draws.goes_on(draw)
            case Ball(draw, nth, ball):
                yield from self._draws.goes_on(draw)
                yield from self._draws.out(nth, ball)
        if last not in (None, self._draws.last):
            self._wanted = False

    def _fault_is(self, code: int | None) -> Iterator[Event]:
        before, self._fault = self._fault, code
        if code == before:
            return
        if before is not None and (code is None or _kind(code) != _kind(before)):
            yield FaultEnded(BLOWER, _kind(before))
        if code is not None:
            yield FaultRaised(BLOWER, _kind(code), {"code": f"F{code:02}"})


def _kind(code: int) -> str:
    return "ball_missing" if code == MISSING else "wheel_fault"
