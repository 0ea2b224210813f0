"""Reads a wire in a thread of its own, so that a loss or a Ctrl-C is noticed at any time."""

import re
import threading
from collections.abc import Callable
from typing import Final

from firmware.console.wires.wire import Ended, Lost, Wire

MOST: Final = 1 << 18
"""Bytes that wait to be worked off; beyond it the wire itself has to wait."""
POLL_S: Final = 0.2
"""The period of checking whether the reader still exists."""
LINE_END, INTERRUPT = 0x0D, 0x03
STOPS: Final = re.compile(rb"[\r\x03]")


class Ear:
    """The unread input of a wire.

    Every line ends in CR here, whether it was CR, LF or CRLF. A Ctrl-C discards the input before
    it; so does a loss, since its sender could not see the effect.
    """

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._heard = bytearray()
        self._news = threading.Condition()
        self._end: Lost | Ended | None = None
        self._listener: Callable[[], None] | None = None
        self._thread: threading.Thread | None = None
        self._closing = False
        self._after_cr = False
        self._begun = False
        """Whether the last line has no end yet."""

    @property
    def waiting(self) -> bool:
        """Whether there is something to take, or to raise."""
        return bool(self._heard) or self._end is not None

    def check(self) -> None:
        """Raise Lost if the far end has gone."""
        if isinstance(self._end, Lost):
            raise self._end

    def take(self, most_s: float | None, most: int = MOST) -> bytes:
        """Return the input up to the first line end or Ctrl-C; b"" after `most_s`.

        Raises Lost, or Ended once all input was taken.
        """
        self._wait(most_s, lambda: self.waiting)
        with self._news:
            if self._end is not None and not self._heard:
                raise self._end
            stop = STOPS.search(self._heard, 0, most)
            return self._cut(0, stop.end() if stop else most)

    def expect(self, pattern: re.Pattern[bytes], most_s: float) -> bool:
        """Return whether `pattern` comes within `most_s`, and take it alone."""
        self._wait(most_s, lambda: pattern.search(self._heard) or self._end)
        with self._news:
            found = pattern.search(self._heard)
            if found:
                self._cut(*found.span())
            return found is not None

    def key(self, most_s: float) -> bool:
        """Return whether a key was pressed within `most_s`, and consume it;
        whole lines are kept.
        """
        self._wait(most_s, lambda: self.waiting)
        with self._news:
            pressed = self.waiting
            if len(self._heard) == 1 or LINE_END not in self._heard:
                self._heard.clear()
        self.check()
        return pressed

    def tell(self, listener: Callable[[], None] | None) -> None:
        """Set the listener, which is called from another thread when there is news."""
        self._listener = listener

    def lose(self, error: Lost) -> None:
        """Mark the far end as lost: it did not take the output."""
        self._finish(error)

    def close(self) -> None:
        """Hear no more."""
        self._closing = True
        self._notify()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _wait(self, most_s: float | None, until: Callable[[], object]) -> None:
        if self._thread is None and self._end is None:
            self._thread = threading.Thread(target=self._listen, name="ear", daemon=True)
            self._thread.start()
        with self._news:
            self._news.wait_for(until, most_s)

    def _cut(self, start: int, end: int) -> bytes:
        cut = bytes(self._heard[start:end])
        del self._heard[start:end]
        self._news.notify_all()
        return cut

    def _listen(self) -> None:
        while not self._closing:
            try:
                data = self._wire.read(POLL_S)
            except (Lost, Ended) as end:
                self._finish(end)
                return
            if alike := self._alike(data):
                self._hear(alike)

    def _alike(self, data: bytes) -> bytes:
        if not data:
            return data
        rest = data[1:] if self._after_cr and data[:1] == b"\n" else data
        self._after_cr = data.endswith(b"\r")
        return rest.replace(b"\r\n", b"\r").replace(b"\n", b"\r")

    def _hear(self, data: bytes) -> None:
        with self._news:
            self._news.wait_for(lambda: len(self._heard) < MOST or self._closing)
            interrupt = data.rfind(INTERRUPT)
            if interrupt >= 0:
                self._heard.clear()
            self._heard += data[max(interrupt, 0) :]
            self._begun = not data.endswith(b"\r")
        self._notify()

    def _finish(self, end: Lost | Ended) -> None:
        with self._news:
            if isinstance(end, Lost):
                self._heard.clear()
            elif self._begun:
                self._heard.append(LINE_END)
            self._end = self._end if isinstance(self._end, Lost) else end
        self._notify()

    def _notify(self) -> None:
        with self._news:
            self._news.notify_all()
        if listener := self._listener:
            listener()
