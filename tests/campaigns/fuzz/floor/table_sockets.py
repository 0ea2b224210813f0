"""The sockets of a table behind its uplink: its tournament's levels, its jackpot's messages."""

from contextlib import ExitStack, closing
from pathlib import Path
from typing import Final

from firmware.cli.serving.assembly import tournament_inbox
from firmware.core.game.jackpot_link import JackpotLink
from firmware.core.vocabulary.jackpot import JackpotQuery, JackpotUpdateReceived
from firmware.core.vocabulary.tournament import LevelSeen
from firmware.shell.jackpot.jackpot_inbox import JackpotInbox, JackpotRequirements, TrustedKeys
from firmware.shell.jackpot.jackpot_socket import SOCKET_NAME as JACKPOT_SOCKET
from firmware.shell.jackpot.jackpot_socket import JackpotSocket
from firmware.shell.poker_room.tournament_socket import SOCKET_NAME as TOURNAMENT_SOCKET
from firmware.shell.poker_room.tournament_socket import LevelSocket
from firmware.shell.words.words import Words
from hal.ports import Millis
from tests.kits.floor.jackpots import GAME, JOURNAL, TERMS
from tests.kits.floor_wire import TABLE
from tests.kits.games.tournament_evening import TournamentEvening

NONCE: Final = "a nonce"


class TableSockets:
    """The level and the version of the jackpot that a table has last taken from its sockets."""

    def __init__(self, folder: Path, keeper_public: str) -> None:
        evening = TournamentEvening(has_level=False)
        inbox = tournament_inbox(evening.table)
        assert inbox is not None
        self.levels = inbox
        query = JackpotQuery(TABLE, NONCE, JOURNAL)
        trusted, required = (
            TrustedKeys(keeper_public, frozenset()),
            JackpotRequirements("grand", GAME, 0, 1, 100),
        )
        self._link = JackpotLink().with_terms(TERMS, TABLE, JOURNAL)
        self.jackpot = JackpotInbox(required, trusted, query, JOURNAL, lambda: self._link)
        words = Words.load("fr")
        self._sockets = ExitStack()
        self._sockets.enter_context(
            closing(LevelSocket(folder / TOURNAMENT_SOCKET, self.levels, words))
        )
        self._sockets.enter_context(
            closing(JackpotSocket(folder / JACKPOT_SOCKET, self.jackpot, words))
        )
        self.level: LevelSeen | None = None
        self.version = 0

    def poll(self) -> None:
        """Take what has come, as the table's loop does."""
        for event in self.levels.poll(Millis(0)):
            if isinstance(event, LevelSeen):
                self.level = event
        for event in self.jackpot.poll(Millis(0)):
            if isinstance(event, JackpotUpdateReceived):
                self.version = event.shown.version

    def close(self) -> None:
        self._sockets.close()
