"""Lines for whoever reads the program's output. Nobody waits for a reader: not the table, which
goes on while he is slow, and not its end, which comes though he never reads.
"""

import os
import select
from collections.abc import Iterable
from typing import Final, TextIO

KEEPS: Final = 1 << 20
"""Octets that wait for a slow reader at most; then the oldest lines are dropped."""
LAST_MS: Final = 2000
"""How long the end waits for a reader who reads nothing more."""
DROPPED: Final = b"[...]\n"


class Outlet:
    """The lines of a stream with a descriptor of its own, written as the reader takes them."""

    def __init__(self, stream: TextIO, last_ms: int = LAST_MS) -> None:
        stream.flush()
        self._fd = stream.fileno()
        self._encoding, self._errors = stream.encoding, stream.errors or "strict"
        self._last_ms = last_ms
        self._waiting = bytearray()
        self._ready = select.poll()
        self._ready.register(self._fd, select.POLLOUT)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write as much as can be written now, and keep the rest for the next time."""
        self._waiting += "".join(lines).encode(self._encoding, self._errors)
        self._go_on(0)
        if len(self._waiting) > KEEPS:
            kept = self._waiting.find(b"\n", len(self._waiting) - KEEPS // 2) + 1
            self._waiting[:kept] = DROPPED

    def close(self) -> None:
        """Write the rest, unless nobody reads."""
        self._go_on(self._last_ms)

    def _go_on(self, patience_ms: int) -> None:
        """A pipe that is ready takes a piece whole, so that no write waits."""
        try:
            while self._waiting and self._ready.poll(patience_ms):
                del self._waiting[: os.write(self._fd, self._waiting[: select.PIPE_BUF])]
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), self._fd)
