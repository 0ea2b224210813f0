"""Line input with history and completion, by prompt_toolkit, on a terminal with a cursor.

It receives only known keys: other input (meta keys and their repeat counts, bracketed pastes, mouse
reports) has no effect.
"""

import asyncio
import codecs
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from typing import Final, TextIO, cast

from prompt_toolkit.application import create_app_session, get_app
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.data_structures import Size
from prompt_toolkit.document import Document
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyPress
from prompt_toolkit.keys import Keys
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.shortcuts import CompleteStyle, PromptSession

from firmware.console.terminal.keystrokes import Keystrokes
from firmware.console.terminal.limits import COLUMNS, ROWS, Complete, Idle
from firmware.console.terminal.plain_line import LONGEST, Interrupted, TooLong
from firmware.console.text.clean import clean
from firmware.console.wires.ear import Ear
from firmware.console.wires.wire import Ended, Lost

AT_ONCE: Final = 1024
"""Bytes between two drawings."""
MOST_TYPED: Final = 16 * LONGEST
"""Characters that are read of one line, with all that edits it."""
KEPT: Final = 200
"""Lines of history."""
STOPS: Final = {0x0D: Keys.ControlM, 0x03: Keys.ControlC}
OBEYED: Final = frozenset({
    Keys.ControlA, Keys.ControlB, Keys.ControlC, Keys.ControlD, Keys.ControlE, Keys.ControlF,
    Keys.ControlG, Keys.ControlH, Keys.ControlI, Keys.ControlK, Keys.ControlL, Keys.ControlM,
    Keys.ControlN, Keys.ControlP, Keys.ControlR, Keys.ControlT, Keys.ControlU, Keys.ControlW,
    Keys.ControlY, Keys.Left, Keys.Right, Keys.Up, Keys.Down, Keys.Home, Keys.End, Keys.Delete,
    Keys.ControlLeft, Keys.ControlRight,
})  # fmt: skip


class Editor:
    """Edits lines on a terminal; it remembers those that were entered."""

    def __init__(self, ear: Ear, write: Callable[[str], None]) -> None:
        self._complete: Complete = lambda _: ()
        self._typed = _Typed(ear)
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
                asyncio.get_running_loop().call_later(most_s, _leave, Idle())

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


class _Typed(Input):
    """Implements prompt_toolkit's input over an ear; it leaves the following line unread."""

    def __init__(self, ear: Ear) -> None:
        self._ear = ear
        self._ready: Callable[[], None] | None = None
        self._keys: list[KeyPress] = []
        self._begin()

    def read_keys(self) -> list[KeyPress]:
        """Return the keys that were typed; a loss, or too long a line, ends the prompt."""
        app = get_app()
        if app.is_done:
            return []
        try:
            heard = self._ear.take(0, AT_ONCE)
        except (Lost, Ended) as end:
            _leave(end)
            return []
        stop = STOPS.get(heard[-1]) if heard else None
        self._refusing |= len(app.current_buffer.text) > LONGEST or self._parser.fed > MOST_TYPED
        if not self._refusing:
            self._parser.feed(self._decoder.decode(heard[:-1] if stop else heard))
        if stop:
            self._stop(stop)
        if self._ear.waiting:
            self._more()
        return self._taken()

    def flush_keys(self) -> list[KeyPress]:
        """Return the keys of an incomplete sequence."""
        self._parser.flush()
        return self._taken()

    @contextmanager
    def attach(self, input_ready_callback: Callable[[], None]) -> Iterator[None]:
        """Have `input_ready_callback` called when something was typed."""
        loop = asyncio.get_running_loop()
        before, self._ready = self._ready, input_ready_callback
        self._begin()

        def more() -> None:
            with suppress(RuntimeError):  # the prompt may just have ended
                loop.call_soon_threadsafe(self._call)

        self._more = more
        self._ear.tell(more)
        more()
        try:
            yield
        finally:
            self._ear.tell(None)
            self._ready = before

    @contextmanager
    def detach(self) -> Iterator[None]:
        """Detach any callback."""
        before, self._ready = self._ready, None
        try:
            yield
        finally:
            self._ready = before
            self._more()

    def raw_mode(self) -> AbstractContextManager[None]:
        """Do nothing: the wire is raw."""
        return nullcontext()

    def cooked_mode(self) -> AbstractContextManager[None]:
        """Do nothing: the wire stays raw."""
        return nullcontext()

    def fileno(self) -> int:
        """None is needed."""
        raise NotImplementedError

    def typeahead_hash(self) -> str:
        """Return an identity of this wire."""
        return f"wire-{id(self)}"

    @property
    def closed(self) -> bool:
        """A loss ends the prompt by itself."""
        return False

    def _begin(self) -> None:
        self._refusing = False
        self._parser = Keystrokes(self._keys.append)
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def _stop(self, key: Keys) -> None:
        """End the line, and any unfinished sequence."""
        if self._refusing and key is Keys.ControlM:
            _leave(TooLong())
        else:
            self._parser.flush()
            self._keys.append(KeyPress(key))
        self._begin()

    def _taken(self) -> list[KeyPress]:
        taken = [press for press in self._keys if _obeyed(press)]
        self._keys.clear()
        return taken

    def _call(self) -> None:
        if self._ready is not None:
            self._ready()


def _obeyed(press: KeyPress) -> bool:
    if isinstance(press.key, Keys):
        return press.key in OBEYED
    return press.key.isprintable()


def _leave(error: Exception) -> None:
    app = get_app()
    if app.is_running and not app.is_done:
        app.exit(exception=error)


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
