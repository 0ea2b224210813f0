"""A device behind QEMU's `-device usb-redir`: the host's side of USB redirection 0.7.

After both sides have sent their hello, with their capabilities, the device's endpoints, its
interface and itself are announced; then the guest's packets are answered under their numbers. A
cable that is pulled is a `device_disconnect` on a connection that lasts; plugged in again, the
device is announced again.

A bulk endpoint is announced as one of interrupts. So QEMU does each transfer of the guest at once:
a read brings what was sent ahead, or is refused for now, and none is under way when the guest
drops it. QEMU's controller dwc2 forgets no transfer that its guest has dropped, and aborts at the
next one in its place (hw/usb/hcd-dwc2.c: a channel that is disabled keeps its packet). It aborts
too where it repeats a refused read of a device that is gone. So an endpoint that is read becomes
one of bulk before the device goes: the next read is under way then, and ends with the device.

Not done: isochronous and other bulk transfers, streams, filters (a guest's filter is ignored).
"""

import socket
import struct
from typing import Final

from sim.usb.device import Setup, Stall
from sim.usb.port import UsbPort
from sim.usb.session import BulkRead, ProtocolError, UsbSession
from sim.usb.usbredir_packets import (
    BULK,
    BULK_LENGTH_HIGH,
    CONTROL,
    HEADER,
    HELLO,
    INTERRUPT,
    LONG_HEADER,
    Capability,
    Kind,
    Status,
    connect_info,
    endpoints_info,
    interface_info,
)

OFFERED: Final = sum(Capability)
VERSION: Final = b"croupier lab"
READ: Final = 512
"""The most octets that are read of a device at once: a transfer of Linux' serial drivers."""


class UsbRedirSession(UsbSession):
    """Serves the device of a port to a guest of QEMU."""

    def __init__(self, connection: socket.socket, port: UsbPort) -> None:
        super().__init__(connection, port)
        self._capabilities: int | None = None
        """The capabilities of both sides; None before the guest's hello."""
        port.announced = None
        self._leaving: set[int] = set()
        """The endpoints of a pulled device whose next read is awaited."""
        self._last_reads: list[BulkRead] = []
        self._header = HEADER
        self._send_packet(Kind.HELLO, 0, HELLO.pack(VERSION, OFFERED))

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
        if self._port.announced is not None and not self._withdraw():
            return
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
            head = INTERRUPT.pack(endpoint, Status.SUCCESS, len(packet))
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
            case Kind.INTERRUPT:
                self._write(number, content)
            case Kind.BULK:
                self._take_last_read(number, content)
            case _:
                self._set_up(kind, number, content)

    def _agree(self, hello: bytes) -> None:
        _, theirs = HELLO.unpack_from(hello.ljust(HELLO.size, b"\0"))
        self._capabilities = OFFERED & theirs
        if self._can(Capability.IDS_OF_64_BITS):
            self._header = LONG_HEADER

    def _can(self, capability: Capability) -> bool:
        return bool((self._capabilities or 0) & capability)

    def _set_up(self, kind: int, number: int, content: bytes) -> None:
        configuration = self._device.configuration
        match kind:
            case Kind.START_INTERRUPT_RECEIVING:
                self._start_reading(content[0])
            case Kind.STOP_INTERRUPT_RECEIVING:
                self._stop_reading(content[0])
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

    def _withdraw(self) -> bool:
        """Have the device gone; False while a read that ends with it is awaited."""
        if self._waiting_reads and self._device.is_in_use:
            self._leaving = {read.endpoint for read in self._waiting_reads}
            self._describe_endpoints()
        self._waiting_reads.clear()
        if self._leaving and self._device.is_in_use:
            return False
        cancelled = map(self._cancelled_read, self._last_reads)
        self.send(b"".join([*cancelled, self._packet(Kind.DEVICE_DISCONNECT)]))
        self._last_reads.clear()
        self._leaving.clear()
        return True

    def _cancelled_read(self, read: BulkRead) -> bytes:
        head = BULK.pack(read.endpoint, Status.CANCELLED, 0, 0)
        if self._can(Capability.BULK_LENGTHS_OF_32_BITS):
            head += BULK_LENGTH_HIGH.pack(0)
        return self._packet(Kind.BULK, read.number, head)

    def _announce(self) -> None:
        self._describe()
        with_version = self._can(Capability.CONNECT_DEVICE_VERSION)
        connect = connect_info(self._device.model, with_version=with_version)
        self._send_packet(Kind.DEVICE_CONNECT, 0, connect)

    def _describe(self) -> None:
        self._describe_endpoints()
        self._send_packet(Kind.INTERFACE_INFO, 0, interface_info(self._device.model))

    def _describe_endpoints(self) -> None:
        with_sizes = self._can(Capability.EP_INFO_MAX_PACKET_SIZE)
        info = endpoints_info(self._device.model, self._leaving, with_sizes=with_sizes)
        self._send_packet(Kind.EP_INFO, 0, info)

    def _control(self, number: int, content: bytes) -> None:
        endpoint, request, request_type, _, value, index, length = CONTROL.unpack_from(content)
        setup = Setup(request_type, request, value, index, length)
        data, answer, status = content[CONTROL.size :], b"", Status.SUCCESS
        try:
            answer = self._device.control(setup, data)
        except Stall:
            status = Status.STALL
        moved = 0 if status else len(answer) if setup.is_read else len(data)
        head = CONTROL.pack(endpoint, request, request_type, status, value, index, moved)
        self._send_packet(Kind.CONTROL, number, head + answer)

    def _start_reading(self, endpoint: int) -> None:
        self.cancel_read(endpoint)
        self.queue_read(BulkRead(endpoint, endpoint, READ))
        self._send_receiving_status(endpoint, Status.SUCCESS)

    def _stop_reading(self, endpoint: int) -> None:
        self.cancel_read(endpoint)
        self._send_receiving_status(endpoint, Status.SUCCESS)

    def _send_receiving_status(self, endpoint: int, status: Status) -> None:
        self._send_packet(Kind.INTERRUPT_RECEIVING_STATUS, 0, bytes((status, endpoint)))

    def _write(self, number: int, content: bytes) -> None:
        endpoint, _, size = INTERRUPT.unpack_from(content)
        status = Status.SUCCESS
        try:
            self._device.write_bulk(endpoint, content[INTERRUPT.size :])
        except Stall:
            status = Status.STALL
        self._send_packet(Kind.INTERRUPT, number, INTERRUPT.pack(endpoint, status, size))

    def _take_last_read(self, number: int, content: bytes) -> None:
        endpoint, _, size, _ = BULK.unpack_from(content)
        if endpoint not in self._leaving:
            raise ProtocolError(f"a bulk transfer at endpoint {endpoint}")
        self._leaving.remove(endpoint)
        self._last_reads.append(BulkRead(number, endpoint, size))

    def _send_packet(self, kind: Kind, number: int = 0, content: bytes = b"") -> None:
        self.send(self._packet(kind, number, content))

    def _packet(self, kind: Kind, number: int = 0, content: bytes = b"") -> bytes:
        return self._header.pack(kind, len(content), number) + content
