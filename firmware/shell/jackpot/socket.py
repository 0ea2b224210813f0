"""The socket at which a table hears the keeper of its lot: one JSON object each way, a line each.

Whoever relays the keeper's messages can hold them back, and no more: the table checks who signed.
"""

from pathlib import Path
from typing import Final

import msgspec

from firmware.core.vocabulary.jackpot import LotAsk
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.jackpot.inbox import LotMail
from firmware.shell.jackpot.signed import Signed
from firmware.shell.sockets.line_client import Excess, ask_line
from firmware.shell.sockets.line_socket import LineSocket
from firmware.shell.words.decode_words import decode_reason
from firmware.shell.words.words import Words

SOCKET: Final = "lot"
"""Its name, beside the control socket."""
ANYBODY: Final = 0o666
"""A message that is not signed counts for nothing, whoever passes it on."""
LONGEST: Final = 1 << 16
"""Octets: a line has a cursor for each table of the lot."""


class LotRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A message of the keeper's; None only asks what it is to be asked."""

    message: Signed | None = None


class LotAnswer(msgspec.Struct, frozen=True):
    """What the keeper is to be asked, and why a message was refused."""

    ask: LotAsk | None = None
    why: str = ""


class LotSocket(LineSocket):
    """Serves the lot's messages."""

    def __init__(self, path: Path, mail: LotMail, words: Words) -> None:
        """Open the socket. Raises ControlError if another service has it."""
        self._mail = mail
        self._words = words
        super().__init__(path, ANYBODY, self._answer, _refused, LONGEST)

    def _answer(self, line: bytes, _uid: int) -> LotAnswer:
        try:
            request = msgspec.json.decode(line, type=LotRequest)
            if request.message is not None:
                self._mail.take(request.message)
        except CannotBeDone as refused:
            return LotAnswer(self._mail.ask, self._words.say(refused.why))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            return LotAnswer(self._mail.ask, self._words.say(decode_reason(error)))
        return LotAnswer(self._mail.ask)


def _refused(excess: Excess) -> LotAnswer:
    return LotAnswer(why=excess)


def pass_on(path: Path, message: Signed | None) -> LotAnswer:
    """Pass a message to the table at `path`; return its answer. Raises ControlError."""
    return ask_line(path, LotRequest(message), LotAnswer)
