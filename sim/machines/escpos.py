"""The far end of a ticket printer's wire: ESC/POS in, paper with text on it out."""

import threading
from collections import deque
from collections.abc import Callable
from typing import Final

from drivers.escpos.kind import EscPos
from sim.machines.mounted import Around, Mounted
from sim.machines.ticket_mechanics import Head, Mechanics, Row
from sim.wires.far_end import Bell

_DLE, _ESC, _GS, _LF = 0x10, 0x1B, 0x1D, 0x0A
_LENGTHS: Final = {
    **dict.fromkeys((b"\x1bt", b"\x1b!", b"\x1bE", b"\x1ba", b"\x1bd", b"\x1dV", b"\x1dr"), 3),
    b"\x10\x04": 3,
}
"""Bytes of each command by its first two; every other one has two."""


class SimTicketPrinter:
    """Implements `sim.wires.far_end.FarEnd`; the other methods are acts of hands and faults.

    `pages` are the printed pieces that were cut off, `hanging` is printed and not cut. Off line it
    buffers its input, and prints it once it is on line again; it still answers `DLE EOT`. `mangle`
    damages each answer. Not modelled: time, the paper's width, a full buffer, printing without
    paper. Guesses: a NUL between commands is ignored, and unknown commands have two bytes.
    """

    def __init__(self, mangle: Callable[[bytes], bytes] | None = None) -> None:
        self.mangle = mangle
        self.bell = Bell()
        self.silent = False
        """Whether it prints without answering."""
        self.pages: list[tuple[Row, ...]] = []
        self.hanging: list[Row] = []
        self.unknown: list[bytes] = []
        """Commands that it doesn't know, and drops."""
        self._mechanics = Mechanics()
        self._powered = True
        self._out = bytearray()
        self._lock = threading.RLock()
        self._come_up()

    @property
    def texts(self) -> list[list[str]]:
        """The text of each piece, row by row, without the style."""
        return [[row.text for row in page] for page in self.pages]

    # hands and mishaps

    def run_out(self, after: int = 0) -> None:
        """Have paper for so many rows."""
        with self._lock:
            self._mechanics.rows_left = after

    def load_paper(self) -> None:
        """Put a new roll in; the hanging piece stays."""
        with self._lock:
            self._mechanics.rows_left = None
            self._work()

    def open_cover(self) -> None:
        """Open its cover."""
        with self._lock:
            self._mechanics.cover_open = True

    def shut_cover(self) -> None:
        """Shut its cover."""
        with self._lock:
            self._mechanics.cover_open = False
            self._work()

    def jam(self) -> None:
        """Have an error, such as a stuck cutter."""
        with self._lock:
            self._mechanics.error = True

    def clear(self) -> None:
        """End the error."""
        with self._lock:
            self._mechanics.error = False
            self._work()

    @property
    def has_paper(self) -> bool:
        """Whether it has paper."""
        return self._mechanics.rows_left != 0

    @property
    def is_open(self) -> bool:
        """Whether its cover is open."""
        return self._mechanics.cover_open

    @property
    def jammed(self) -> bool:
        """Whether it has an error."""
        return self._mechanics.error

    def power_off(self) -> None:
        """Lose the power, and all that was received."""
        with self._lock:
            self._powered = False
            self._out.clear()

    def power_on(self) -> None:
        """Come up afresh; paper, cover and error are as they were."""
        with self._lock:
            self._powered = True
            self._come_up()

    # the wire

    def receive(self, data: bytes) -> None:
        """Take commands and text, in pieces or several at once."""
        with self._lock:
            for byte in data if self._powered else b"":
                self._token.append(byte)
                if len(self._token) >= self._length():
                    self._take(bytes(self._token))
                    self._token.clear()

    def transmit(self) -> bytes:
        """Give all that has been said since."""
        with self._lock:
            said = bytes(self._out)
            self._out.clear()
            return said

    def _length(self) -> int:
        if self._token[0] not in (_DLE, _ESC, _GS):
            return 1
        return _LENGTHS.get(bytes(self._token[:2]), 2)

    def _take(self, token: bytes) -> None:
        if token[:2] == b"\x10\x04":
            self._say(self._mechanics.status(token[2]))
            return
        self._received.append(token)
        self._work()

    def _say(self, answer: bytes) -> None:
        if not self.silent:
            self._out += self.mangle(answer) if self.mangle else answer
            self.bell.ring()

    # being a printer

    def _come_up(self) -> None:
        self._token = bytearray()
        self._received: deque[bytes] = deque()
        self._head = Head()

    def _work(self) -> None:
        while self._received and self._mechanics.on_line:
            self._obey(self._received.popleft())

    def _obey(self, token: bytes) -> None:
        match token[:2], token[2:]:
            case b"\x1b@", _:
                self._head = Head()
            case b"\x1bd", _:
                self._end_row(feed=False)
            case b"\x1dV", _:
                self._cut()
            case b"\x1dr", n:
                self._say(b"\x00" if n[0] in (1, 49) else b"")
            case b"\x1bt" | b"\x1b!" | b"\x1bE" | b"\x1ba", n:
                self._head.restyle(token[1:2], n[0])
            case _:
                self._print(token)

    def _print(self, token: bytes) -> None:
        if len(token) > 1:
            self.unknown.append(token)
        elif token[0] == _LF:
            self._end_row()
        elif token[0] >= ord(" "):
            self._head.row += token

    def _end_row(self, *, feed: bool = True) -> None:
        if not (self._head.row or feed):
            return
        self.hanging.append(self._head.print())
        if self._mechanics.rows_left:
            self._mechanics.rows_left -= 1

    def _cut(self) -> None:
        if self.hanging:
            self.pages.append(tuple(self.hanging))
            self.hanging.clear()


def far_end(_wiring: EscPos, _around: Around) -> Mounted[SimTicketPrinter]:
    printer = SimTicketPrinter()
    return Mounted(printer, wire=printer)
