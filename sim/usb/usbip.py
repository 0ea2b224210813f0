"""Devices for Linux' `usbip attach`: the server's side of USB/IP 1.1.1.

A connection begins with operations: the list of devices, or the import of one by its bus id. After
an import it carries that device's transfers: each SUBMIT is answered by a RET_SUBMIT of its number,
unless an UNLINK comes before. A device whose cable is pulled ends its connection, which the
kernel takes for an unplugged device; to plug it in again is to import it again.

The protocol knows no password and no encryption: any host that reaches the address may import.

Not done: isochronous transfers.
"""

import errno
import socket
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from sim.usb.descriptors import IN
from sim.usb.device import Setup, Stall
from sim.usb.port import UsbPort
from sim.usb.session import BulkRead, ProtocolError, UsbSession

VERSION: Final = 0x0111
TCP_PORT: Final = 3240
_REP_DEVLIST, _REP_IMPORT = 0x0005, 0x0003
_DONE, _BUSY, _NO_DEVICE = 0, 2, 4
"""States of a reply, by usbip_common.h of Linux' tools/usb/usbip."""
_OPERATION: Final = struct.Struct("!HHI")
_BUS_ID_SIZE: Final = 32
_DEVICE: Final = struct.Struct("!256s32sIIIHHHBBBBBB")
_FULL_SPEED: Final = 2
_BUS_NUMBER: Final = 1
_HEADER: Final = struct.Struct("!IIIIIIIII4x8s")
"""Command, number, device, direction, endpoint; flags or the number to unlink, length, frame,
packets; setup."""
_RETURN: Final = struct.Struct("!IIIIIiIIII8x")
"""The same five; status, length, frame, packets, errors."""
_NO_PACKETS: Final = 0xFFFF_FFFF
"""The number of packets of a transfer that is not isochronous."""


class Command(IntEnum):
    """The kinds of packets after the import."""

    SUBMIT = 1
    UNLINK = 2
    RET_SUBMIT = 3
    RET_UNLINK = 4


@dataclass(frozen=True)
class ExportedPort:
    """A port under its bus id; the number is the device's on its bus."""

    bus_id: str
    number: int
    port: UsbPort

    def record(self) -> bytes:
        """Return the device as replies describe it."""
        device = self.port.device
        model = device.model
        return _DEVICE.pack(
            f"/sys/devices/croupier/usb{_BUS_NUMBER}/{self.bus_id}".encode(),
            self.bus_id.encode(),
            _BUS_NUMBER,
            self.number,
            _FULL_SPEED,
            model.vendor,
            model.product,
            model.version_bcd,
            *(0, 0, 0),
            device.configuration,
            *(1, 1),
        )

    def interface(self) -> bytes:
        """Return its interface as the list of devices describes it."""
        return bytes((*self.port.device.model.interface_class, 0))


def exported(ports: Sequence[UsbPort]) -> dict[str, ExportedPort]:
    """Return ports by the bus ids that they get, 1-1 for the first."""
    return {
        f"{_BUS_NUMBER}-{number}": ExportedPort(f"{_BUS_NUMBER}-{number}", number, port)
        for number, port in enumerate(ports, 1)
    }


def serve_host(connection: socket.socket, exports: Mapping[str, ExportedPort]) -> None:
    """Serve a connection until it ends. Raises ProtocolError, OSError."""
    version, code, _ = _OPERATION.unpack(_receive(connection, _OPERATION.size))
    if version != VERSION:
        raise ProtocolError(f"USB/IP version {version:04x}")
    match code:
        case 0x8005:  # REQ_DEVLIST
            connection.sendall(_device_list(exports))
        case 0x8003:  # REQ_IMPORT
            bus_id = _receive(connection, _BUS_ID_SIZE).rstrip(b"\0").decode("ascii", "replace")
            _serve_import(connection, exports.get(bus_id))
        case _:
            raise ProtocolError(f"USB/IP operation {code:04x}")


def _device_list(exports: Mapping[str, ExportedPort]) -> bytes:
    plugged = [export for export in exports.values() if export.port.is_plugged]
    head = _OPERATION.pack(VERSION, _REP_DEVLIST, _DONE) + len(plugged).to_bytes(4, "big")
    return head + b"".join(export.record() + export.interface() for export in plugged)


