"""A device behind QEMU's `-device usb-redir`: the host's side of USB redirection 0.7.

After both sides have sent their hello, with their capabilities, the device's endpoints, its
interface and itself are announced; then the guest's packets are answered under their numbers. A
cable that is pulled is a `device_disconnect` on a connection that lasts; plugged in again, the
device is announced again.

Not done: isochronous and interrupt transfers, streams, buffered bulk reading (not offered, so that
QEMU asks for each read), filters (a guest's filter is ignored).
"""

import socket
import struct
from enum import IntEnum
from typing import Final

from sim.usb.descriptors import IN
from sim.usb.device import Setup, Stall
from sim.usb.port import UsbPort
from sim.usb.session import BulkRead, ProtocolError, UsbSession


class Kind(IntEnum):
    """The kinds of packets that this side sends or does something on."""

    HELLO = 0
    DEVICE_CONNECT = 1
    DEVICE_DISCONNECT = 2
    RESET = 3
    INTERFACE_INFO = 4
    EP_INFO = 5
    SET_CONFIGURATION = 6
    GET_CONFIGURATION = 7
    CONFIGURATION_STATUS = 8
    SET_ALT_SETTING = 9
    GET_ALT_SETTING = 10
    ALT_SETTING_STATUS = 11
    CANCEL_DATA_PACKET = 21
    FILTER_REJECT = 22
    FILTER_FILTER = 23
    DEVICE_DISCONNECT_ACK = 24
    CONTROL = 100
    BULK = 101


class Status(IntEnum):
    """How a transfer went."""

    SUCCESS = 0
    CANCELLED = 1
    INVALID = 2
    STALL = 4


class Capability(IntEnum):
    """The bits of a side's capabilities."""

    CONNECT_DEVICE_VERSION = 1 << 1
    EP_INFO_MAX_PACKET_SIZE = 1 << 4
    IDS_OF_64_BITS = 1 << 5
    BULK_LENGTH_OF_32_BITS = 1 << 6


OFFERED: Final = sum(Capability)
VERSION: Final = b"croupier lab"
_HELLO: Final = struct.Struct("<64sI")
_CONTROL: Final = struct.Struct("<BBBBHHH")
_HEADER, _LONG_HEADER = struct.Struct("<III"), struct.Struct("<IIQ")
_BULK, _LONG_BULK = struct.Struct("<BBHI"), struct.Struct("<BBHIH")
_ENDPOINTS: Final = 32
_NO_TYPE, _CONTROL_TYPE, _BULK_TYPE = 255, 0, 2
_FULL_SPEED: Final = 1


