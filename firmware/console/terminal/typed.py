"""The keys that an editor obeys, read from a wire.

It receives only known keys: other input (meta keys and their repeat counts, bracketed pastes, mouse
reports) has no effect.
"""

import asyncio
import codecs
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from typing import Final

from prompt_toolkit.application import get_app
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyPress
from prompt_toolkit.keys import Keys

from firmware.console.terminal.keystrokes import Keystrokes
from firmware.console.terminal.plain_line import LONGEST, TooLong
from firmware.console.wires.reader_thread import Ear
from firmware.console.wires.wire import Ended, Lost

AT_ONCE: Final = 1024
"""Bytes between two drawings."""
MOST_TYPED: Final = 16 * LONGEST
"""Characters that are read of one line, with all that edits it."""
STOPS: Final = {0x0D: Keys.ControlM, 0x03: Keys.ControlC}
OBEYED: Final = frozenset({
    Keys.ControlA, Keys.ControlB, Keys.ControlC, Keys.ControlD, Keys.ControlE, Keys.ControlF,
    Keys.ControlG, Keys.ControlH, Keys.ControlI, Keys.ControlK, Keys.ControlL, Keys.ControlM,
    Keys.ControlN, Keys.ControlP, Keys.ControlR, Keys.ControlT, Keys.ControlU, Keys.ControlW,
    Keys.ControlY, Keys.Left, Keys.Right, Keys.Up, Keys.Down, Keys.Home, Keys.End, Keys.Delete,
    Keys.ControlLeft, Keys.ControlRight,
})  # fmt: skip


class Typed(Input):
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
            leave(end)
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
            leave(TooLong())
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


def leave(error: Exception) -> None:
    """End the prompt that is shown, if there is one, with an error."""
    app = get_app()
    if app.is_running and not app.is_done:
        app.exit(exception=error)
