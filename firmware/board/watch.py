"""Watches a table for its boards: asks the control socket, as long as a board is open."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from firmware.board.shown import greeting, messages
from firmware.core.vocabulary.status import Status
from firmware.shell.sockets.control import ask
from firmware.shell.sockets.line_client import ControlError

EVERY_S: Final = 0.25
RESTS_S: Final = 5.0
"""After so long without news a board is written to all the same, so that a lost one is noticed."""
MOST: Final = 10
"""Boards at once."""


class Watch:
    """The state of the table whose socket `find` returns, for up to MOST boards; `language` is the
    one of a board that has not seen its table yet. Safe from any thread.
    """

    def __init__(self, find: Callable[[], Path], language: str) -> None:
        self._find = find
        self._greeted = greeting(1, "", language)
        self._now = messages(self._greeted, None)
        self._news = threading.Condition()
        self._boards = 0
        self._ended = threading.Event()

    def run(self) -> None:
        """Watch until ended."""
        while not self._ended.wait(EVERY_S):
            if self._boards:
                self.look()

    def end(self) -> None:
        self._ended.set()

    def look(self) -> None:
        """Ask the table once; a table that does not answer is silent."""
        seen = self._asked()
        if seen and (seen.game, seen.language) != (self._greeted.game, self._greeted.language):
            self._greeted = greeting(self._greeted.seat + 1, seen.game, seen.language)
        now = messages(self._greeted, seen)
        with self._news:
            if now != self._now:
                self._now = now
                self._news.notify_all()

    @contextmanager
    def board(self) -> Iterator[Iterator[bytes] | None]:
        """Give a new board the state and each change of it, b"" if there is none; None if there
        are too many boards.
        """
        with self._news:
            welcome = self._boards < MOST
            self._boards += welcome
        try:
            yield self._states() if welcome else None
        finally:
            with self._news:
                self._boards -= welcome

    def _states(self) -> Iterator[bytes]:
        told = b""
        while not self._ended.is_set():
            with self._news:
                self._news.wait_for(lambda before=told: self._now != before, RESTS_S)  # type: ignore[misc]
                now = self._now
            yield b"" if now == told else now
            told = now

    def _asked(self) -> Status | None:
        try:
            return ask(self._find())
        except ControlError:
            return None
