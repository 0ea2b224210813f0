"""The person at the other end of a wire: output, questions and input."""

import codecs
import io
import json
import re
import time
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Final

from firmware.console.terminal.limits import COLUMNS, ROWS, Complete, Idle
from firmware.console.terminal.plain_line import read_line
from firmware.console.text.drawing import Told
from firmware.console.wires.reader_thread import Ear
from firmware.console.wires.wire import Lost, Wire
from firmware.shell.words.templates import NO_BREAK

if TYPE_CHECKING:
    from rich.console import Console

    from firmware.console.terminal.screen import Editor

WHERE_ARE_YOU: Final = b"\x1b[6n"
HERE_I_AM: Final = re.compile(rb"\x1b\[\??\d+(;\d+)*[Rc]")
ANSWERS_WITHIN_S: Final = 0.5


class Terminal:
    """A terminal with 80 columns and 24 rows, or a script.

    Every call raises Lost once the far end has gone; those that wait for input raise Idle after the
    idle time, and Ended at the end of a script.
    """

    def __init__(
        self,
        wire: Wire,
        clock: Callable[[], float] = time.monotonic,
        answers_within_s: float = ANSWERS_WITHIN_S,
    ) -> None:
        self.name = wire.name
        self.able = wire.kind == "terminal"
        """Whether it does more than print: colours, and a cursor that moves."""
        self._wire = wire
        self._ear = Ear(wire)
        self._clock = clock
        self._answers_within_s = answers_within_s
        self.piped = wire.kind == "pipe"
        self._until: float | None = None
        self._drawn = 0

    def meet(self) -> None:
        """Wait on a line for the first ENTER, and query the abilities of the terminal there.

        A terminal of this machine has said them in $TERM, however late it would answer. The query
        as printed by a dumb terminal is overwritten.
        """
        if self._wire.kind == "line":
            while not self._ear.take(None).endswith(b"\r"):
                pass
            self._wire.write(WHERE_ARE_YOU)
            self.able = self._ear.expect(HERE_I_AM, self._answers_within_s)
            self._write("\n" if self.able else "\r    \n")
        elif self.able:
            self._write("\n")

    def close(self) -> None:
        """Hear no more."""
        self._ear.close()

    def check(self) -> None:
        """Raise Lost if the far end has gone."""
        self._ear.check()

    def idle_after(self, seconds: float | None) -> None:
        """Raise Idle after so much time without input; None disables the timer."""
        self._until = None if seconds is None else self._clock() + seconds

    # input

    def line(self, prompt: str, complete: Complete) -> str:
        """Return a line. Raises Interrupted, TooLong."""
        if self.able:
            return self._editor.line(safe(prompt), complete, self._left_s())
        return self._typed(prompt, hidden=False)

    def ask(self, question: str, *, hidden: bool) -> str:
        """Return the answer, which is not stored. Raises Interrupted, TooLong."""
        return self._typed(question, hidden=hidden)

    def forget(self) -> None:
        """Keep none of the lines that were typed."""
        self.__dict__.pop("_editor", None)

    def pause(self, seconds: float) -> bool:
        """Wait so long, or until a key is pressed; return whether to go on."""
        left = self._left_s()
        pressed = self._ear.key(seconds if left is None else min(seconds, left))
        if left is not None and left <= seconds and not pressed:
            raise Idle
        return not pressed

    def _typed(self, prompt: str, *, hidden: bool) -> str:
        if not self.piped:
            self._write(safe(prompt))
        silent = hidden or self.piped
        try:
            return read_line(self._characters(), _nothing if silent else self._write)
        finally:
            if not self.piped:
                self._write("\n")

    def _characters(self) -> Iterator[str]:
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        while heard := self._ear.take(self._left_s()):
            yield from decoder.decode(heard)
        raise Idle

    def _left_s(self) -> float | None:
        if self._until is None:
            return None
        left = self._until - self._clock()
        if left <= 0:
            raise Idle
        return left

    # output

    def tell(self, told: Told) -> None:
        """Print it."""
        self._drawn = 0
        self._write(self._drawing(told))

    def redraw(self, told: Told) -> None:
        """Print it over the previous output, if the terminal can."""
        drawing = self._drawing(told)
        lines = drawing.count("\n")
        if self.able:
            back = f"\x1b[{self._drawn}A" if self._drawn else ""
            drawing = f"{back}\r" + drawing.replace("\n", "\x1b[K\n") + "\x1b[J"
        self._write(drawing)
        self._drawn = lines

    def say(self, text: str) -> None:
        """Print one line, however long."""
        self._drawn = 0
        self._write(f"{safe(text)}\n")

    def _drawing(self, told: Told) -> str:
        from rich.segment import Segment, Segments

        drawn = []
        console = self._console
        for renderable in told:
            rendered = console.render(renderable)
            safely = (Segment(safe(s.text), s.style) for s in rendered if not s.control)
            with console.capture() as capture:
                console.print(Segments(safely), end="")
            text = capture.get()
            drawn.append(text if text.endswith("\n") else f"{text}\n")
        return "".join(drawn)

    def _write(self, text: str) -> None:
        ends = text if self.piped else text.replace("\n", "\r\n")
        try:
            self._wire.write(ends.encode("utf-8", "replace"))
        except Lost as lost:
            self._ear.lose(lost)
            raise

    @cached_property
    def _console(self) -> "Console":
        from rich.console import Console

        return Console(
            file=io.StringIO(),
            width=COLUMNS,
            height=ROWS,
            force_terminal=self.able,
            color_system="standard" if self.able else None,
            no_color=not self.able,
            legacy_windows=False,
            force_interactive=False,
            highlight=False,
            markup=False,
            emoji=False,
            _environ={},
        )

    @cached_property
    def _editor(self) -> "Editor":
        from firmware.console.terminal.screen import Editor

        return Editor(self._ear, self._write_screen)

    def _write_screen(self, text: str) -> None:
        """Print text drawn for a screen, whose line ends are complete."""
        self._wire.write(text.encode("utf-8", "replace"))


def safe(text: str) -> str:
    r"""Return `text` with escapes instead of control characters, as in JSON: `\u001b`."""
    if text.replace(NO_BREAK, "").replace("\n", "").isprintable():
        return text
    return "".join(_spelt(character) for character in text)


def _spelt(character: str) -> str:
    harmless = character.isprintable() or character.isspace()
    return character if harmless and character not in _MOVING else json.dumps(character)[1:-1]


_MOVING: Final = "\t\x0b\x0c\r\x1c\x1d\x1e\x1f\x85\u2028\u2029"
"""Spaces that are more than a space or a line end."""


def _nothing(_text: str) -> None:
    """Echo nothing."""