def _serve_import(connection: socket.socket, export: ExportedPort | None) -> None:
    if export is None or not export.port.is_plugged:
        connection.sendall(_OPERATION.pack(VERSION, _REP_IMPORT, _NO_DEVICE))
        return
    if not export.port.in_use.acquire(blocking=False):
        connection.sendall(_OPERATION.pack(VERSION, _REP_IMPORT, _BUSY))
        return
    try:
        export.port.device.reset()
        connection.sendall(_OPERATION.pack(VERSION, _REP_IMPORT, _DONE) + export.record())
        UsbIpSession(connection, export.port).serve()
    finally:
        export.port.in_use.release()


def _receive(connection: socket.socket, size: int) -> bytes:
    data = b""
    while len(data) < size:
        piece = connection.recv(size - len(data))
        if not piece:
            raise ConnectionError("the host has hung up")
        data += piece
    return data


class UsbIpSession(UsbSession):
    """Serves the device of a port to the kernel that has imported it, until its cable is pulled."""

    def __init__(self, connection: socket.socket, port: UsbPort) -> None:
        super().__init__(connection, port)
        self._insertion = port.insertion

    def packet_size(self, unread: bytearray) -> int:
        """Return the size of the packet with the data that it brings. Raises ProtocolError."""
        if len(unread) < _HEADER.size:
            return _HEADER.size
        command, _, _, is_read, _, _, length, _, packets, _ = _HEADER.unpack_from(unread)
        if command == Command.SUBMIT and packets not in (0, _NO_PACKETS):
            raise ProtocolError("an isochronous transfer")
        return _HEADER.size + (length if command == Command.SUBMIT and not is_read else 0)

    def take_packet(self, packet: bytes) -> None:
        """Do a transfer, or forget one. Raises ProtocolError."""
        command, number, _, is_read, endpoint, first, length, _, _, setup = _HEADER.unpack_from(
            packet
        )
        match command:
            case Command.SUBMIT if endpoint == 0:
                self._control(number, Setup.unpack(setup), packet[_HEADER.size :])
            case Command.SUBMIT if is_read:
                self.queue_read(BulkRead(number, endpoint | IN, length))
            case Command.SUBMIT:
                self._write(number, endpoint, packet[_HEADER.size :])
            case Command.UNLINK:
                status = -errno.ECONNRESET if self.cancel_read(first) else 0
                self._send_return(Command.RET_UNLINK, number, status, 0)
            case _:
                raise ProtocolError(f"USB/IP command {command}")

    def answer_read(self, bulk_read: BulkRead, data: bytes | None) -> None:
        """Answer a bulk read; None is a stall."""
        self._answer(bulk_read.number, data)

    def check_cable(self) -> None:
        """Hang up once the cable is pulled. Raises ConnectionError."""
        if self._port.insertion != self._insertion:
            raise ConnectionError("the cable is pulled")

    def _control(self, number: int, setup: Setup, data: bytes) -> None:
        try:
            answer = self._device.control(setup, data)
        except Stall:
            self._answer(number, None)
            return
        if setup.is_read:
            self._answer(number, answer)
        else:
            self._send_return(Command.RET_SUBMIT, number, 0, len(data))

    def _write(self, number: int, endpoint: int, data: bytes) -> None:
        try:
            self._device.write_bulk(endpoint, data)
        except Stall:
            self._answer(number, None)
            return
        self._send_return(Command.RET_SUBMIT, number, 0, len(data))

    def _answer(self, number: int, data: bytes | None) -> None:
        """Return the octets of a read; None is a stall."""
        status = -errno.EPIPE if data is None else 0
        self._send_return(Command.RET_SUBMIT, number, status, len(data or b""), data or b"")

    def _send_return(
        self, command: Command, number: int, status: int, moved: int, data: bytes = b""
    ) -> None:
        packets = _NO_PACKETS if command == Command.RET_SUBMIT else 0
        self.send(_RETURN.pack(command, number, 0, 0, 0, status, moved, 0, packets, 0) + data)
