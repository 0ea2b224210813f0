"""A device behind QEMU's `-device usb-redir`: the host's side of USB redirection 0.7.

After both sides have sent their hello, with their capabilities, the device's endpoints, its
interface and itself are announced; then the guest's packets are answered under their numbers. A
cable that is pulled is a `device_disconnect` on a connection that lasts; plugged in again, the
device is announced again.

A bulk endpoint is announced as one of interrupts. So QEMU does each transfer of the guest at once:
a read brings what was sent ahead, or is refused for now, and none is under way when the guest
drops it. QEMU's controller dwc2 forgets no transfer that its guest has dropped, and aborts at the
next one in its place (hw/usb/hcd-dwc2.c: a channel that is disabled keeps its packet).

Not done: isochronous and bulk transfers, streams, filters (a guest's filter is ignored).
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
    START_INTERRUPT_RECEIVING = 15
    STOP_INTERRUPT_RECEIVING = 16
    INTERRUPT_RECEIVING_STATUS = 17
    CANCEL_DATA_PACKET = 21
    FILTER_REJECT = 22
    FILTER_FILTER = 23
    DEVICE_DISCONNECT_ACK = 24
    CONTROL = 100
    INTERRUPT = 103


class Status(IntEnum):
    """How a transfer went."""

    SUCCESS = 0
    INVALID = 2
    STALL = 4


class Capability(IntEnum):
    """The bits of a side's capabilities."""

    CONNECT_DEVICE_VERSION = 1 << 1
    EP_INFO_MAX_PACKET_SIZE = 1 << 4
    IDS_OF_64_BITS = 1 << 5


OFFERED: Final = sum(Capability)
VERSION: Final = b"croupier lab"
_HELLO: Final = struct.Struct("<64sI")
_CONTROL: Final = struct.Struct("<BBBBHHH")
_HEADER, _LONG_HEADER = struct.Struct("<III"), struct.Struct("<IIQ")
_INTERRUPT: Final = struct.Struct("<BBH")
_ENDPOINTS: Final = 32
_NO_TYPE, _CONTROL_TYPE, _INTERRUPT_TYPE = 255, 0, 3
_EACH_FRAME: Final = 1
_FULL_SPEED: Final = 1
_READ: Final = 512
"""The most octets that are read of a device at once: a transfer of Linux' serial drivers."""


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
        """Send a transfer of an endpoint that sends, and read it again; None is a stall."""
        endpoint = bulk_read.endpoint
        if data is None:
            self._send_receiving_status(endpoint, Status.STALL)
            return
        size = self._device.model.bulk_packet
        for at in range(0, len(data) + 1, size):  # the last is short, or empty: the transfer's end
            packet = data[at : at + size]
            head = _INTERRUPT.pack(endpoint, Status.SUCCESS, len(packet))
            self._send_packet(Kind.INTERRUPT, 0, head + packet)
        self.queue_read(bulk_read)

    def _take(self, kind: int, number: int, content: bytes) -> None:
        match kind:
            case Kind.HELLO:
                self._agree(content)
            case Kind.RESET:
                self._device.reset()
            case (
                Kind.CANCEL_DATA_PACKET  # it was answered at once
                | Kind.FILTER_REJECT
                | Kind.FILTER_FILTER
                | Kind.DEVICE_DISCONNECT_ACK
            ):
                pass
            case Kind.CONTROL:
                self._control(number, content)
            case Kind.START_INTERRUPT_RECEIVING:
                self._start_reading(content[0])
            case Kind.STOP_INTERRUPT_RECEIVING:
                self._stop_reading(content[0])
            case Kind.INTERRUPT:
                self._write(number, content)
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
        self._waiting_reads.clear()
        self._send_packet(Kind.DEVICE_DISCONNECT)

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
            types[_place(address)], sizes[_place(address)] = _INTERRUPT_TYPE, model.bulk_packet
        endpoints = bytes(types) + bytes((_EACH_FRAME,)) * _ENDPOINTS + bytes(_ENDPOINTS)
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

    def _start_reading(self, endpoint: int) -> None:
        self.cancel_read(endpoint)
        self.queue_read(BulkRead(endpoint, endpoint, _READ))
        self._send_receiving_status(endpoint, Status.SUCCESS)

    def _stop_reading(self, endpoint: int) -> None:
        self.cancel_read(endpoint)
        self._send_receiving_status(endpoint, Status.SUCCESS)

    def _send_receiving_status(self, endpoint: int, status: Status) -> None:
        self._send_packet(Kind.INTERRUPT_RECEIVING_STATUS, 0, bytes((status, endpoint)))

    def _write(self, number: int, content: bytes) -> None:
        endpoint, _, size = _INTERRUPT.unpack_from(content)
        status = Status.SUCCESS
        try:
            self._device.write_bulk(endpoint, content[_INTERRUPT.size :])
        except Stall:
            status = Status.STALL
        self._send_packet(Kind.INTERRUPT, number, _INTERRUPT.pack(endpoint, status, size))

    def _send_packet(self, kind: Kind, number: int = 0, content: bytes = b"") -> None:
        self.send(self._header.pack(kind, len(content), number) + content)


def _place(address: int) -> int:
    """Return an endpoint's place in the tables: first those to the device, then those from it."""
    return (address & IN) >> 3 | address & 0x0F
