"""A PN532: each frame of the manual, each form of a look, and what no manual defines."""

from collections import deque
from random import Random
from typing import ClassVar, Final

from drivers.pn532 import CardReader, HsuLink
from drivers.pn532.frames import ACK, NACK, encode_frame
from drivers.tags.deck_registry import DeckRegistry
from firmware.core.vocabulary.events import CardRead, CutCardSeen, Event
from sim.machines.foreign_cards import FOREIGN_CARDS
from sim.wires.far_end import OutputBell
from sim.wires.memory_port import Impairment, MemoryPort
from tests.campaigns.fuzz.drivers.unusual_unit import UnusualUnit
from tests.kits.drivers.pn532_bench import BATCH, CUT, OTHERS, TAGS

_OURS: Final = sorted(TAGS)[:12]
_TAGS: Final = (
    *_OURS,
    CUT,
    *sorted(OTHERS)[:2],
    bytes.fromhex("04FEEDFACE0180"),
    b"\xde\xad\xbe\xef",
)
_OTHER_MODULATIONS: Final = (
    "01 01 14 01 0101050186040202 03004B024F498A8A 8008",
    "01 01 12 01 0101050186040202 03004B024F498A8A",
    "01 01 50 11223344 55667788 99AABB 01 00",
    "01 01 0C00 11223344",
)
_REFUSALS: Final = (NACK, bytes.fromhex("0000FF01FF7F8100"))
_LOOKS_REMEMBERED: Final = 12
_CHANCE_ODD: Final = 0.04
_COMMAND_AT: Final = 6


class UnusualPn532:
    """Implements `UnusualUnit` and the far end: answers what it is asked, and oddly now and then.

    What lies in its field stays for some looks.
    """

    SPAN_MS: ClassVar[int] = 20

    def __init__(self, chance: Random, wire: Impairment) -> None:
        self._chance = chance
        self.bell = OutputBell()
        self._unsent_bytes = bytearray()
        port = MemoryPort(self, impairment=wire)
        self.part = CardReader(HsuLink(port), DeckRegistry(TAGS | OTHERS), BATCH)
        self.sent_messages = self._looks = 0
        self._tags: list[bytes] = []
        self._foreign_cards = [FOREIGN_CARDS[0]]
        self._last_looks: deque[tuple[bytes, ...]] = deque(maxlen=_LOOKS_REMEMBERED)

    def speak(self) -> None:
        """Change what lies in the field, or say something unasked."""
        if self._chance.random() < 0.2:
            self._tags = self._chance.sample(_TAGS, self._chance.choice((0, 0, 1, 1, 1, 2)))
            self._foreign_cards = self._chance.sample(
                FOREIGN_CARDS, self._chance.choice((0, 0, 1, 2))
            )
        if self._is_odd():
            self._send(self._unsolicited_frame())

    def is_invented(self, event: Event) -> bool:
        """Return whether a card was in none of the last looks."""
        match event:
            case CardRead(tag=tag):
                uid = bytes.fromhex(tag or "")
            case CutCardSeen():
                uid = CUT
            case _:
                return False
        return not any(uid in look for look in self._last_looks)

    def receive(self, data: bytes) -> None:
        """Acknowledge a command and answer it."""
        # a wake-up, or an ACK
        if len(data) <= _COMMAND_AT or data[5] != 0xD4:
            return
        self._send(ACK)
        if self._is_odd():
            self._send(self._chance.choice((*_REFUSALS, self._unsolicited_frame())))
        if self._chance.random() > 0.01:
            self._answer(data[_COMMAND_AT])

    def transmit(self) -> bytes:
        unsent = bytes(self._unsent_bytes)
        self._unsent_bytes.clear()
        return unsent

    def _answer(self, command: int) -> None:
        match command:
            case 0x02:
                ic = (
                    self._chance.choice((0x31, 0x33, 0x00))
                    if self._chance.random() < 0.01
                    else 0x32
                )
                self._reply(command, bytes((ic, 1, self._chance.choice((4, 5, 6)), 7)))
            case 0x04:
                self._reply(
                    command, bytes((self._status(), self._chance.choice((0, 1, 255)), 0, 0))
                )
            case 0x4A:
                self._reply(command, self._look())
            case 0x52:
                self._reply(command, bytes((self._status(),)))
            case _:
                self._reply(command, self._chance.randbytes(2) if self._is_odd() else b"")

    def _status(self) -> int:
        return self._chance.randrange(256) if self._is_odd() else 0

    def _look(self) -> bytes:
        self._looks += 1
        if self._is_odd():
            self._last_looks.append(())
            return self._odd_look()
        tags = [bytes((0, 4, 8, len(uid))) + uid for uid in self._tags]
        foreign_cards = [card.list_target(self._looks) for card in self._foreign_cards]
        targets = [*tags, *foreign_cards]
        self._chance.shuffle(targets)
        self._last_looks.append(
            tuple(uid for uid in self._tags if any(uid in one for one in targets[:2]))
        )
        return bytes((len(targets[:2]),)) + b"".join(
            bytes((number,)) + target for number, target in enumerate(targets[:2], start=1)
        )

    def _odd_look(self) -> bytes:
        uid = self._chance.choice(_OURS)
        listed = bytes((1, 1, 0, 4, 8, len(uid))) + uid
        return self._chance.choice(
            (
                *map(bytes.fromhex, _OTHER_MODULATIONS),
                listed[: self._chance.randrange(len(listed))],
                listed + b"\x00",
                bytes((self._chance.randrange(256),)) + listed[1:-1],
                b"\x01\x02" + listed[2:-1],
                self._chance.randbytes(self._chance.randrange(263)),
            )
        )

    def _unsolicited_frame(self) -> bytes:
        uid = self._chance.choice(_OURS)
        code = self._chance.randrange(1, 256, 2)
        body = self._chance.choice(
            (
                bytes((0xD5, code)) + self._chance.randbytes(self._chance.randrange(20)),
                bytes((0xD4, code)),
                bytes((self._chance.randrange(256),)),
                b"\xd5\x43" + uid,
            )
        )
        is_look = body[:2] == b"\xd5\x4b"
        return encode_frame(b"\xd5\x43" + body[2:] if is_look else body)

    def _reply(self, command: int, data: bytes) -> None:
        body = bytes((0xD5, command + 1)) + data
        if len(body) <= 255 and self._chance.random() > 0.05:
            self._send(encode_frame(body))
            return
        size = len(body).to_bytes(2, "big")
        head = b"\x00\x00\xff\xff\xff" + size + bytes((-sum(size) & 0xFF,))
        self._send(head + body + bytes((-sum(body) & 0xFF, 0)))

    def _send(self, frame: bytes) -> None:
        self.sent_messages += 1
        self._unsent_bytes += frame
        self.bell.ring()

    def _is_odd(self) -> bool:
        return self._chance.random() < _CHANCE_ODD


def open_unit(chance: Random, wire: Impairment) -> UnusualUnit:
    return UnusualPn532(chance, wire)
