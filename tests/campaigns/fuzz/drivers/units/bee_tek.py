"""A Bee-Tek shoe: every word in every mode, case, blank and line end, and words of other modes."""

from itertools import product
from random import Random
from typing import ClassVar, Final

from drivers.bee_tek import BeeTekShoe
from drivers.bee_tek.shoe import BY_MODE, DRAWN
from firmware.core.vocabulary.cards import FULL_PACK
from firmware.core.vocabulary.events import CardRead, Event
from firmware.core.vocabulary.panel import Panel
from hal.ports import Millis
from sim.wires.memory_port import Impairment, MemoryPort
from tests.campaigns.fuzz.drivers.unusual_unit import UnusualUnit
from tests.campaigns.fuzz.drivers.wire import MeteredWire
from tests.campaigns.fuzz.fuzz_targets import Drawn
from tests.kits.drivers.far_ends import Silent

_REPEAT_MS: Final = 60
_KNOWN_MODES: Final = ("Game", "Manual Burn Cards")
_MODES: Final = (*_KNOWN_MODES, "GameAlarm", "Diagnostic", "Setup", "", "Game Over", "Card")
_TEXTS: Final = (
    "Game",
    "Alarm:E3",
    "Alarm:E3 Card Not Read",
    "Alarm:E31",
    "Alarm:",
    "Alarm:AS",
    "W0x01",
    "W0xFFFF",
    "W1",
    "Warning: Low",
    "W",
    "",
    "Card:",
    "Card:1S",
    "Card:11S",
    "Card:0H",
    "Card:S4",
    "Card:JOKER",
    "Card:4 S",
    "Card:tS",
    "Card:ASKH",
    "card",
    "Mode:Game",
    "x" * 60,
)
_ENDS: Final = ("", " ", "\r", "\n", "\r\n", "\n\r", "\t", "  ")
_BARE: Final = ("<W0x01>", "<w0x1f>", "<Game>", "<Card:4S>", "4S4S", "[Game]", "<", ">", "[]<>")
_CHANCE_ODD: Final = 0.2


class UnusualBeeTek:
    """Implements `UnusualUnit`: cards once or several times, and odd words among them.

    On a damaging wire each card is named at least twice: the words have no checksum, and one of a
    card that is named once can become another's, as the driver says.
    """

    SPAN_MS: ClassVar[int] = 25

    def __init__(self, chance: Random, wire: Impairment) -> None:
        self._chance = chance
        self._far_end = Silent()
        port = MemoryPort(self._far_end, impairment=wire)
        self.part = BeeTekShoe(port, _REPEAT_MS, every_card=chance.choice((BY_MODE, DRAWN)))
        self.sent_messages = 0
        self._drawn = Drawn()
        is_damaging = isinstance(wire, MeteredWire) and wire.is_damaging
        self._repetitions = (2, 2, 3) if is_damaging else (1, 1, 2, 2, 3)

    def speak(self) -> None:
        """Send a card's words, or an odd one."""
        self.part.show(Panel({}, card_due=self._chance.random() < 0.5), Millis(0))
        is_odd = self._chance.random() < _CHANCE_ODD
        words = [self._odd_word()] if is_odd else self._card_words()
        self.sent_messages += len(words)
        self._far_end.says = b"".join(words)

    def is_invented(self, event: Event) -> bool:
        """Return whether a card was not sent."""
        return isinstance(event, CardRead) and self._drawn.lies(event.card)

    def _card_words(self) -> list[bytes]:
        card = self._chance.choice(FULL_PACK)
        self._drawn.draw(card)
        name = f"10{card.suit}" if card.rank == "T" and self._chance.random() < 0.5 else card.name
        word = f"[{self._chance.choice(_KNOWN_MODES)}]<Card:{name}>"
        return [self._formed(word) for _ in range(self._chance.choice(self._repetitions))]

    def _odd_word(self) -> bytes:
        if self._chance.random() < 0.3:
            return self._formed(self._chance.choice(_BARE))
        mode, text = self._chance.choice(list(product(_MODES, _TEXTS)))
        return self._formed(f"[{mode}]<{text}>")

    def _formed(self, word: str) -> bytes:
        shape = self._chance.choice((str, str, str.upper, str.lower))
        before, after = self._chance.choices(_ENDS, k=2)
        return (before + shape(word) + after).encode("ascii")


def open_unit(chance: Random, wire: Impairment) -> UnusualUnit:
    return UnusualBeeTek(chance, wire)
