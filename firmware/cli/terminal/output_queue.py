"""Output lines that never block: a slow reader holds up neither the table nor its end."""

import os
import select
from collections.abc import Iterable
from typing import Final, TextIO

MAX_PENDING_OCTETS: Final = 1 << 20
"""Octets that wait for a slow reader; from there on the oldest lines are dropped."""
CLOSE_TIMEOUT_MS: Final = 2000
"""How long the end waits for a reader that has stopped."""
DROPPED_MARK: Final = b"[...]\n"


class OutputQueue:
    """The lines of a stream with a descriptor, written as fast as they are read."""

    def __init__(self, output_stream: TextIO, close_timeout_ms: int = CLOSE_TIMEOUT_MS) -> None:
        output_stream.flush()
        self._descriptor = output_stream.fileno()
        self._encoding, self._error_policy = (
            output_stream.encoding,
            output_stream.errors or "strict",
        )
        self._close_timeout_ms = close_timeout_ms
        self._pending_octets = bytearray()
        self._writable_poll = select.poll()
        self._writable_poll.register(self._descriptor, select.POLLOUT)

    def writelines(self, output_lines: Iterable[str]) -> None:
        """Write what can be written now; the rest is written with the next lines."""
        self._pending_octets += "".join(output_lines).encode(self._encoding, self._error_policy)
        self._write_pending(0)
        if len(self._pending_octets) > MAX_PENDING_OCTETS:
            dropped_end = (
                self._pending_octets.find(
                    b"\n", len(self._pending_octets) - MAX_PENDING_OCTETS // 2
                )
                + 1
            )
            self._pending_octets[:dropped_end] = DROPPED_MARK

    def close(self) -> None:
        """Write the rest, or give up after `close_timeout_ms` without a reader."""
        self._write_pending(self._close_timeout_ms)

    def _write_pending(self, timeout_ms: int) -> None:
        # a pipe that polls as writable takes PIPE_BUF octets whole, so that no write blocks
        try:
            while self._pending_octets and self._writable_poll.poll(timeout_ms):
                del self._pending_octets[
                    : os.write(self._descriptor, self._pending_octets[: select.PIPE_BUF])
                ]
        except OSError:  # the reader is gone: later output must not fail at the program's end
            os.dup2(os.open(os.devnull, os.O_WRONLY), self._descriptor)
