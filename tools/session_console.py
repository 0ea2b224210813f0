"""The technician's console on a pseudo-terminal of 80 x 24, read from its screen as a person does.

Whoever types here knows nothing but what the console has said: a command that never stood on the
screen is refused.
"""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import pyte

from firmware.shell.words.templates import NO_BREAK
from tools.session_table import PATIENCE_S, Unlike

COLUMNS, ROWS = 80, 24
LOOK_S: Final = 0.05
FRAMES: Final = 8
"""Lines of a live view that are looked at before anything is done, and after."""
PROMPT: Final = re.compile(r"^(?P<prompt>.{1,60} >)(?: (?P<typed>.*))?$")


class Unheard(AssertionError):
    """A command was to be typed that the console has not named."""


class _Tape(pyte.Screen):
    """A screen that keeps the lines which have left it at the top."""

    def __init__(self) -> None:
        self.gone: list[str] = []
        super().__init__(COLUMNS, ROWS)

    def index(self) -> None:
        if self.cursor.y == ROWS - 1:
            self.gone.append(self.display[0].rstrip())
        super().index()

    def seen(self) -> list[str]:
        """Return all that was seen, down to the cursor."""
        return self.gone + [line.rstrip() for line in self.display[: self.cursor.y + 1]]


class Laptop:
    """A terminal program in which `command` runs; a dumb one does nothing but print."""

    def __init__(
        self, command: Sequence[str], cwd: Path, environment: dict[str, str], *, dumb: bool = False
    ) -> None:
        self.tape = _Tape()
        self.received = bytearray()
        """All that has come, as it came."""
        self._news = threading.Condition()
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        environment = {**environment, "TERM": "dumb"} if dumb else environment
        self._process = subprocess.Popen(  # noqa: S603
            command, cwd=cwd, env=environment, stdin=slave, stdout=slave, stderr=slave,
            start_new_session=True,
        )  # fmt: skip
        os.close(slave)
        if not dumb:
            self.tape.write_process_input = self.press  # type: ignore[method-assign]
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._read, name="laptop", daemon=True)
        self._thread.start()

    @property
    def screen(self) -> str:
        """The text on the screen now."""
        with self._news:
            return "\n".join(line.rstrip() for line in self.tape.display)

    def lines(self) -> list[str]:
        """Return all that was seen, down to the cursor."""
        with self._news:
            return self.tape.seen()

    def press(self, data: str) -> None:
        """Press keys."""
        os.write(self._master, data.encode())

    def until(self, so: Callable[[], object], awaited: str) -> None:
        """Wait until the screen is `so`. Raises Unlike."""
        end = time.monotonic() + PATIENCE_S
        while not so():
            if time.monotonic() > end:
                raise Unlike(f"{awaited!r} never came:\n{self.screen}")
            with self._news:
                self._news.wait(LOOK_S)

    def close(self) -> None:
        """Close the terminal program: the console in it ends."""
        self._ended.set()
        self._thread.join()
        os.close(self._master)
        try:
            self._process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
            raise Unlike("the console outlives its terminal") from None

    def _read(self) -> None:
        stream = pyte.ByteStream(self.tape)
        while not self._ended.is_set():
            if not select.select([self._master], [], [], LOOK_S)[0]:
                continue
            try:
                data = os.read(self._master, 4096)
            except OSError:  # nobody holds the other end any more
                return
            with self._news:
                self.received += data
                stream.feed(data)
                self._news.notify_all()


class Console:
    """A console in a terminal, and who types into it."""

    def __init__(self, laptop: Laptop) -> None:
        self.laptop = laptop
        self._at_prompt()

    def do(self, line: str, asks: str = "") -> None:
        """Type a command, and wait for the prompt after it, or for what it `asks`.

        Raises Unheard where the console has not named it.
        """
        self._check_named(line)
        self.answer(line, asks)

    def answer(self, line: str, asks: str = "") -> None:
        """Answer a question, and wait for the next prompt or question."""
        before = len(self.laptop.lines())
        self.laptop.press(f"{line}\r")
        if asks:
            self.laptop.until(lambda: self._asks(asks, before), asks)
        else:
            self._at_prompt(before)

    def watch(self, line: str, act: Callable[[], None]) -> None:
        """Type a command that goes on until a key is pressed; do `act` while it does.

        A key is pressed once other frames have come than before, and some of them.
        """
        self._check_named(line)
        began = len(self.laptop.lines())
        self.laptop.press(f"{line}\r")
        self._is_shown(began + FRAMES)
        known = self._frames(began)
        act()
        self.laptop.until(lambda: self._frames(began) - known, "another frame")
        self._is_shown(len(self.laptop.lines()) + FRAMES)
        self.laptop.press(" ")
        self._at_prompt(began + FRAMES)

    def _is_shown(self, lines: int) -> None:
        self.laptop.until(lambda: len(self.laptop.lines()) >= lines, "more frames")

    def _frames(self, began: int) -> set[str]:
        """Return the frames that have come, without their times."""
        return {line.split(maxsplit=1)[-1] for line in self.laptop.lines()[began:-1]}

    def shows(self, text: str) -> bool:
        """Say whether a text has ever stood on the screen, however it was folded."""
        return _plain(text) in _plain("\n".join(self.laptop.lines()))

    @property
    def screen_lines(self) -> list[str]:
        """Every line that the console has printed; none that was typed at its prompt."""
        return [line for line in self.laptop.lines() if not PROMPT.match(line)]

    def _check_named(self, line: str) -> None:
        screen_text, (first, *_) = _plain("\n".join(self.screen_lines)), line.split()
        own = rf"{re.escape(first)} [A-Z]{{3,}}\b"
        if not (
            re.search(rf"(?<!\w){re.escape(line)}(?!\w)", screen_text)
            or re.search(own, screen_text)
        ):
            raise Unheard(f"{line!r} was never named:\n{screen_text}")

    def _asks(self, question: str, before: int) -> bool:
        lines = self.laptop.lines()
        return len(lines) > before and _plain(lines[-1]).endswith(_plain(question))

    def _at_prompt(self, before: int = 0) -> None:
        self.laptop.until(lambda: self._prompted(before), "a prompt")

    def _prompted(self, before: int) -> bool:
        lines = self.laptop.lines()
        found = PROMPT.match(lines[-1])
        return len(lines) > before and found is not None and not found["typed"]


def _plain(text: str) -> str:
    return " ".join(text.replace(NO_BREAK, " ").split())
