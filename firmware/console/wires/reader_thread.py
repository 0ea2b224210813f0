"""Reads a wire in a thread of its own, so that a lost line or a Ctrl-C is noticed at any time."""

import re
import threading
from collections.abc import Callable
from typing import Final

from firmware.console.wires.wire import InputEnded, LineLost, Wire

MAX_UNREAD_OCTETS: Final = 1 << 18
"""Unread octets from which on the wire is not read: its sender has to wait."""
READER_POLL_S: Final = 0.2
"""Seconds of one read, after which the thread checks whether it is to end."""
LINE_END_OCTET, INTERRUPT_OCTET = 0x0D, 0x03
STOP_PATTERN: Final = re.compile(rb"[\r\x03]")


class WireReader:
    """The unread input of a wire.

    Every line ends in CR here, whether it was CR, LF or CRLF. A Ctrl-C discards the input before
    it. So does a loss: its sender could not see the effect of a command typed ahead.
    """

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._unread_octets = bytearray()
        self._input_changed = threading.Condition()
        self._input_end: LineLost | InputEnded | None = None
        self._listener: Callable[[], None] | None = None
        self._reader_thread: threading.Thread | None = None
        self._is_closing = False
        self._after_cr = False
        self._is_line_open = False
        """Whether the last line has no end yet."""

    @property
    def has_input(self) -> bool:
        """Whether there is input to take, or an end to raise."""
        return bool(self._unread_octets) or self._input_end is not None

    def check_line(self) -> None:
        """Raise LineLost if the far end has gone."""
        if isinstance(self._input_end, LineLost):
            raise self._input_end

    def take_input(self, timeout_s: float | None, max_octets: int = MAX_UNREAD_OCTETS) -> bytes:
        """Return the input up to the first line end or Ctrl-C; b"" after `timeout_s`.

        Raises LineLost, or InputEnded once all input was taken.
        """
        self._wait_until(timeout_s, lambda: self.has_input)
        with self._input_changed:
            if self._input_end is not None and not self._unread_octets:
                raise self._input_end
            stop_match = STOP_PATTERN.search(self._unread_octets, 0, max_octets)
            return self._take_slice(0, stop_match.end() if stop_match else max_octets)

    def wait_for_pattern(self, pattern: re.Pattern[bytes], timeout_s: float) -> bool:
        """Return whether a pattern is received within `timeout_s`; only its match is taken."""
        self._wait_until(timeout_s, lambda: pattern.search(self._unread_octets) or self._input_end)
        with self._input_changed:
            pattern_match = pattern.search(self._unread_octets)
            if pattern_match:
                self._take_slice(*pattern_match.span())
            return pattern_match is not None

    def wait_for_key(self, timeout_s: float) -> bool:
        """Return whether a key was pressed within `timeout_s`, and take it, but no whole line."""
        self._wait_until(timeout_s, lambda: self.has_input)
        with self._input_changed:
            is_pressed = self.has_input
            if len(self._unread_octets) == 1 or LINE_END_OCTET not in self._unread_octets:
                self._unread_octets.clear()
        self.check_line()
        return is_pressed

    def set_listener(self, listener: Callable[[], None] | None) -> None:
        """Set the listener, which the reader thread calls after any input or its end."""
        self._listener = listener

    def mark_lost(self, error: LineLost) -> None:
        """Take the line as lost, since it did not take the output."""
        self._end_input(error)

    def close(self) -> None:
        """Stop reading."""
        self._is_closing = True
        self._notify_listener()
        if self._reader_thread is not None:
            self._reader_thread.join()
            self._reader_thread = None

    def _wait_until(self, timeout_s: float | None, condition: Callable[[], object]) -> None:
        if self._reader_thread is None and self._input_end is None:
            # started by the first wait, so that a session that never reads has no thread
            self._reader_thread = threading.Thread(target=self._read_wire, name="ear", daemon=True)
            self._reader_thread.start()
        with self._input_changed:
            self._input_changed.wait_for(condition, timeout_s)

    def _take_slice(self, start: int, end: int) -> bytes:
        taken_octets = bytes(self._unread_octets[start:end])
        del self._unread_octets[start:end]
        self._input_changed.notify_all()
        return taken_octets

    def _read_wire(self) -> None:
        while not self._is_closing:
            try:
                received_octets = self._wire.read(READER_POLL_S)
            except (LineLost, InputEnded) as input_end:
                self._end_input(input_end)
                return
            if normalized := self._normalize_line_ends(received_octets):
                self._store_octets(normalized)

    def _normalize_line_ends(self, received_octets: bytes) -> bytes:
        if not received_octets:
            return received_octets
        # an LF of a CRLF that was received in two pieces
        remaining_octets = (
            received_octets[1:]
            if self._after_cr and received_octets[:1] == b"\n"
            else received_octets
        )
        self._after_cr = received_octets.endswith(b"\r")
        return remaining_octets.replace(b"\r\n", b"\r").replace(b"\n", b"\r")

    def _store_octets(self, received_octets: bytes) -> None:
        with self._input_changed:
            self._input_changed.wait_for(
                lambda: len(self._unread_octets) < MAX_UNREAD_OCTETS or self._is_closing
            )
            interrupt_index = received_octets.rfind(INTERRUPT_OCTET)
            if interrupt_index >= 0:
                self._unread_octets.clear()
            self._unread_octets += received_octets[max(interrupt_index, 0) :]
            self._is_line_open = not received_octets.endswith(b"\r")
        self._notify_listener()

    def _end_input(self, input_end: LineLost | InputEnded) -> None:
        with self._input_changed:
            if isinstance(input_end, LineLost):
                self._unread_octets.clear()
            elif self._is_line_open:  # a script's last line may lack its end
                self._unread_octets.append(LINE_END_OCTET)
            self._input_end = (
                self._input_end if isinstance(self._input_end, LineLost) else input_end
            )
        self._notify_listener()

    def _notify_listener(self) -> None:
        with self._input_changed:
            self._input_changed.notify_all()
        if listener := self._listener:
            listener()
