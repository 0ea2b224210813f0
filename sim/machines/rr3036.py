"""The far end of the chip reader's wire."""

import threading
from binascii import crc_hqx
from collections import deque
from collections.abc import Collection, Mapping

from drivers.wiring import AntennaWiring
from sim.machines.installation import FarEndContext, Installation
from sim.wires.far_end import OutputBell

_COMMAND_SIZES = range(6, 16)
_MOST_TAGS = 27
_DATA_LENGTHS = {(0, 0): 0, (0, 1): 0, (0, 2): 0, (0, 6): 0, (0x08, 0xF0): 1, (0x01, 0x06): 0}
_READER_INFORMATION = bytes.fromhex("01 0A 15 00 30 00 1F 03")
_MIRRORED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


class SimRr3036:
    """An RR3036-class reader with tags on its antennas.

    Powers up in the worst state: field closed, in another mode, no antenna selected. A command with
    a wrong CRC stays unanswered. More than 27 tags don't fit into a reply; the answer is "not all
    read" (our own code). Not modelled: the time of an inventory, tags that read badly or answer at
    a neighbouring antenna (use `put_tag` on both), the pause that ends a command.
    """

    def __init__(self, antennas: Collection[int]) -> None:
        self.move_count = 0
        """How often tags were laid or taken, or the reader was switched on."""
        self.statuses: deque[int] = deque()
        """Statuses, from the first on, with which the next inventories are answered."""
        self.forced_replies: dict[tuple[int, int], tuple[int, bytes]] = {}
        """By command and state, the status and the data that it is always answered with."""
        self.refusal: int | None = None
        """The status with which every command is answered."""
        self.address = 0x00
        """The address in its replies."""
        self.bell = OutputBell()
        """It never rings: the reader only answers."""
        self._tags: dict[int, frozenset[bytes]] = dict.fromkeys(antennas, frozenset())
        self._lock = threading.Lock()
        self._received_bytes = bytearray()
        self._unsent_bytes = bytearray()
        self.power_up()

    def power_up(self) -> None:
        """Return to the state after power-up; the tags stay where they are."""
        with self._lock:
            self.move_count += 1
            self._field_open = False
            self._iso15693 = False
            self._selected_antenna = 0
            self._received_bytes.clear()
            self._unsent_bytes.clear()

    def put_tag(self, antenna: int, tag_uid: bytes) -> None:
        """Put a tag, its UID with E0 first, on an antenna. KeyError if there is no such antenna."""
        with self._lock:
            self._tags[antenna] |= {tag_uid}
            self.move_count += 1

    def remove_tag(self, antenna: int, tag_uid: bytes) -> None:
        """Take a tag away. KeyError if it isn't there."""
        with self._lock:
            if tag_uid not in self._tags[antenna]:
                raise KeyError(tag_uid.hex())
            self._tags[antenna] -= {tag_uid}
            self.move_count += 1

    def tags_on_antenna(self, antenna: int) -> frozenset[bytes]:
        with self._lock:
            return self._tags[antenna]

    def host_knows(self, host_tags: Mapping[int, frozenset[bytes] | None] | None) -> bool:
        """Return whether the host is right about the tags of each antenna; None is never right."""
        return host_tags == self._tags

    def receive(self, data: bytes) -> None:
        """Take commands, in pieces or several at once."""
        with self._lock:
            self._received_bytes += data
            while self._received_bytes:
                size = self._received_bytes[0] + 1
                # No command is so long: drop the octet and look for a length behind it.
                if size not in _COMMAND_SIZES:
                    del self._received_bytes[0]
                elif size <= len(self._received_bytes):
                    del self._received_bytes[
                        : self._execute_command(bytes(self._received_bytes[:size]))
                    ]
                else:
                    break

    def transmit(self) -> bytes:
        """Give the replies not yet given."""
        with self._lock:
            unsent = bytes(self._unsent_bytes)
            self._unsent_bytes.clear()
            return unsent

    def _execute_command(self, frame: bytes) -> int:
        """Answer a frame; return how many of its bytes are done with."""
        if frame[1] != 0 or any(_crc_bytes(frame)):
            return 1
        command = (frame[2], frame[3])
        if self.refusal is not None:
            status, data = self.refusal, b""
        elif command in self.forced_replies:
            status, data = self.forced_replies[command]
        else:
            status, data = self._execute_command_frame(command, frame[4:-2])
        self._queue_reply(status, data)
        return len(frame)

    def speak(self, status: int, data: bytes = b"") -> None:
        """Send a reply that nobody has asked for."""
        with self._lock:
            self._queue_reply(status, data)

    def _queue_reply(self, status: int, data: bytes) -> None:
        frame_body = bytes([len(data) + 4, self.address, status, *data])
        self._unsent_bytes += frame_body + _crc_bytes(frame_body)

    def _execute_command_frame(self, command: tuple[int, int], data: bytes) -> tuple[int, bytes]:
        if command not in _DATA_LENGTHS:
            return 0x02, b""
        if len(data) != _DATA_LENGTHS[command]:
            return 0x01, b""
        match command:
            case (0x00, 0x00):
                return 0x00, _READER_INFORMATION
            case (0x00, 0x06):
                self._iso15693 = True
            case (0x00, state):
                self._field_open = state == 0x02
            case (0x08, _):
                return self._select_antenna(data[0])
            case _:
                return self._inventory()
        return 0x00, b""

    def _select_antenna(self, antenna: int) -> tuple[int, bytes]:
        if antenna not in self._tags:
            return 0x03, b""
        self._selected_antenna = antenna
        return 0x00, b""

    def _inventory(self) -> tuple[int, bytes]:
        if not self._field_open:
            return 0x05, b""
        if not self._iso15693:
            return 0x1F, b""
        if self.statuses:
            # Faults that a test has queued.
            return self.statuses.popleft(), b""
        tags = self._tags.get(self._selected_antenna, frozenset())
        if len(tags) > _MOST_TAGS:
            return 0x0B, b""
        return (0x00, b"".join(b"\0" + tag_uid[::-1] for tag_uid in tags)) if tags else (0x0E, b"")


def _crc_bytes(frame: bytes) -> bytes:
    """Return the two bytes of CRC-16/MCRF4XX of a frame, 0 if it ends with its own.

    It is the CRC-CCITT of the mirrored bytes, mirrored.
    """
    return crc_hqx(frame.translate(_MIRRORED), 0xFFFF).to_bytes(2, "big").translate(_MIRRORED)


def far_end(wiring: AntennaWiring, _context: FarEndContext) -> Installation[SimRr3036]:
    reader = SimRr3036(wiring.antennas)
    return Installation(reader, serial_end=reader)
