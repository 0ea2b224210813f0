"""The socket at which a table hears the hall of its tournament: one JSON object each way, a line.

A level is not signed. So only this device's own services may say one: the table's user, root, and
the users that systemd makes for a service, the uplink's among them.
"""

import os
from pathlib import Path
from typing import Final

import msgspec

from firmware.core.vocabulary.hall import LevelSeen
from firmware.core.vocabulary.panel import Text
from firmware.shell.poker_room.tournament_mail import HallMail
from firmware.shell.sockets.line_client import Refusal, ask_line
from firmware.shell.sockets.line_socket import LineSocket
from firmware.shell.words.decode_words import decode_reason
from firmware.shell.words.words import Words

SOCKET: Final = "hall"
"""Its name, beside the control socket."""
ANYBODY: Final = 0o666
OF_SYSTEMD: Final = range(61_184, 65_520)
"""Its dynamic users: systemd.io/UIDS-GIDS."""


def is_of_device(uid: int) -> bool:
    """Return whether a user may say a level."""
    return uid in (0, os.getuid()) or uid in OF_SYSTEMD


class HallRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The hall's word for this table."""

    said: LevelSeen


class HallAnswer(msgspec.Struct, frozen=True):
    """Why a word was refused, if it was."""

    error: str = ""


class HallSocket(LineSocket):
    """Serves the hall's words."""

    def __init__(self, path: Path, mail: HallMail, words: Words) -> None:
        """Open the socket. Raises ControlError if another service has it."""
        self._mail = mail
        self._words = words
        super().__init__(path, ANYBODY, self._answer)

    def _answer(self, line: bytes, uid: int) -> HallAnswer | Refusal:
        if not is_of_device(uid):
            return Refusal(self._words.say(Text("room.hall.not_yours")))
        try:
            self._mail.take(msgspec.json.decode(line, type=HallRequest).said)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            return Refusal(self._words.say(decode_reason(error)))
        return HallAnswer()


def pass_on(path: Path, said: LevelSeen) -> str:
    """Pass the hall's word to the table at `path`; return why it was refused, if it was.

    Raises ControlError.
    """
    return ask_line(path, HallRequest(said), HallAnswer).error
