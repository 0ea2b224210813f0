"""An FTDI FT232R, a USB adapter for a serial port, in front of the far end of a serial part.

Vendor requests by FTDI's published descriptions, as Linux' ftdi_sio uses them: each packet of 64
octets to the host begins with two of status, modem lines and line; received octets are sent when a
packet is full, or when the latency timer (16 ms unless the host sets it) has run out.

A host that is no longer ready as a terminal has closed the port: nothing is sent to it until it is
ready again, as QEMU would keep it for the next to open the port.

Not modelled: the same packets when the timer runs out without an octet, the other modem lines,
flow control, breaks, the pace of the host's own octets.
"""

import time
from collections import deque
from collections.abc import Callable
from typing import Final

from sim.usb.descriptors import Model
from sim.usb.device import Setup, Stall, UsbDevice
from sim.usb.ftdi_line import FtdiLine, divisor_baud
from sim.wires.far_end import FarEnd, Ringing
from sim.wires.memory_port import Impairment, PerfectWire
from sim.wires.pty import LinePace

FROM_DEVICE, TO_DEVICE = 0x81, 0x02
MODEL: Final = Model(
    vendor=0x0403,
    product=0x6001,
    version_bcd=0x0600,
    maker_name="FTDI",
    product_name="FT232R USB UART",
    milliamperes=90,
    interface_class=(0xFF, 0xFF, 0xFF),
    endpoints=(FROM_DEVICE, TO_DEVICE),
)
POWER_UP_LATENCY_MS: Final = 16
_MODEM_STATUS: Final = 0x31
"""Clear to send and data set ready; the lowest bit is always set."""
_TRANSMITTER_EMPTY, _OVERRUN_ERROR = 0x60, 0x02
_PACKET: Final = MODEL.bulk_packet
_PAYLOAD: Final = _PACKET - 2
_BUFFER: Final = 256
_SETS_TERMINAL_READY: Final = 0x100
_ASK_INTERVAL_NS: Final = 5_000_000
_EEPROM: Final = {0: 0x4000, 1: MODEL.vendor, 2: MODEL.product, 3: 0x0600, 10: 0x1023, 11: 0x0005}
"""Its words that are not zero: identity, and pins that are no GPIO."""


class FtdiAdapter(UsbDevice):
    """An adapter to `far_end`, a part of `baud`. `impairment` is that of the part's lead."""

    def __init__(
        self,
        far_end: FarEnd,
        baud: int,
        serial_number: str,
        now_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        super().__init__(MODEL, serial_number)
        self._now_ns = now_ns
        self.impairment: Impairment = PerfectWire()
        self._far_end = far_end
        if isinstance(far_end, Ringing):
            far_end.bell.answered = self.bell.ring
        self._baud = baud
        self._overrun = 0
        self.reset()

    @property
    def is_in_use(self) -> bool:
        return not self._is_closed

    def reset(self) -> None:
        """Power up: octets on their way are lost."""
        super().reset()
        self._line = FtdiLine(self._baud)
        self._latency_ms = POWER_UP_LATENCY_MS
        self._is_closed = False
        self._drop_received()

    def vendor_request(self, setup: Setup, data: bytes) -> bytes:  # noqa: ARG002 - none has data
        """Do one of FTDI's requests. Raises Stall."""
        return self._answer(setup) if setup.is_read else self._set(setup)

    def write_bulk(self, endpoint: int, data: bytes) -> None:
        """Send `data` to the part. Raises Stall."""
        if endpoint != TO_DEVICE:
            raise Stall
        self._far_end.receive(self._line.carry(data))

    def read_bulk(self, endpoint: int, size: int) -> bytes | None:
        """Return packets with the received octets, None before they are due. Raises Stall."""
        if endpoint != FROM_DEVICE:
            raise Stall
        if self._is_closed:
            return None
        self._receive()
        if not self._received or self._now_ns() < self._due_ns():
            return None
        taken = bytes(self._received[: max(size // _PACKET, 1) * _PAYLOAD])
        del self._received[: len(taken)]
        status = bytes((_MODEM_STATUS, _TRANSMITTER_EMPTY | self._line.errors | self._overrun))
        self._overrun = 0
        pieces = [taken[at : at + _PAYLOAD] for at in range(0, len(taken), _PAYLOAD)]
        return b"".join(status + piece for piece in pieces)[:size]

    def next_read_ns(self) -> int | None:
        """Return when the next octets arrive, or are due to the host."""
        if self._is_closed:
            return None
        times = [arrival_ns for arrival_ns, _ in self._in_flight][:1]
        if self._received:
            times.append(self._due_ns())
        if not isinstance(self._far_end, Ringing) or self.impairment.holds_bytes:
            times.append(self._now_ns() + _ASK_INTERVAL_NS)
        return min(times, default=None)

    def _answer(self, setup: Setup) -> bytes:
        match setup.request:
            case 0x05:  # modem status
                return bytes((_MODEM_STATUS, _TRANSMITTER_EMPTY))
            case 0x0A:  # latency timer
                return bytes((self._latency_ms,))
            case 0x90:  # a word of the EEPROM
                return _EEPROM.get(setup.index, 0).to_bytes(2, "little")
        raise Stall

    def _set(self, setup: Setup) -> bytes:
        match setup.request:
            case 0x00:  # reset, or one buffer dropped: 2 is that of the host's octets
                if setup.value != 2:
                    self._drop_received()
            case 0x01 if setup.value & _SETS_TERMINAL_READY:
                self._is_closed = not setup.value & 1
            case 0x03:  # baud
                self._line.host_baud = divisor_baud(setup.value, setup.index)
            case 0x04:  # data bits, parity, stop bits
                self._line.data_format = setup.value
            case 0x09:  # latency timer, 1 to 255
                self._latency_ms = max(setup.value & 0xFF, 1)
            case 0x01 | 0x02 | 0x06 | 0x07 | 0x0B:  # modem lines, flow, two characters, bit mode
                pass
            case _:
                raise Stall
        return b""

    def _receive(self) -> None:
        """Take the octets that the part has sent and the line has carried."""
        now = self._now_ns()
        sent = self._line.carry(self.impairment.carry(self._far_end.transmit()))
        for at in range(0, len(sent), _PAYLOAD):
            piece = sent[at : at + _PAYLOAD]
            self._in_flight.append((self._pace.arrival_time(now, len(piece)), piece))
        while self._in_flight and self._in_flight[0][0] <= now:
            arrival_ns, piece = self._in_flight.popleft()
            if not self._received:
                self._first_ns = arrival_ns
            self._received += piece
        if len(self._received) > _BUFFER:
            del self._received[_BUFFER:]
            self._overrun = _OVERRUN_ERROR

    def _due_ns(self) -> int:
        """Return when the received octets go to the host."""
        is_full = len(self._received) >= _PAYLOAD
        return self._first_ns + (0 if is_full else self._latency_ms * 1_000_000)

    def _drop_received(self) -> None:
        self._far_end.transmit()
        self.impairment.forget()
        self._pace = LinePace(self._baud)
        self._in_flight: deque[tuple[int, bytes]] = deque()
        self._received = bytearray()
        self._first_ns = 0
        self._overrun = 0
