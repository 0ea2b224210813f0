"""A ReShuffled: any reply to any word, asked or not, and the plain lines of its board."""

from collections import deque
from random import Random
from typing import ClassVar, Final

from drivers.reshuffled import ReShuffledShuffler
from drivers.reshuffled.framer import encode
from firmware.core.vocabulary.events import Event, ShuffleEnded
from firmware.core.vocabulary.panel import Panel
from hal.ports import Millis
from sim.wires.memory_port import Impairment, MemoryPort
from tests.campaigns.fuzz.drivers.unusual_unit import UnusualUnit

_USUAL: Final = {b"IN": (b"OK",), b"SH": (b"OK",), b"CA": (b"OK",)}
_STATES: Final = (b"SR", b"SS", b"SD", b"SO", b"SJ1", b"SJ999")
_ODD: Final = (
    *(b"OK", b"E0", b"E1", b"E2", b"E3", b"E4", b"E999", b"E1000", b"EE"),
    *(b"SX", b"S", b"SR1", b"SJ", b"SJ1234", b"C52", b"C52U", b"U1", b"C1000U0", b"C0U0"),
    *(b"4SKHTD", b"SA", b"IN", b"SH", b"ST", b"A" * 28),
)
_LINES: Final = (
    *(b"Fehler: %d\r\n" % number for number in (1, 2, 3, 4, 9)),
    b"Error",
    b"request check ok\n",
    b"Received a request: :SH#A848D5CA\n",
    b"response for :ST\n",
    b"\n",
)
_MEMORY: Final = 16
_CHANCE_ODD: Final = 0.1


class UnusualReShuffled:
    """Implements `UnusualUnit` and `sim.wires.far_end.FarEnd`: replies to what it is asked."""

    SPAN_MS: ClassVar[int] = 250

    def __init__(self, chance: Random, wire: Impairment) -> None:
        self._chance = chance
        self.part = ReShuffledShuffler(MemoryPort(self, impairment=wire))
        self.sent_messages = 0
        self._unsent = b""
        self._shuffles = 0
        self._sent_counts: deque[tuple[int, int]] = deque(maxlen=_MEMORY)

    def receive(self, data: bytes) -> None:
        """Answer a word, in its order or oddly."""
        word = data[1:3]
        if self._is_odd():
            self._say(self._chance.choice(_ODD))
        elif word == b"ST":
            self._say(self._chance.choice(_STATES))
        elif word == b"CT":
            self._say(self._count())
        else:
            self._say(self._chance.choice(_USUAL.get(word, (b"E2",))))

    def transmit(self) -> bytes:
        unsent, self._unsent = self._unsent, b""
        return unsent

    def speak(self) -> None:
        """Order a shuffle, or say something unasked."""
        if self._is_odd():
            self._shuffles += 1
            self.part.show(Panel({}, shuffle=self._shuffles), Millis(0))
        if self._is_odd():
            self._say(self._chance.choice((*_ODD, *_STATES, self._count())))
        if self._is_odd():
            self._unsent += self._chance.choice(_LINES)
            self.sent_messages += 1

    def is_invented(self, event: Event) -> bool:
        """Return whether a count was not sent."""
        is_counted = isinstance(event, ShuffleEnded) and event.cards is not None
        return is_counted and (event.cards, event.unread) not in self._sent_counts

    def _count(self) -> bytes:
        cards, unread = self._chance.randrange(1000), self._chance.randrange(4)
        self._sent_counts.append((cards, unread))
        return b"C%dU%d" % (cards, unread)

    def _say(self, data: bytes) -> None:
        if data == b"C0U0":
            self._sent_counts.append((0, 0))
        self._unsent += encode(data)
        self.sent_messages += 1

    def _is_odd(self) -> bool:
        return self._chance.random() < _CHANCE_ODD


def open_unit(chance: Random, wire: Impairment) -> UnusualUnit:
    return UnusualReShuffled(chance, wire)
