"""Polls a table's control socket as long as a board is open."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

from firmware.board.board_view import board_state, greeting_of, make_greeting
from firmware.board.settled_bets import RoundState, SettledBets
from firmware.core.vocabulary.status import Status
from firmware.pages.state_changes import SentState, StateMessage
from firmware.shell.sheets.posted_sheet import PostedSheet
from firmware.shell.sockets.control import query_rules, query_status
from firmware.shell.sockets.line_client import ControlError
from firmware.shell.why.spoken_answer import SpokenRounds

POLL_INTERVAL_S: Final = 0.25
KEEP_ALIVE_INTERVAL_S: Final = 5.0
"""Something is sent after this time without a change, so that a lost browser is noticed."""
MAX_BOARDS: Final = 10
"""Boards open at the same time."""


class BoardPoller:
    """The state of the table at the socket that `find_socket` returns, for up to MAX_BOARDS boards.

    `language` is used until the table has answered once. Safe from any thread.
    """

    def __init__(self, find_socket: Callable[[], Path], language: str) -> None:
        self._find_socket = find_socket
        self._current_greeting = make_greeting(1, "", language)
        self._state = board_state(self._current_greeting, None)
        self._settled_bets = SettledBets()
        self._round_state: RoundState | None = None
        self._state_changed = threading.Condition()
        self._board_count = 0
        self._stopped = threading.Event()

    def run(self, on_turn: Callable[[], None] = lambda: None) -> None:
        """Poll until stopped; `on_turn` is called as long as this gets on."""
        while not self._stopped.wait(POLL_INTERVAL_S):
            on_turn()
            # no board open: the table is left alone
            if self._board_count:
                self.poll_table()

    def stop(self) -> None:
        self._stopped.set()

    def poll_table(self) -> None:
        """Poll the table once. One without an answer is shown as silent."""
        table_status = self._query_status()
        if table_status:
            self._current_greeting = greeting_of(table_status, self._current_greeting)
            self._round_state = table_status.phase, table_status.round, table_status.language
        current_state = board_state(self._current_greeting, table_status)
        with self._state_changed:
            if current_state != self._state:
                self._state = current_state
                self._state_changed.notify_all()

    def settled_bets(self) -> SpokenRounds:
        """Return why the bets of the last ended round were settled as they were; nothing before
        the table has answered once. Raises ControlError.
        """
        if self._round_state is None:
            return SpokenRounds(())
        return self._settled_bets.answers(self._find_socket(), self._round_state)

    @contextmanager
    def board_states(self) -> Iterator[Iterator[bytes] | None]:
        """Yield a new board's server-sent events: the whole state, then each change, or b"" as
        keep-alive; None if too many boards are open.
        """
        with self._state_changed:
            is_admitted = self._board_count < MAX_BOARDS
            # counted under the lock, so that no two boards take the last place
            self._board_count += is_admitted
        try:
            yield self._state_changes() if is_admitted else None
        finally:
            with self._state_changed:
                self._board_count -= is_admitted

    def _state_changes(self) -> Iterator[bytes]:
        sent_state, state = SentState(), None
        while not self._stopped.is_set():
            with self._state_changed:
                self._state_changed.wait_for(
                    lambda sent=state: self._state is not sent,  # type: ignore[misc]
                    KEEP_ALIVE_INTERVAL_S,
                )
                state = self._state
            message = sent_state.message_for(state)
            yield _server_sent_event(message) if message else b""

    def posted_rules(self, language: str) -> PostedSheet | None:
        """Return the rules of the table in a language; None if it does not answer."""
        try:
            return query_rules(self._find_socket(), language)
        except ControlError:
            return None

    def _query_status(self) -> Status | None:
        try:
            return query_status(self._find_socket())
        except ControlError:
            return None


def _server_sent_event(message: StateMessage) -> bytes:
    return b"data: %s\n\n" % msgspec.json.encode(message)
