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

from firmware.console.terminal.limits import COLUMNS, ROWS, Complete, Idle
from firmware.console.terminal.plain_line import Interrupted
from firmware.console.terminal.typed import Typed, leave
from firmware.console.text.clean import clean
from firmware.console.wires.reader_thread import Ear
from firmware.console.wires.wire import Ended, Lost

KEPT: Final = 200
"""Lines of history."""


class Editor:
    """Edits lines on a terminal; it remembers those that were entered."""

    def __init__(self, ear: Ear, write: Callable[[str], None]) -> None:
        self._complete: Complete = lambda _: ()
        self._typed = Typed(ear)
        screen = _Screen(ear, write)
        output = _Unbracketed(
            cast("TextIO", screen),
            lambda: Size(rows=ROWS, columns=COLUMNS),
            enable_bell=False,
            enable_cpr=False,
        )
        self._session: PromptSession[str] = PromptSession(
            input=self._typed,
            output=output,
            history=_Recent(),
            completer=_Completer(lambda before: self._complete(before)),
            complete_while_typing=False,
            complete_style=CompleteStyle.READLINE_LIKE,
            color_depth=ColorDepth.DEPTH_4_BIT,
            include_default_pygments_style=False,
            reserve_space_for_menu=0,
        )

    def line(self, prompt: str, complete: Complete, most_s: float | None) -> str:
        """Return a line. Raises Interrupted, TooLong, Lost, Ended; Idle after `most_s`."""
        self._complete = complete

        def begin() -> None:
            if most_s is not None:
                asyncio.get_running_loop().call_later(most_s, leave, Idle())

        typed, shown = self._session.input, self._session.output
        try:
            with create_app_session(typed, shown):
                return self._session.prompt(
                    [("bold", prompt)],
                    pre_run=begin,
                    set_exception_handler=False,
                    handle_sigint=False,
                )
        except KeyboardInterrupt:
            raise Interrupted from None
        except EOFError:
            raise Ended from None


class _Unbracketed(Vt100_Output):
    """Lets a paste come as if it were typed: line by line, and Ctrl-C among it."""

    def enable_bracketed_paste(self) -> None:
        """Leave it off."""


class _Screen:
    """The part of a text file that prompt_toolkit writes to."""

    encoding = "utf-8"

    def __init__(self, ear: Ear, write: Callable[[str], None]) -> None:
        self._ear = ear
        self._write = write

    def write(self, text: str) -> int:
        """Draw; a lost far end is reported by the ear."""
        try:
            self._write(text)
        except Lost as lost:
            self._ear.lose(lost)
        return len(text)

    def flush(self) -> None:
        """Do nothing: output is unbuffered."""


class _Recent(InMemoryHistory):
    """The last lines."""

    def append_string(self, string: str) -> None:
        """Keep one more."""
        super().append_string(string)
        del self._loaded_strings[KEPT:]


class _Completer(Completer):
    """Offers completions of the last word, as many as fit on the screen.

    Words with characters that a terminal would obey are left out.
    """

    def __init__(self, complete: Complete) -> None:
        self._complete = complete

    def get_completions(
        self,
        document: Document,
        complete_event: CompleteEvent,  # noqa: ARG002
    ) -> Iterable[Completion]:
        before = document.text_before_cursor
        begun = before.split()[-1] if before[-1:].strip() else ""
        words = [word for word in self._complete(before) if clean(word) == word]
        widest = max(map(len, words), default=0) + 1
        for word in words[: max(1, COLUMNS // widest) * (ROWS - 1)]:
            yield Completion(f"{word} ", -len(begun), display=word)
