"""An Angel Eye: every letter, payload and answer, its three copies whole or not, its SEQ in order
or not.
"""

from functools import reduce
from itertools import product
from operator import xor
from random import Random
from typing import ClassVar, Final

from drivers.angel_eye import AngelEyeShoe
from drivers.angel_eye.framer import REFUSAL_CODES
from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.events import CardRead, Event
from firmware.core.vocabulary.panel import Panel
from hal.ports import Millis
from sim.wires.memory_port import Impairment, MemoryPort
from tests.campaigns.fuzz.drivers.unusual_unit import UnusualUnit
from tests.campaigns.fuzz.fuzz_targets import Drawn
from tests.kits.drivers.far_ends import Silent

_CARDS: Final = {
    0x80 | suit_code << 4 | rank_code: parse_card(rank + suit)
    for (suit_code, suit), (rank_code, rank) in product(
        enumerate("DCSH", start=1), enumerate("A23456789TJQK", start=1)
    )
}
_TARGETS: Final = (0x81, 0x82, 0x83, 0x91, 0x92, 0x93, 0xA0, 0xC0, 0xD5)
_ODD_TARGETS: Final = (0x80, 0x84, 0x9F, 0xB1, 0xE0, 0xFF)
_STATES: Final = (0x80, 0x91, 0xA0, 0xB0, 0xF7)
_LETTERS: Final = "SPCGDdREeLMXxZz0{"
_PRESETS: Final = (b"010008", b"", b"0", b"0123456789", b"\xff")
_ANSWERS: Final = (
    b"\x06",
    *(bytes([0x15]) + bytes.fromhex(code) for code in REFUSAL_CODES),
    *(b"\x15" + code.encode("ascii") for code in (*REFUSAL_CODES, "99", "00", "1D", "xy")),
    *(b"\x15\x7f", b"\x15\x80", b"\x15\x00", b"\x15\x15\x06"),
)
_ERROR_OCTETS: Final = (0x80, 0xC0, *range(0x81, 0x89), *range(0xC1, 0xC9), 0xBF, 0xFF)
_CHANCE_ODD: Final = 0.2


class UnusualAngelEye:
    """Implements `UnusualUnit`: cards of a game, and odd messages and answers among them."""

    SPAN_MS: ClassVar[int] = 60

    def __init__(self, chance: Random, wire: Impairment) -> None:
        self._chance = chance
        self._far_end = Silent()
        self.part = AngelEyeShoe(
            MemoryPort(self._far_end, impairment=wire),
            copies_needed=chance.choice((2, 3)),
            commands=chance.random() < 0.5,
        )
        self.sent_messages = 0
        self._sequence = 0
        self._drawn = Drawn()

    def speak(self) -> None:
        """Send a message in its copies, and perhaps an answer."""
        self._command()
        self._sequence = (self._sequence + 1) % 10
        if self._is_odd():
            self._sequence = self._chance.randrange(10)
        code, payload = self._odd_message() if self._is_odd() else self._card_message()
        frame = self._frame(code, payload)
        said = frame * (self._chance.choice((1, 2, 4)) if self._is_odd() else 3)
        if self._chance.random() < 0.3:
            said += self._chance.choice(_ANSWERS)
        self.sent_messages += 1
        self._far_end.says = said

    def is_invented(self, event: Event) -> bool:
        """Return whether a card was not sent."""
        return isinstance(event, CardRead) and self._drawn.lies(event.card)

    def _command(self) -> None:
        if self._is_odd():
            clears = self._chance.choice((None, "unreadable", "overdraw", "unknown_state"))
            panel = Panel({}, shoe_locked=self._chance.random() < 0.5, shoe_clears=clears)
            self.part.show(panel, self._now())

    def _now(self) -> Millis:
        return Millis(max(0, self.part.due - 1)) if self.part.due < 1 << 40 else Millis(0)

    def _card_message(self) -> tuple[str, bytes]:
        return "D", bytes((self._chance.choice(_TARGETS), self._any_card()))

    def _odd_message(self) -> tuple[str, bytes]:
        code = self._chance.choice(_LETTERS)
        match code:
            case "R" if self._is_odd():
                return code, b""
            case "D" | "R":
                return code, bytes((self._chance.choice(_TARGETS + _ODD_TARGETS), self._any_face()))
            case "d":
                return code, bytes((self._chance.choice(_STATES), self._any_face()))
            case "E" | "e" if not self._is_odd():
                return code, bytes((self._chance.choice(_ERROR_OCTETS),))
            case "M":
                return code, self._chance.choice(_PRESETS)
            case "G" | "E" | "e" | "L":
                return code, bytes(
                    self._any_octet() for _ in range(self._chance.choice((1, 1, 0, 2)))
                )
        return code, bytes(self._any_octet() for _ in range(self._chance.randrange(4)))

    def _any_card(self) -> int:
        octet, card = self._chance.choice(list(_CARDS.items()))
        self._drawn.draw(card)
        return octet

    def _any_face(self) -> int:
        return self._chance.choice((self._any_card(), 0x80, 0x8E, 0xB0, 0xFF))

    def _any_octet(self) -> int:
        return 0x80 | self._chance.randrange(0x80)

    def _frame(self, code: str, payload: bytes) -> bytes:
        body = b"%d" % self._sequence + code.encode("ascii") + payload + b"\x03"
        return b"\x05" + body + b"%02X" % reduce(xor, body)

    def _is_odd(self) -> bool:
        return self._chance.random() < _CHANCE_ODD


def open_unit(chance: Random, wire: Impairment) -> UnusualUnit:
    return UnusualAngelEye(chance, wire)
