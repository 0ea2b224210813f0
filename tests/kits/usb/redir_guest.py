"""A guest of USB redirection, as QEMU is one: it says hello and makes transfers."""

import struct
from pathlib import Path
from typing import Final

from tests.kits.usb.octet_client import OctetClient

ALL_CAPABILITIES: Final = 0xFF
HELLO, DEVICE_CONNECT, DEVICE_DISCONNECT, CONTROL, BULK, INTERRUPT = 0, 1, 2, 100, 101, 103
START_READING, STOP_READING, READING_STATUS = 15, 16, 17


class RedirGuest:
    """A guest with every capability, whose packets have numbers of 64 bits after its hello."""

    def __init__(self, path: Path) -> None:
        self._client = OctetClient.at_path(path)
        self._number = 0
        self._client.read_bytes(12 + 68)
        hello = b"a guest".ljust(64, b"\0") + struct.pack("<I", ALL_CAPABILITIES)
        self._client.write_bytes(struct.pack("<III", HELLO, len(hello), 0) + hello)

    def read_packet(self) -> tuple[int, int, bytes]:
        """Return the kind, number and content of the next packet."""
        kind, length, number = struct.unpack("<IIQ", self._client.read_bytes(16))
        return kind, number, self._client.read_bytes(length)

    def wait_for(self, wanted_kind: int, wanted_number: int = 0) -> bytes:
        """Drop packets up to this one, and return its content."""
        while True:
            kind, number, content = self.read_packet()
            if (kind, number) == (wanted_kind, wanted_number):
                return content

    def send(self, kind: int, content: bytes, number: int | None = None) -> int:
        """Send a packet and return its number, by default the next one."""
        self._number += 1
        number = self._number if number is None else number
        self._client.write_bytes(struct.pack("<IIQ", kind, len(content), number) + content)
        return number

    def control(
        self, request_type: int, request: int, value: int, index: int, data: bytes | int
    ) -> bytes | None:
        """Make a control transfer of `data`, or of so many octets to read; None is a stall."""
        length, sent = (data, b"") if isinstance(data, int) else (len(data), data)
        head = struct.pack("<BBBBHHH", 0, request, request_type, 0, value, index, length)
        answer = self.wait_for(CONTROL, self.send(CONTROL, head + sent))
        return None if answer[3] else answer[10:]

    def write(self, endpoint: int, data: bytes) -> None:
        """Make a transfer to the device."""
        head = struct.pack("<BBH", endpoint, 0, len(data))
        assert self.wait_for(INTERRUPT, self.send(INTERRUPT, head + data))[1] == 0

    def start_reading(self, endpoint: int) -> int:
        """Have an endpoint send what it has from now on; return the status of that."""
        self.send(START_READING, bytes((endpoint,)))
        return self.wait_for(READING_STATUS)[0]

    def read(self) -> bytes:
        """Return what the next packet of the device has."""
        endpoint, status, length = struct.unpack_from("<BBH", content := self.wait_for(INTERRUPT))
        assert (endpoint >> 7, status, length) == (1, 0, len(content) - 4)
        return content[4:]

    def ask_bulk(self, endpoint: int, size: int) -> int:
        """Begin a bulk transfer from the device; return its number."""
        return self.send(BULK, struct.pack("<BBHIH", endpoint, 0, size, 0, 0))

    def close(self) -> None:
        self._client.close()
