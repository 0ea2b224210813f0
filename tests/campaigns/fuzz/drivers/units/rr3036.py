"""An RR3036: each status and form of a reply to each command, and what no manual defines."""

from collections import deque
from random import Random
from typing import ClassVar, Final

from drivers.rr3036.message_table import ERROR_CODES
from drivers.rr3036.protocol import InventoryStatus, crc16_mcrf4xx
from drivers.rr3036.reader import ChipReader
from drivers.tags.chip_registry import ChipRegistry
from firmware.core.vocabulary.events import Event, StackRead
from sim.wires.far_end import OutputBell
from sim.wires.memory_port import Impairment, MemoryPort
from tests.campaigns.fuzz.drivers.unusual_unit import UnusualUnit
from tests.kits.drivers.rr3036_bench import ANTENNAS, CHIPS

_FOREIGN_TAGS: Final = (
    bytes.fromhex("E0040150FFFFFFFF"),  # NXP ICODE, of no registry
    bytes.fromhex("E0022C0011223344"),  # ST
    bytes.fromhex("E0078000AABBCCDD"),  # Texas Instruments
    bytes.fromhex("0102030405060708"),
)
_READINGS_REMEMBERED: Final = 24
_INFORMATION: Final = bytes.fromhex("010A150030001F03")
_CHANCE_ODD: Final = 0.02
_EMPTY: Final = (InventoryStatus.NO_TAG, InventoryStatus.NONE_IN_TIME)
_DOUBTS: Final = (InventoryStatus.NOT_ALL_IN_TIME, InventoryStatus.TAG_GARBLED)
Tags = frozenset[bytes]


class UnusualRr3036:
    """Implements `UnusualUnit` and the far end: chips that are moved, and odd replies."""

    SPAN_MS: ClassVar[int] = 20

    def __init__(self, chance: Random, wire: Impairment) -> None:
        self._chance = chance
        self.bell = OutputBell()
        self._unsent_bytes = bytearray()
        self.part = ChipReader(MemoryPort(self, impairment=wire), ANTENNAS, ChipRegistry(CHIPS))
        self.sent_messages = 0
        self._antenna = 1
        self._tags: dict[int, Tags] = dict.fromkeys(ANTENNAS, frozenset())
        self._readings: dict[int, deque[Tags]] = {
            antenna: deque([frozenset()], _READINGS_REMEMBERED) for antenna in ANTENNAS
        }

    def speak(self) -> None:
        """Move chips, or say something unasked."""
        if self._chance.random() < 0.1:
            antenna = self._chance.choice([*ANTENNAS])
            chips = self._chance.sample(sorted(CHIPS), self._chance.choice((0, 1, 2, 24)))
            strays = self._chance.sample(_FOREIGN_TAGS, 1) if self._is_odd() else []
            self._tags[antenna] = frozenset((*chips, *strays))
        if self._is_odd():
            self._send(*self._odd_reply())

    def is_invented(self, event: Event) -> bool:
        """Return whether a stack was in none of the last readings at its place."""
        if not isinstance(event, StackRead):
            return False
        antenna = next(number for number, place in ANTENNAS.items() if place == event.place)
        worths = {
            sum(
                CHIPS[uid].cents
                for uid in tags
                if uid in CHIPS and CHIPS[uid].owner == event.bettor
            )
            for tags in self._readings[antenna]
        }
        return event.cents not in worths

    def receive(self, data: bytes) -> None:
        """Answer a command."""
        if self._chance.random() < 0.005:
            return
        command = data[2:4]
        if self._is_odd():
            self._send(*self._odd_reply())
        elif command == b"\x01\x06":
            self._send(*self._inventory())
        elif command == b"\x08\xf0":
            self._antenna = data[4]
            self._send(0x00)
        else:
            self._send(0x00, _INFORMATION if command == b"\x00\x00" else b"")

    def transmit(self) -> bytes:
        unsent = bytes(self._unsent_bytes)
        self._unsent_bytes.clear()
        return unsent

    def _inventory(self) -> tuple[int, bytes]:
        tags = self._tags[self._antenna]
        if tags and self._chance.random() < 0.1:
            return self._chance.choice(_DOUBTS), b""
        self._readings[self._antenna].append(tags)
        if not tags:
            return self._chance.choice(_EMPTY), b""
        records = [bytes((self._chance.randrange(256),)) + uid[::-1] for uid in sorted(tags)]
        self._chance.shuffle(records)
        return 0x00, b"".join(records)

    def _odd_reply(self) -> tuple[int, bytes]:
        """Return a status and data that name no chip of the registry."""
        status = self._chance.choice((0x0F, 0x10, 0x1B))
        return self._chance.choice(
            (
                (status, bytes((self._chance.choice(ERROR_CODES[status]),))),
                (status, self._chance.randbytes(self._chance.randrange(3))),
                (self._chance.choice((*range(1, 0x0A), 0x0D, *range(0x10, 0x100))), b""),
                (0x0B, self._chance.randbytes(9)),
                (0x00, self._chance.randbytes(self._chance.choice((1, 3, 5, 7, 10, 250)))),
                (0x00, b"\x00" + self._chance.choice(_FOREIGN_TAGS)[::-1]),
            )
        )

    def _send(self, status: int, data: bytes = b"") -> None:
        self.sent_messages += 1
        address = self._chance.randrange(1, 256) if self._chance.random() < 0.002 else 0x00
        body = bytes((len(data) + 4, address, status)) + data
        self._unsent_bytes += body + crc16_mcrf4xx(body).to_bytes(2, "little")
        self.bell.ring()

    def _is_odd(self) -> bool:
        return self._chance.random() < _CHANCE_ODD


def open_unit(chance: Random, wire: Impairment) -> UnusualUnit:
    return UnusualRr3036(chance, wire)
