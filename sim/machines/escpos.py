"""The far end of a ticket printer's wire: ESC/POS in, paper with text on it out."""

import threading
from collections import deque
from collections.abc import Callable
from typing import Final

from drivers.escpos.kind import EscPosWiring
from sim.machines.installation import FarEndContext, Installation
from sim.machines.ticket_mechanics import Mechanics, PrinterError, PrintHead, TicketRow
from sim.wires.far_end import OutputBell

_DLE, _ESC, _GS, _LF = 0x10, 0x1B, 0x1D, 0x0A
_XON, _XOFF = b"\x11", b"\x13"
_IDENTITIES: Final = {65: b"V2.01", 66: b"EPSON", 67: b"TM-T88V", 68: b"J1234567"}
"""Answers to `GS I n`: version, maker, model and number."""
_COMMAND_LENGTHS: Final = {
    **dict.fromkeys((b"\x1bt", b"\x1b!", b"\x1bE", b"\x1ba", b"\x1bd", b"\x1dV", b"\x1dr"), 3),
    **dict.fromkeys((b"\x10\x04", b"\x1da", b"\x1dI"), 3),
}
"""Bytes of each command by its first two; every other one has two."""


class SimTicketPrinter:
    """Implements `sim.wires.far_end.FarEnd`; the other methods are acts of hands and faults.

    `cut_tickets` are the printed pieces that were cut off, `uncut_rows` is printed and not cut. Off
    line it buffers its input, and prints it once it is on line again; it still answers `DLE EOT`.
    `damage` alters each answer. With a `buffer_size` it sends XOFF off line once so many octets
    wait, and loses what comes then. Not modelled: time, the paper's width, printing without paper.
    Guesses: a NUL between commands is ignored, and unknown commands have two bytes.
    """

    def __init__(self, damage: Callable[[bytes], bytes] | None = None) -> None:
        self.damage = damage
        self.sends_automatic_status = False
        """Whether it sends its status at each change, as by `GS a` or a switch of its own."""
        self.answered_kinds = frozenset({1, 2, 3, 4})
        """The `DLE EOT n` that it knows."""
        self.other_bits = 0
        """Bits that it has otherwise in each `DLE EOT` answer, as another maker's."""
        self.buffer_size: int | None = None
        self.bell = OutputBell()
        self.is_silent = False
        """Whether it prints without answering."""
        self.cut_tickets: list[tuple[TicketRow, ...]] = []
        self.uncut_rows: list[TicketRow] = []
        self.unknown_commands: list[bytes] = []
        """Commands that it doesn't know, and drops."""
        self._mechanics = Mechanics()
        self._is_powered = True
        self._unsent_bytes = bytearray()
        self._lock = threading.RLock()
        self._reset_buffers()

    @property
    def ticket_texts(self) -> list[list[str]]:
        """The text of each piece, row by row, without the style."""
        return [[row.text for row in page] for page in self.cut_tickets]

    # hands and mishaps

    def limit_paper(self, rows_left: int = 0) -> None:
        """Have paper for so many rows."""
        self.change(rows_left=rows_left)

    def load_paper(self) -> None:
        """Put a new roll in; the hanging piece stays."""
        self.change(rows_left=None, is_near_end=False)

    def open_cover(self) -> None:
        """Open its cover."""
        self.change(cover_open=True)

    def shut_cover(self) -> None:
        """Shut its cover."""
        self.change(cover_open=False)

    def jam_cutter(self) -> None:
        """Have a stuck cutter."""
        self.change(error=PrinterError.CUTTER)

    def clear_error(self) -> None:
        """End the error."""
        self.change(error=None)

    def change(self, **mechanics: object) -> None:
        """Change fields of its `Mechanics`, by whatever hand or mishap."""
        with self._lock:
            for name, value in mechanics.items():
                setattr(self._mechanics, name, value)
            if self.sends_automatic_status:
                self._send_answer(self._mechanics.automatic_status())
            self._process_buffer()

    @property
    def has_paper(self) -> bool:
        """Whether it has paper."""
        return not self._mechanics.is_paper_out

    @property
    def is_near_end(self) -> bool:
        """Whether its paper is almost used up."""
        return self._mechanics.is_near_end

    @property
    def is_open(self) -> bool:
        """Whether its cover is open."""
        return self._mechanics.cover_open

    @property
    def error(self) -> PrinterError | None:
        """Its error, if it has one."""
        return self._mechanics.error

    @property
    def awaits_feed(self) -> bool:
        """Whether it waits for its FEED key."""
        return self._mechanics.awaits_feed

    def power_off(self) -> None:
        """Lose the power, and all that was received."""
        with self._lock:
            self._is_powered = False
            self._unsent_bytes.clear()

    def power_on(self) -> None:
        """Come up afresh; paper, cover and error are as they were."""
        with self._lock:
            self._is_powered = True
            self._reset_buffers()

    # the wire

    def receive(self, data: bytes) -> None:
        """Take commands and text, in pieces or several at once."""
        with self._lock:
            for byte in data if self._is_powered else b"":
                self._partial_token.append(byte)
                if len(self._partial_token) >= self._command_length():
                    self._receive_token(bytes(self._partial_token))
                    self._partial_token.clear()

    def transmit(self) -> bytes:
        """Return the unsent answers."""
        with self._lock:
            unsent = bytes(self._unsent_bytes)
            self._unsent_bytes.clear()
            return unsent

    def _command_length(self) -> int:
        if self._partial_token[0] not in (_DLE, _ESC, _GS):
            return 1
        return _COMMAND_LENGTHS.get(bytes(self._partial_token[:2]), 2)

    def _receive_token(self, token: bytes) -> None:
        # A real-time command: answered at once, in front of all that is buffered.
        if token[:2] == b"\x10\x04":
            self._answer_status(token[2])
        elif not self._is_full():
            self._received.append(token)
            self._process_buffer()
            if self._is_full():
                self._send_answer(_XOFF)

    def _answer_status(self, kind: int) -> None:
        if kind in self.answered_kinds:
            (octet,) = self._mechanics.status_byte(kind)
            self._send_answer(bytes((octet ^ self.other_bits,)))

    def _is_full(self) -> bool:
        return self.buffer_size is not None and sum(map(len, self._received)) >= self.buffer_size

    def _send_answer(self, reply_bytes: bytes) -> None:
        if not self.is_silent:
            self._unsent_bytes += self.damage(reply_bytes) if self.damage else reply_bytes
            self.bell.ring()

    # being a printer

    def _reset_buffers(self) -> None:
        self._partial_token = bytearray()
        self._received: deque[bytes] = deque()
        self._print_head = PrintHead()

    def _process_buffer(self) -> None:
        # Off line the buffer waits; `GS r` in it is answered only after the rows before it.
        was_full = self._is_full()
        while self._received and self._mechanics.is_online:
            self._execute_command(self._received.popleft())
        if was_full and not self._is_full():
            self._send_answer(_XON)

    def _execute_command(self, token: bytes) -> None:
        match token[:2], token[2:]:
            case b"\x1b@", _:
                self._print_head = PrintHead()
            case b"\x1bd", _:
                self._end_row(feeds_paper=False)
            case b"\x1dV", _:
                self._cut_ticket()
            case b"\x1dr", argument if argument[0] in (1, 49):
                self._send_answer(bytes((self._mechanics.paper_sensors(),)))
            case b"\x1da", argument:
                self.sends_automatic_status = bool(argument[0])
            case b"\x1dI", argument if argument[0] in _IDENTITIES:
                self._send_answer(b"_%b\0" % _IDENTITIES[argument[0]])
            case b"\x1bt" | b"\x1b!" | b"\x1bE" | b"\x1ba", argument:
                self._print_head.restyle(token[1:2], argument[0])
            case _:
                self._print_token(token)

    def _print_token(self, token: bytes) -> None:
        if len(token) > 1:
            self.unknown_commands.append(token)
        elif token[0] == _LF:
            self._end_row()
        elif token[0] >= ord(" "):
            self._print_head.row_buffer += token

    def _end_row(self, *, feeds_paper: bool = True) -> None:
        if not (self._print_head.row_buffer or feeds_paper):
            return
        self.uncut_rows.append(self._print_head.take_row())
        if self._mechanics.rows_left:
            self._mechanics.rows_left -= 1

    def _cut_ticket(self) -> None:
        if self.uncut_rows:
            self.cut_tickets.append(tuple(self.uncut_rows))
            self.uncut_rows.clear()


def far_end(_wiring: EscPosWiring, _context: FarEndContext) -> Installation[SimTicketPrinter]:
    printer = SimTicketPrinter()
    return Installation(printer, serial_end=printer)
