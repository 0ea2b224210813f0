"""The keys of the line editor, read from a wire.

Only known keys reach it: meta keys and their repeat counts, bracketed pastes and mouse reports have
no effect.
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
from firmware.console.terminal.plain_line import MAX_LINE_LENGTH, LineTooLong
from firmware.console.wires.reader_thread import WireReader
from firmware.console.wires.wire import InputEnded, LineLost

READ_CHUNK: Final = 1024
"""Octets that are read before the line is drawn again."""
MAX_TYPED: Final = 16 * MAX_LINE_LENGTH
"""Characters of one line, those that edit it included."""
STOP_KEYS: Final = {0x0D: Keys.ControlM, 0x03: Keys.ControlC}
EDITING_KEYS: Final = frozenset({
    Keys.ControlA, Keys.ControlB, Keys.ControlC, Keys.ControlD, Keys.ControlE, Keys.ControlF,
    Keys.ControlG, Keys.ControlH, Keys.ControlI, Keys.ControlK, Keys.ControlL, Keys.ControlM,
    Keys.ControlN, Keys.ControlP, Keys.ControlR, Keys.ControlT, Keys.ControlU, Keys.ControlW,
    Keys.ControlY, Keys.Left, Keys.Right, Keys.Up, Keys.Down, Keys.Home, Keys.End, Keys.Delete,
    Keys.ControlLeft, Keys.ControlRight,
})  # fmt: skip


class TypedInput(Input):
    """Implements prompt_toolkit's input over a wire reader; it reads one line and not the next."""

    def __init__(self, wire_reader: WireReader) -> None:
        self._wire_reader = wire_reader
        self._input_ready: Callable[[], None] | None = None
        self._pressed_keys: list[KeyPress] = []
        self._begin_line()

    def read_keys(self) -> list[KeyPress]:
        """Return the typed keys; a lost line, or one that is too long, ends the prompt."""
        application = get_app()
        if application.is_done:
            return []
        try:
            received_octets = self._wire_reader.take_input(0, READ_CHUNK)
        except (LineLost, InputEnded) as input_end:
            end_prompt(input_end)
            return []
        stop_key = STOP_KEYS.get(received_octets[-1]) if received_octets else None
        self._is_refusing |= (
            len(application.current_buffer.text) > MAX_LINE_LENGTH
            or self._keystrokes.character_count > MAX_TYPED
        )
        if not self._is_refusing:
            self._keystrokes.feed(
                self._decoder.decode(received_octets[:-1] if stop_key else received_octets)
            )
        if stop_key:
            self._end_line(stop_key)
        # prompt_toolkit calls this once an announcement, so the rest needs one of its own
        if self._wire_reader.has_input:
            self._announce_input()
        return self._take_keys()

    def flush_keys(self) -> list[KeyPress]:
        """Return the keys of an incomplete sequence."""
        self._keystrokes.flush()
        return self._take_keys()

    @contextmanager
    def attach(self, input_ready_callback: Callable[[], None]) -> Iterator[None]:
        """Have the callback called whenever there is input."""
        event_loop = asyncio.get_running_loop()
        previous_ready, self._input_ready = self._input_ready, input_ready_callback
        self._begin_line()

        def announce_input() -> None:
            with suppress(RuntimeError):  # the prompt may just have ended
                event_loop.call_soon_threadsafe(self._call_input_ready)

        self._announce_input = announce_input
        self._wire_reader.set_listener(announce_input)
        announce_input()
        try:
            yield
        finally:
            self._wire_reader.set_listener(None)
            self._input_ready = previous_ready

    @contextmanager
    def detach(self) -> Iterator[None]:
        """Detach any callback."""
        previous_ready, self._input_ready = self._input_ready, None
        try:
            yield
        finally:
            self._input_ready = previous_ready
            self._announce_input()

    def raw_mode(self) -> AbstractContextManager[None]:
        """Do nothing: the wire is raw."""
        return nullcontext()

    def cooked_mode(self) -> AbstractContextManager[None]:
        """Do nothing: the wire stays raw."""
        return nullcontext()

    def fileno(self) -> int:
        """Raise NotImplementedError: input is announced, not polled."""
        raise NotImplementedError

    def typeahead_hash(self) -> str:
        """Return an identity of this wire."""
        return f"wire-{id(self)}"

    @property
    def closed(self) -> bool:
        """A loss ends the prompt by itself."""
        return False

    def _begin_line(self) -> None:
        self._is_refusing = False
        self._keystrokes = Keystrokes(self._pressed_keys.append)
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def _end_line(self, stop_key: Keys) -> None:
        """End the line, and any unfinished sequence."""
        if self._is_refusing and stop_key is Keys.ControlM:
            end_prompt(LineTooLong())
        else:
            self._keystrokes.flush()
            self._pressed_keys.append(KeyPress(stop_key))
        self._begin_line()

    def _take_keys(self) -> list[KeyPress]:
        taken_keys = [key_press for key_press in self._pressed_keys if _is_obeyed(key_press)]
        self._pressed_keys.clear()
        return taken_keys

    def _call_input_ready(self) -> None:
        if self._input_ready is not None:
            self._input_ready()


def _is_obeyed(key_press: KeyPress) -> bool:
    if isinstance(key_press.key, Keys):
        return key_press.key in EDITING_KEYS
    return key_press.key.isprintable()


def end_prompt(error: Exception) -> None:
    """End the prompt that is shown, if there is one, with an error."""
    application = get_app()
    if application.is_running and not application.is_done:
        application.exit(exception=error)
