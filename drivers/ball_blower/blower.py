"""How a ball blower is told to draw, and what comes out becomes events; 9600 8N1."""

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
    """Starts a draw when the dealer does, and tells each draw once, when its end line agrees.

    Since the blower says its last line again whenever it is asked, and orders bear the number of
    their draw, a line may be lost either way: no draw is begun twice and none is told wrong. The
    first panel after a start is taken as obeyed; an order is forgotten when it meets a fault, and
    does nothing while a draw is under way. Draws begun at the blower itself are told too. A draw
    that ended while the service was down is not told.

    The protocol is our own (`drivers.ball_blower.lines`), and no blower has it. Raises PortLost
    when nothing right was heard for five seconds.
    """

    name = BLOWER
    frames = MappingProxyType({"?": ASK})

    def __init__(self, port: SerialPort) -> None:
        self.health: Counter[str] = Counter()
        """Orders while a draw was under way (`already_drawing`), and what `Draws` and `Framer`
        count."""
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
        """Open the port; what the blower does is asked before anything is told to it."""
        self._port.reopen()
        self._framer.break_off()
        self.answered = False
        self._number = None
        self._wanted = self._at_rest = False
        self._ask_at = self._heard = self.due = now

    def poll(self, now: Millis) -> Sequence[Event]:
        """Take what has come, else send what is next: a port lost by sending costs no event."""
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
        """Have the blower draw once for a new number of the panel's."""
        before, self._number = self._number, panel.spin
        if before in (None, panel.spin):
            return
        if self._wanted or self._draws.under_way:
            self.health["already_drawing"] += 1
            return
        self._wanted = True
        self._ask_at = self.due = now

    def test(self, now: Millis) -> Proof:
        """Say that it answers. Raises PortLost if it has not, of late."""
        if now - self._heard > FRESH:
            raise PortLost(f"{self._port.path}: the ball blower does not answer")
        return Proof.ANSWERS

    def send(self, name: str, now: Millis) -> None:  # noqa: ARG002
        """Have the blower say its last line again at once."""
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