class UsbRedirSession(UsbSession):
    """Serves the device of a port to a guest of QEMU."""

    def __init__(self, connection: socket.socket, port: UsbPort) -> None:
        super().__init__(connection, port)
        self._capabilities: int | None = None
        """The capabilities of both sides; None before the guest's hello."""
        port.announced = None
        self._header = _HEADER
        self._send_packet(Kind.HELLO, 0, _HELLO.pack(VERSION, OFFERED))

    def packet_size(self, unread: bytearray) -> int:
        """Return the size of the packet with its header."""
        if len(unread) < self._header.size:
            return self._header.size
        _, length, _ = self._header.unpack_from(unread)
        return self._header.size + int(length)

    def take_packet(self, packet: bytes) -> None:
        """Answer a packet of the guest. Raises ProtocolError."""
        kind, _, number = self._header.unpack_from(packet)
        content = packet[self._header.size :]
        if (self._capabilities is None) != (kind == Kind.HELLO):
            raise ProtocolError(f"a packet of kind {kind} where none is due")
        try:
            self._take(kind, number, content)
        except (struct.error, IndexError) as error:
            raise ProtocolError(f"a packet of kind {kind} with {len(content)} octets") from error

    def check_cable(self) -> None:
        """Announce a device that was plugged in, or that it is gone."""
        insertion = self._port.insertion
        if self._capabilities is None or insertion == self._port.announced:
            return
        if self._port.announced is not None:
            self._withdraw()
        if insertion is not None:
            self._announce()
        self._port.announced = insertion

    def answer_read(self, bulk_read: BulkRead, data: bytes | None) -> None:
        """Answer a bulk read; None is a stall."""
        status = Status.STALL if data is None else Status.SUCCESS
        self._send_bulk(bulk_read.number, bulk_read.endpoint, status, data or b"")

    def _take(self, kind: int, number: int, content: bytes) -> None:
        match kind:
            case Kind.HELLO:
                self._agree(content)
            case Kind.RESET:
                self._device.reset()
            case Kind.CANCEL_DATA_PACKET:
                self._cancel(number)
            case Kind.FILTER_REJECT | Kind.FILTER_FILTER | Kind.DEVICE_DISCONNECT_ACK:
                pass
            case Kind.CONTROL:
                self._control(number, content)
            case Kind.BULK:
                self._bulk(number, content)
            case _:
                self._configure(kind, number, content)

    def _agree(self, hello: bytes) -> None:
        _, theirs = _HELLO.unpack_from(hello.ljust(_HELLO.size, b"\0"))
        self._capabilities = OFFERED & theirs
        if self._can(Capability.IDS_OF_64_BITS):
            self._header = _LONG_HEADER

    def _can(self, capability: Capability) -> bool:
        return bool((self._capabilities or 0) & capability)

    def _configure(self, kind: int, number: int, content: bytes) -> None:
        configuration = self._device.configuration
        match kind:
            case Kind.SET_CONFIGURATION:
                self._device.configuration = content[0]
                self._describe()
                self._send_packet(Kind.CONFIGURATION_STATUS, number, bytes((0, content[0])))
            case Kind.GET_CONFIGURATION:
                self._send_packet(Kind.CONFIGURATION_STATUS, number, bytes((0, configuration)))
            case Kind.SET_ALT_SETTING:
                # The one setting that there is; any other is refused.
                status = Status.INVALID if content[1] else Status.SUCCESS
                self._describe()
                answer = bytes((status, content[0], 0))
                self._send_packet(Kind.ALT_SETTING_STATUS, number, answer)
            case Kind.GET_ALT_SETTING:
                answer = bytes((Status.SUCCESS, content[0], 0))
                self._send_packet(Kind.ALT_SETTING_STATUS, number, answer)
            case _:
                raise ProtocolError(f"a packet of kind {kind}")

    def _withdraw(self) -> None:
        """Have the device gone, its waiting reads cancelled first.

        In one piece: a guest with time to read again would have a transfer under way then.
        """
        cancelled = [
            self._packet(
                Kind.BULK, read.number, self._bulk_head(read.endpoint, Status.CANCELLED, 0)
            )
            for read in self._waiting_reads
        ]
        self._waiting_reads.clear()
        self.send(b"".join([*cancelled, self._packet(Kind.DEVICE_DISCONNECT)]))

    def _announce(self) -> None:
        model = self._device.model
        self._describe()
        connect = struct.pack("<BBBBHH", _FULL_SPEED, 0, 0, 0, model.vendor, model.product)
        if self._can(Capability.CONNECT_DEVICE_VERSION):
            connect += struct.pack("<H", model.version_bcd)
        self._send_packet(Kind.DEVICE_CONNECT, 0, connect)

    def _describe(self) -> None:
        """Describe the endpoints and the interface."""
        model = self._device.model
        types, sizes = [_NO_TYPE] * _ENDPOINTS, [0] * _ENDPOINTS
        for address in (0, IN):
            types[_place(address)], sizes[_place(address)] = _CONTROL_TYPE, model.control_packet
        for address in model.endpoints:
            types[_place(address)], sizes[_place(address)] = _BULK_TYPE, model.bulk_packet
        endpoints = bytes(types) + bytes(2 * _ENDPOINTS)
        if self._can(Capability.EP_INFO_MAX_PACKET_SIZE):
            endpoints += struct.pack(f"<{_ENDPOINTS}H", *sizes)
        self._send_packet(Kind.EP_INFO, 0, endpoints)
        columns = (0, *model.interface_class)
        interface = b"".join(bytes((octet,)).ljust(_ENDPOINTS, b"\0") for octet in columns)
        self._send_packet(Kind.INTERFACE_INFO, 0, struct.pack("<I", 1) + interface)

    def _control(self, number: int, content: bytes) -> None:
        endpoint, request, request_type, _, value, index, length = _CONTROL.unpack_from(content)
        setup = Setup(request_type, request, value, index, length)
        data, answer, status = content[_CONTROL.size :], b"", Status.SUCCESS
        try:
            answer = self._device.control(setup, data)
        except Stall:
            status = Status.STALL
        moved = 0 if status else len(answer) if setup.is_read else len(data)
        head = _CONTROL.pack(endpoint, request, request_type, status, value, index, moved)
        self._send_packet(Kind.CONTROL, number, head + answer)

    def _bulk(self, number: int, content: bytes) -> None:
        layout = self._bulk_layout
        endpoint, _, low, _, *high = layout.unpack_from(content)
        size = low | (high[0] << 16 if high else 0)
        if endpoint & IN:
            self.queue_read(BulkRead(number, endpoint, size))
            return
        status = Status.SUCCESS
        try:
            self._device.write_bulk(endpoint, content[layout.size :])
        except Stall:
            status = Status.STALL
        self._send_packet(Kind.BULK, number, self._bulk_head(endpoint, status, size))

    def _send_bulk(self, number: int, endpoint: int, status: Status, data: bytes) -> None:
        head = self._bulk_head(endpoint, status, len(data))
        self._send_packet(Kind.BULK, number, head + data)

    @property
    def _bulk_layout(self) -> struct.Struct:
        return _LONG_BULK if self._can(Capability.BULK_LENGTH_OF_32_BITS) else _BULK

    def _bulk_head(self, endpoint: int, status: Status, length: int) -> bytes:
        # The high half of the length is its layout's last field, if it has one.
        fields = (endpoint, status, length & 0xFFFF, 0, length >> 16)
        layout = self._bulk_layout
        return layout.pack(*fields[: 5 if layout is _LONG_BULK else 4])

    def _cancel(self, number: int) -> None:
        bulk_read = self.cancel_read(number)
        if bulk_read:
            self._send_bulk(number, bulk_read.endpoint, Status.CANCELLED, b"")

    def _send_packet(self, kind: Kind, number: int = 0, content: bytes = b"") -> None:
        self.send(self._packet(kind, number, content))

    def _packet(self, kind: Kind, number: int = 0, content: bytes = b"") -> bytes:
        return self._header.pack(kind, len(content), number) + content


def _place(address: int) -> int:
    """Return an endpoint's place in the tables: first those to the device, then those from it."""
    return (address & IN) >> 3 | address & 0x0F
