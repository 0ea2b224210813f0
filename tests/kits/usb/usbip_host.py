"""A host that imports a device by USB/IP, as Linux' vhci-hcd does."""

import struct
from typing import Final

from tests.kits.usb.octet_client import OctetClient

SUBMIT, UNLINK, RET_SUBMIT, RET_UNLINK = 1, 2, 3, 4
_RECORD: Final = 312


class UsbIpHost:
    """A host that has imported the device at a bus id. Raises ConnectionRefusedError if refused."""

    def __init__(self, address: tuple[str, int], bus_id: str = "1-1") -> None:
        self._client = OctetClient.at_address(address)
        self._number = 0
        self._client.write_bytes(
            bytes.fromhex("0111800300000000") + bus_id.encode().ljust(32, b"\0")
        )
        state = self._client.read_bytes(8)[7]
        if state:
            self._client.close()
            raise ConnectionRefusedError(state)
        self.record = self._client.read_bytes(_RECORD)

    def submit(self, endpoint: int, setup: bytes, data: bytes | int) -> int:
        """Begin a transfer of `data`, or of so many octets to read; return its number."""
        is_read = isinstance(data, int)
        length = data if isinstance(data, int) else len(data)
        self._number += 1
        head = (
            SUBMIT,
            self._number,
            0x00010001,
            int(is_read),
            endpoint,
            0,
            length,
            0,
            0xFFFFFFFF,
            0,
        )
        sent = b"" if isinstance(data, int) else data
        self._client.write_bytes(struct.pack("!10I8s", *head, setup) + sent)
        return self._number

    def unlink(self, unlinked: int) -> int:
        """Ask for a transfer to be forgotten; return the number of that request."""
        self._number += 1
        head = (UNLINK, self._number, 0x00010001, 0, 0, unlinked)
        self._client.write_bytes(struct.pack("!6I24x", *head))
        return self._number

    def read_return(self, *, with_data: bool) -> tuple[int, int, int, bytes]:
        """Return command, number, status and data of the next packet."""
        fields = struct.unpack("!IIIIIiI20x", self._client.read_bytes(48))
        data = self._client.read_bytes(fields[6]) if with_data else b""
        return fields[0], fields[1], fields[5], data

    def control(
        self, request_type: int, request: int, value: int, index: int, data: bytes | int
    ) -> bytes | None:
        """Make a control transfer; None is a stall."""
        length = data if isinstance(data, int) else len(data)
        setup = struct.pack("<BBHHH", request_type, request, value, index, length)
        number = self.submit(0, setup, data)
        returned = self.read_return(with_data=isinstance(data, int))
        assert returned[:2] == (RET_SUBMIT, number)
        return None if returned[2] else returned[3]

    def read_to_end(self) -> bytes:
        return self._client.read_to_end()

    def close(self) -> None:
        self._client.close()
