"""A connection over which one host uses one device.

Theory of operation. One thread serves a connection. It sleeps until octets come, until the device
rings, or until a time that the device has named; then it takes the whole packets out of the
octets, and answers the bulk reads that wait, oldest first. Nothing is read in pieces by a blocking
call, so a host that sends half a packet holds up itself alone.
"""

import select
import socket
import time
from abc import abstractmethod
from dataclasses import dataclass
from typing import Final

from sim.usb.device import Stall
from sim.usb.port import UsbPort

LARGEST_PACKET: Final = 1 << 17
"""More than any driver of these devices sends in one transfer."""
PATIENCE_S: Final = 30.0
"""How long a host may take to read an answer."""
_PIECE: Final = 1 << 16


class ProtocolError(Exception):
    """The host does not follow the protocol; the message is in English."""


@dataclass(frozen=True)
class BulkRead:
    """A bulk read that waits for the device; `number` is its host's."""

    number: int
    endpoint: int
    size: int


class UsbSession:
    """Serves the device of a port over a connection, in a protocol that a subclass has."""

    def __init__(self, connection: socket.socket, port: UsbPort) -> None:
        self._connection = connection
        self._port = port
        self._device = port.device
        self._unread = bytearray()
        self._waiting_reads: list[BulkRead] = []
        connection.settimeout(PATIENCE_S)

    def serve(self) -> None:
        """Return when the host has hung up. Raises ProtocolError, OSError."""
        while self._wait():
            self._take_packets()
            self.check_cable()
            self._answer_reads()

    @abstractmethod
    def packet_size(self, unread: bytearray) -> int:
        """Return the size of the packet that begins here, or how many octets its head has.

        Raises ProtocolError.
        """

    @abstractmethod
    def take_packet(self, packet: bytes) -> None:
        """Do the request of a packet. Raises ProtocolError."""

    @abstractmethod
    def answer_read(self, bulk_read: BulkRead, data: bytes | None) -> None:
        """Answer a bulk read; None is a stall."""

    @abstractmethod
    def check_cable(self) -> None:
        """Inform the host if the cable was pulled or put in. Raises ConnectionError to end."""

    def send(self, data: bytes) -> None:
        self._connection.sendall(data)

    def queue_read(self, bulk_read: BulkRead) -> None:
        self._waiting_reads.append(bulk_read)

    def cancel_read(self, number: int) -> BulkRead | None:
        """Forget a waiting read and return it, None if it does not wait."""
        for bulk_read in self._waiting_reads:
            if bulk_read.number == number:
                self._waiting_reads.remove(bulk_read)
                return bulk_read
        return None

    def _wait(self) -> bool:
        """Return when there is something to do; False if the host has hung up."""
        connection, event = self._connection.fileno(), self._port.event
        ready, _, _ = select.select([connection, event], [], [], self._patience())
        if event in ready:
            self._port.quiet()
        if connection not in ready:
            return True
        received = self._connection.recv(_PIECE)
        self._unread += received
        return bool(received)

    def _patience(self) -> float | None:
        next_read_ns = self._device.next_read_ns() if self._waiting_reads else None
        return None if next_read_ns is None else max(next_read_ns - time.monotonic_ns(), 0) / 1e9

    def _take_packets(self) -> None:
        while self._unread:
            size = self.packet_size(self._unread)
            if size > LARGEST_PACKET:
                raise ProtocolError(f"a packet of {size} octets")
            if len(self._unread) < size:
                return
            packet = bytes(self._unread[:size])
            del self._unread[:size]
            self.take_packet(packet)

    def _answer_reads(self) -> None:
        for bulk_read in [*self._waiting_reads]:
            try:
                data = self._device.read_bulk(bulk_read.endpoint, bulk_read.size)
            except Stall:
                self._waiting_reads.remove(bulk_read)
                self.answer_read(bulk_read, None)
                continue
            if data is not None:
                self._waiting_reads.remove(bulk_read)
                self.answer_read(bulk_read, data)
