"""A laptop at the other end of a cable: its keyboard, and its screen as pyte reads it."""

import threading
import time
from collections.abc import Callable
from contextlib import suppress

import pyte

from hal.errors import PortLost
from hal.ports import Millis
from tests.kits.waiting import PATIENCE_S

LOOK_S = 0.05


class Laptop:
    """A terminal program with 80 columns and 24 rows; a dumb one answers no query."""

    def __init__(self, *, dumb: bool = False) -> None:
        self._screen = pyte.Screen(80, 24)
        self._stream = pyte.ByteStream(self._screen)
        self._news = threading.Condition()
        self._typed = bytearray()
        self.received = bytearray()
        """All that has come, as it came."""
        self._shown: str | None = None
        """The screen as text, once somebody has looked since it last changed."""
        if not dumb:
            self._screen.write_process_input = lambda text: self.type(text)  # type: ignore[method-assign]

    # what a person does

    def type(self, text: str | bytes) -> None:
        with self._news:
            self._typed += text.encode() if isinstance(text, str) else text
            self._news.notify_all()

    def enter(self, line: str) -> None:
        self.type(f"{line}\r")

    def sees(self, text: str) -> None:
        """Wait until the screen shows it."""
        self.until(lambda: text in self.screen, text)

    def ends_with(self, text: str) -> None:
        """Wait until it is the last thing on the screen."""
        self.until(lambda: self.screen.rstrip().endswith(text), text)

    def until(self, so: Callable[[], object], what: str = "") -> None:
        """Wait for a condition on the screen or elsewhere."""
        end = time.monotonic() + PATIENCE_S
        with self._news:
            while not so():
                assert time.monotonic() < end, f"{what!r} never came:\n{self.screen}"
                self._news.wait(LOOK_S)

    @property
    def screen(self) -> str:
        with self._news:
            if self._shown is None:
                self._shown = "\n".join(line.rstrip() for line in self._screen.display)
            return self._shown

    def wipe(self) -> None:
        """Look at nothing that was there before."""
        with self._news:
            self._screen.reset()
            self._shown = None
            self.received.clear()

    # the far end of its cable

    def receive(self, data: bytes) -> None:
        with self._news:
            self.received += data
            self._stream.feed(data)
            self._shown = None
            self._news.notify_all()

    def take(self) -> bytes:
        with self._news:
            taken = bytes(self._typed[:4096])
            del self._typed[: len(taken)]
            return taken

    def wait(self, most_s: float, or_else: Callable[[], bool]) -> None:
        with self._news:
            self._news.wait_for(lambda: self._typed or or_else(), most_s)

    def wake(self) -> None:
        with self._news:
            self._news.notify_all()


class Cable:
    """Implements `hal.ports.SerialPort`: in memory, with a laptop at its end."""

    path = "/dev/croupier-console"

    def __init__(self, laptop: Laptop) -> None:
        self.laptop = laptop
        self.plugged = True
        self.ended = False
        self._open = False

    @property
    def is_open(self) -> bool:
        """Whether input is being read."""
        return self._open

    def unplug(self) -> None:
        self.plugged = self._open = False
        self.laptop.wake()

    def reopen(self) -> None:
        if self.ended:
            raise SystemExit
        if not self.plugged:
            raise PortLost(f"{self.path}: not there")
        self.laptop.take()
        self._open = True

    def read(self) -> bytes:
        self._check()
        return self.laptop.take()

    def write(self, data: bytes) -> None:
        self._check()
        self.laptop.receive(data)

    def wait(self, most: Millis) -> None:
        self.laptop.wait(most / 1000, lambda: not self._open)

    def close(self) -> None:
        self._open = False

    def _check(self) -> None:
        if not self._open:
            raise PortLost(f"{self.path}: gone")


class Served(threading.Thread):
    """A console that serves, in a thread, until it is ended."""

    def __init__(self, serve: Callable[[], object], cable: Cable) -> None:
        super().__init__(name="console under test", daemon=True)
        self._serve, self._cable = serve, cable
        self.start()

    def run(self) -> None:
        with suppress(SystemExit):
            while True:
                self._serve()

    def end(self) -> None:
        self._cable.ended = True
        self._cable.unplug()
        self.join(PATIENCE_S)
        assert not self.is_alive(), "the console does not end"
