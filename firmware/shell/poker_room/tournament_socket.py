"""The socket at which a table receives its tournament's level: one JSON object each way, a
line.

A level is not signed. Only services of this device may therefore send one: the table's user, root,
and the dynamic users of systemd services, as the uplink's.
"""

import os
from pathlib import Path
from typing import Final

import msgspec

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.tournament import LevelSeen
from firmware.shell.poker_room.tournament_mail import TournamentInbox
from firmware.shell.sockets.line_client import ErrorAnswer, send_request
from firmware.shell.sockets.line_socket import LineSocket
from firmware.shell.words.decode_words import decode_reason
from firmware.shell.words.words import Words

SOCKET_NAME: Final = "hall"
"""File name, in the folder of the control socket."""
SOCKET_MODE: Final = 0o666
SYSTEMD_USERS: Final = range(61_184, 65_520)
"""Dynamic users: systemd.io/UIDS-GIDS."""


def is_device_user(user_id: int) -> bool:
    """Return whether a user may send a level."""
    return user_id in (0, os.getuid()) or user_id in SYSTEMD_USERS


class LevelRequest(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"level": "said"}
):
    """The level for this table."""

    level: LevelSeen


class LevelReply(msgspec.Struct, frozen=True):
    """The reason if the level was refused."""

    error: str = ""


class LevelSocket(LineSocket):
    """The server of the socket."""

    def __init__(self, path: Path, inbox: TournamentInbox, words: Words) -> None:
        """Open the socket. Raises ControlError if another service has it."""
        self._inbox = inbox
        self._words = words
        super().__init__(path, SOCKET_MODE, self._answer)

    def _answer(self, line: bytes, user_id: int) -> LevelReply | ErrorAnswer:
        if not is_device_user(user_id):
            return ErrorAnswer(self._words.render(Text("room.hall.not_yours")))
        try:
            self._inbox.take(msgspec.json.decode(line, type=LevelRequest).level)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            return ErrorAnswer(self._words.render(decode_reason(error)))
        return LevelReply()


def send_level(path: Path, level: LevelSeen) -> str:
    """Send a level to the table's socket at `path`; return why it was refused, if it was.

    Raises ControlError.
    """
    return send_request(path, LevelRequest(level), LevelReply).error
