"""Line input with history and completion, by prompt_toolkit, on a terminal with a cursor."""

import asyncio
from collections.abc import Callable, Iterable
from typing import Final, TextIO, cast

from prompt_toolkit.application import create_app_session
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.data_structures import Size
from prompt_toolkit.document import Document
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.shortcuts import CompleteStyle, PromptSession

from firmware.console.terminal.limits import SCREEN_COLUMNS, SCREEN_ROWS, CompleteWord, IdleTimeout
from firmware.console.terminal.plain_line import Interrupted
from firmware.console.terminal.typed_input import TypedInput, end_prompt
from firmware.console.text.clean_text import clean_text
from firmware.console.wires.reader_thread import WireReader
from firmware.console.wires.wire import InputEnded, LineLost

MAX_HISTORY_LINES: Final = 200
"""Lines of history."""


class LineEditor:
    """Edits lines on a terminal, with a history of those that were entered."""

    def __init__(self, wire_reader: WireReader, write_text: Callable[[str], None]) -> None:
        self._complete_word: CompleteWord = lambda _: ()
        self._typed_input = TypedInput(wire_reader)
        screen_stream = _ScreenStream(wire_reader, write_text)
        output = _UnbracketedOutput(
            cast("TextIO", screen_stream),
            lambda: Size(rows=SCREEN_ROWS, columns=SCREEN_COLUMNS),
            enable_bell=False,
            enable_cpr=False,  # a report of the cursor would come among the keys
        )
        self._session: PromptSession[str] = PromptSession(
            input=self._typed_input,
            output=output,
            history=_RecentLines(),
            completer=_WordCompleter(lambda text_before: self._complete_word(text_before)),
            complete_while_typing=False,
            complete_style=CompleteStyle.READLINE_LIKE,
            color_depth=ColorDepth.DEPTH_4_BIT,
            include_default_pygments_style=False,
            reserve_space_for_menu=0,
        )

    def edit_line(self, prompt: str, complete_word: CompleteWord, timeout_s: float | None) -> str:
        """Return a line.

        Raises Interrupted, LineTooLong, LineLost or InputEnded; IdleTimeout after `timeout_s`.
        """
        self._complete_word = complete_word

        def start_idle_timer() -> None:
            if timeout_s is not None:
                asyncio.get_running_loop().call_later(timeout_s, end_prompt, IdleTimeout())

        typed_input, output = self._session.input, self._session.output
        try:
            with create_app_session(typed_input, output):
                return self._session.prompt(
                    [("bold", prompt)],
                    pre_run=start_idle_timer,
                    set_exception_handler=False,
                    handle_sigint=False,
                )
        except KeyboardInterrupt:
            raise Interrupted from None
        except EOFError:
            raise InputEnded from None


class _UnbracketedOutput(Vt100_Output):
    """Leaves bracketed paste off: a paste is read like typing, line by line and with Ctrl-C."""

    def enable_bracketed_paste(self) -> None:
        """Do nothing: the terminal's default is off."""


class _ScreenStream:
    """The part of a text file that prompt_toolkit writes to."""

    encoding = "utf-8"

    def __init__(self, wire_reader: WireReader, write_text: Callable[[str], None]) -> None:
        self._wire_reader = wire_reader
        self._write_text = write_text

    def write(self, text: str) -> int:
        """Draw; a lost line is raised by the wire reader's next read."""
        try:
            self._write_text(text)
        except LineLost as line_lost:  # raised here, it would end in prompt_toolkit's renderer
            self._wire_reader.mark_lost(line_lost)
        return len(text)

    def flush(self) -> None:
        """Do nothing: output is unbuffered."""


class _RecentLines(InMemoryHistory):
    """The last lines."""

    def append_string(self, string: str) -> None:
        """Add a line; the oldest is dropped if there are too many."""
        super().append_string(string)
        del self._loaded_strings[MAX_HISTORY_LINES:]


class _WordCompleter(Completer):
    """Offers completions of the last word, as many as fit on the screen.

    Words with characters that a terminal would obey are left out.
    """

    def __init__(self, complete_word: CompleteWord) -> None:
        self._complete_word = complete_word

    def get_completions(
        self,
        document: Document,
        complete_event: CompleteEvent,  # noqa: ARG002
    ) -> Iterable[Completion]:
        text_before = document.text_before_cursor
        prefix = text_before.split()[-1] if text_before[-1:].strip() else ""
        completion_words = [
            completion_word
            for completion_word in self._complete_word(text_before)
            if clean_text(completion_word) == completion_word
        ]
        column_width = max(map(len, completion_words), default=0) + 1
        for completion_word in completion_words[
            : max(1, SCREEN_COLUMNS // column_width) * (SCREEN_ROWS - 1)
        ]:
            yield Completion(f"{completion_word} ", -len(prefix), display=completion_word)
