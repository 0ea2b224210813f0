"""The far end of the chip reader's wire."""

import threading
from binascii import crc_hqx
from collections import deque
from collections.abc import Collection, Mapping

from drivers.wiring import AntennaWiring
from sim.machines.mounted import Around, Mounted
from sim.wires.far_end import Bell

_COMMAND_SIZES = range(6, 16)
_MOST_TAGS = 27
_DATA_LENGTHS = {(0, 0): 0, (0, 1): 0, (0, 2): 0, (0, 6): 0, (0x08, 0xF0): 1, (0x01, 0x06): 0}
_ABOUT = bytes.fromhex("01 0A 15 00 30 00 1F 03")
_MIRRORED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


class SimRr3036:
    """An RR3036-class reader with tags on its antennas.

    Powers up in the worst state: field closed, in another mode, no antenna selected. A command with
    a wrong CRC stays unanswered. More than 27 tags don't fit into a reply; the answer is "not all
    read" (our own code). Not modelled: the time of an inventory, tags that read badly or answer at
    a neighbouring antenna (`put` them on both), the pause that ends a command.
    """

    def __init__(self, antennas: Collection[int]) -> None:
        self.moves = 0
        """How often tags were laid or taken, or the reader was switched on."""
        self.statuses: deque[int] = deque()
        """Statuses, from the first on, with which the next inventories are answered."""
        self.bell = Bell()
        """It never rings: the reader only answers."""
        self._tags: dict[int, frozenset[bytes]] = dict.fromkeys(antennas, frozenset())
        self._lock = threading.Lock()
        self._in = bytearray()
        self._out = bytearray()
        self.power_up()

    def power_up(self) -> None:
        """Return to the state after power-up; the tags stay where they are."""
        with self._lock:
            self.moves += 1
            self._field = False
            self._iso15693 = False
            self._antenna = 0
            self._in.clear()
            self._out.clear()

    def put(self, antenna: int, uid: bytes) -> None:
        """Lay a tag, its UID with E0 first, on an antenna. KeyError if there is no such one."""
        with self._lock:
            self._tags[antenna] |= {uid}
            self.moves += 1

    def take(self, antenna: int, uid: bytes) -> None:
        """Take a tag away. KeyError if it doesn't lie there."""
        with self._lock:
            if uid not in self._tags[antenna]:
                raise KeyError(uid.hex())
            self._tags[antenna] -= {uid}
            self.moves += 1

    def lying(self, antenna: int) -> frozenset[bytes]:
        with self._lock:
            return self._tags[antenna]

    def known(self, told: Mapping[int, frozenset[bytes] | None] | None) -> bool:
        """Return whether the host is right about the tags of each antenna; None is never right."""
        return told == self._tags

    def receive(self, data: bytes) -> None:
        """Take commands, in pieces or several at once."""
        with self._lock:
            self._in += data
            while self._in:
                size = self._in[0] + 1
                if size not in _COMMAND_SIZES:
                    del self._in[0]
                elif size <= len(self._in):
                    del self._in[: self._obey(bytes(self._in[:size]))]
                else:
                    break

    def transmit(self) -> bytes:
        """Give the replies not yet given."""
        with self._lock:
            out = bytes(self._out)
            self._out.clear()
            return out

    def _obey(self, frame: bytes) -> int:
        """Answer a frame; return how many of its bytes are done with."""
        if frame[1] != 0 or any(_check(frame)):
            return 1
        status, data = self._answer((frame[2], frame[3]), frame[4:-2])
        body = bytes([len(data) + 4, 0, status, *data])
        self._out += body + _check(body)
        return len(frame)

    def _answer(self, command: tuple[int, int], data: bytes) -> tuple[int, bytes]:
        if command not in _DATA_LENGTHS:
            return 0x02, b""
        if len(data) != _DATA_LENGTHS[command]:
            return 0x01, b""
        match command:
            case (0x00, 0x00):
                return 0x00, _ABOUT
            case (0x00, 0x06):
                self._iso15693 = True
            case (0x00, state):
                self._field = state == 0x02
            case (0x08, _):
                return self._select(data[0])
            case _:
                return self._inventory()
        return 0x00, b""

    def _select(self, antenna: int) -> tuple[int, bytes]:
        if antenna not in self._tags:
            return 0x03, b""
        self._antenna = antenna
        return 0x00, b""

    def _inventory(self) -> tuple[int, bytes]:
        if not self._field:
            return 0x05, b""
        if not self._iso15693:
            return 0x1F, b""
        if self.statuses:
            return self.statuses.popleft(), b""
        tags = self._tags.get(self._antenna, frozenset())
        if len(tags) > _MOST_TAGS:
            return 0x0B, b""
        return (0x00, b"".join(b"\0" + tag[::-1] for tag in tags)) if tags else (0x0E, b"")


def _check(frame: bytes) -> bytes:
    """Return the two bytes of CRC-16/MCRF4XX of a frame, 0 if it ends with its own.

    It is the CRC-CCITT of the mirrored bytes, mirrored.
    """
    return crc_hqx(frame.translate(_MIRRORED), 0xFFFF).to_bytes(2, "big").translate(_MIRRORED)


def far_end(wiring: AntennaWiring, _around: Around) -> Mounted[SimRr3036]:
    reader = SimRr3036(wiring.antennas)
    return Mounted(reader, wire=reader)
