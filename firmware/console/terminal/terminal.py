"""The person at the other end of a wire: output, questions and input."""

import codecs
import io
import json
import re
import time
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Final

from firmware.console.terminal.limits import SCREEN_COLUMNS, SCREEN_ROWS, CompleteWord, IdleTimeout
from firmware.console.terminal.plain_line import read_line
from firmware.console.text.drawing import ConsoleOutput
from firmware.console.wires.reader_thread import WireReader
from firmware.console.wires.wire import LineLost, Wire
from firmware.shell.words.templates import NO_BREAK

if TYPE_CHECKING:
    from rich.console import Console

    from firmware.console.terminal.screen import LineEditor

CURSOR_QUERY: Final = b"\x1b[6n"
CURSOR_REPORT: Final = re.compile(rb"\x1b\[\??\d+(;\d+)*[Rc]")
REPORT_TIMEOUT_S: Final = 0.5


class Terminal:
    """A terminal with 80 columns and 24 rows, or a script.

    Every call raises LineLost once the far end has gone. Those that wait for input raise
    IdleTimeout after the idle time, and InputEnded at the end of a script.
    """

    def __init__(
        self,
        wire: Wire,
        clock: Callable[[], float] = time.monotonic,
        report_timeout_s: float = REPORT_TIMEOUT_S,
    ) -> None:
        self.name = wire.name
        self.is_capable = wire.kind == "terminal"
        """Whether it does more than print: colours, and a cursor that moves."""
        self._wire = wire
        self._wire_reader = WireReader(wire)
        self._clock = clock
        self._report_timeout_s = report_timeout_s
        self.is_piped = wire.kind == "pipe"
        self._idle_deadline_s: float | None = None
        self._drawn_lines = 0

    def wait_for_person(self) -> None:
        """On a serial line, wait for the first ENTER, and query whether the terminal has a cursor.

        Of a terminal of this machine $TERM says so.
        """
        if self._wire.kind == "line":
            while not self._wire_reader.take_input(None).endswith(b"\r"):
                pass
            self._wire.write(CURSOR_QUERY)
            self.is_capable = self._wire_reader.wait_for_pattern(
                CURSOR_REPORT, self._report_timeout_s
            )
            # a dumb terminal has printed the query as "[6n": the spaces overwrite it
            self._write_text("\n" if self.is_capable else "\r    \n")
        elif self.is_capable:
            self._write_text("\n")

    def close(self) -> None:
        """Stop reading."""
        self._wire_reader.close()

    def check_line(self) -> None:
        """Raise LineLost if the far end has gone."""
        self._wire_reader.check_line()

    def set_idle_limit(self, seconds: float | None) -> None:
        """Start the idle timer; None stops it."""
        self._idle_deadline_s = None if seconds is None else self._clock() + seconds

    # input

    def prompt_line(self, prompt: str, complete_word: CompleteWord) -> str:
        """Return a line. Raises Interrupted, LineTooLong."""
        if self.is_capable:
            return self._line_editor.edit_line(
                escape_controls(prompt), complete_word, self._idle_left_s()
            )
        return self._prompt_plain_line(prompt, hidden=False)

    def ask(self, question_text: str, *, hidden: bool) -> str:
        """Return the answer, which is not stored. Raises Interrupted, LineTooLong."""
        return self._prompt_plain_line(question_text, hidden=hidden)

    def clear_history(self) -> None:
        """Forget the lines that were typed."""
        self.__dict__.pop(
            "_line_editor", None
        )  # a cached property: the next prompt makes a new one

    def pause(self, seconds: float) -> bool:
        """Wait so long, or until a key is pressed; return whether no key was pressed."""
        idle_left_s = self._idle_left_s()
        is_pressed = self._wire_reader.wait_for_key(
            seconds if idle_left_s is None else min(seconds, idle_left_s)
        )
        if idle_left_s is not None and idle_left_s <= seconds and not is_pressed:
            raise IdleTimeout
        return not is_pressed

    def _prompt_plain_line(self, prompt: str, *, hidden: bool) -> str:
        if not self.is_piped:
            self._write_text(escape_controls(prompt))
        is_silent = hidden or self.is_piped
        try:
            return read_line(self._typed_characters(), _no_echo if is_silent else self._write_text)
        finally:
            if not self.is_piped:
                self._write_text("\n")

    def _typed_characters(self) -> Iterator[str]:
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        while received_octets := self._wire_reader.take_input(self._idle_left_s()):
            yield from decoder.decode(received_octets)
        raise IdleTimeout

    def _idle_left_s(self) -> float | None:
        if self._idle_deadline_s is None:
            return None
        left_s = self._idle_deadline_s - self._clock()
        if left_s <= 0:
            raise IdleTimeout
        return left_s

    # output

    def print_output(self, output: ConsoleOutput) -> None:
        """Print the output."""
        self._drawn_lines = 0
        self._write_text(self._rendered_text(output))

    def redraw_output(self, output: ConsoleOutput) -> None:
        """Print the output in place of the previous one, if the terminal has a cursor."""
        rendered_text = self._rendered_text(output)
        line_count = rendered_text.count("\n")
        if self.is_capable:
            cursor_up = f"\x1b[{self._drawn_lines}A" if self._drawn_lines else ""
            # each line erases its rest, the last one all below: the previous output may be larger
            rendered_text = f"{cursor_up}\r" + rendered_text.replace("\n", "\x1b[K\n") + "\x1b[J"
        self._write_text(rendered_text)
        self._drawn_lines = line_count

    def print_line(self, text: str) -> None:
        """Print one line, unfolded."""
        self._drawn_lines = 0
        self._write_text(f"{escape_controls(text)}\n")

    def _rendered_text(self, output: ConsoleOutput) -> str:
        from rich.segment import Segment, Segments

        rendered_parts = []
        rich_console = self._rich_console
        for renderable in output:
            rendered = rich_console.render(renderable)
            safe_segments = (
                Segment(escape_controls(segment.text), segment.style)
                for segment in rendered
                if not segment.control
            )
            with rich_console.capture() as capture:
                rich_console.print(Segments(safe_segments), end="")
            captured_text = capture.get()
            rendered_parts.append(
                captured_text if captured_text.endswith("\n") else f"{captured_text}\n"
            )
        return "".join(rendered_parts)

    def _write_text(self, text: str) -> None:
        wire_text = text if self.is_piped else text.replace("\n", "\r\n")
        try:
            self._wire.write(wire_text.encode("utf-8", "replace"))
        except LineLost as line_lost:
            self._wire_reader.mark_lost(line_lost)
            raise

    @cached_property
    def _rich_console(self) -> "Console":
        from rich.console import Console

        return Console(
            file=io.StringIO(),
            width=SCREEN_COLUMNS,
            height=SCREEN_ROWS,
            force_terminal=self.is_capable,
            color_system="standard" if self.is_capable else None,
            no_color=not self.is_capable,
            legacy_windows=False,
            force_interactive=False,
            highlight=False,
            markup=False,
            emoji=False,
            _environ={},  # COLUMNS or NO_COLOR of this process are not the far terminal's
        )

    @cached_property
    def _line_editor(self) -> "LineEditor":
        from firmware.console.terminal.screen import LineEditor

        return LineEditor(self._wire_reader, self._write_screen_text)

    def _write_screen_text(self, text: str) -> None:
        """Write text that prompt_toolkit drew; its line ends have their CR already."""
        self._wire.write(text.encode("utf-8", "replace"))


def escape_controls(text: str) -> str:
    r"""Return `text` with escapes instead of control characters, as in JSON: `\u001b`."""
    if text.replace(NO_BREAK, "").replace("\n", "").isprintable():
        return text
    return "".join(_escaped_character(character) for character in text)


def _escaped_character(character: str) -> str:
    is_harmless = character.isprintable() or character.isspace()
    return (
        character
        if is_harmless and character not in _MOVING_SPACES
        else json.dumps(character)[1:-1]
    )


_MOVING_SPACES: Final = "\t\x0b\x0c\r\x1c\x1d\x1e\x1f\x85\u2028\u2029"
"""Spaces that are more than a space or a line end."""


def _no_echo(_text: str) -> None:
    """Echo nothing."""
