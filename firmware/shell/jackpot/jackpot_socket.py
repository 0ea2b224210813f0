"""The socket through which a table receives its keeper's messages: a JSON line each way.

A relay can withhold the keeper's messages, and nothing more: the table checks the signatures.
"""

from pathlib import Path
from typing import Final

import msgspec

from firmware.core.vocabulary.jackpot import JackpotQuery
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.jackpot.jackpot_inbox import JackpotInbox
from firmware.shell.jackpot.signed_messages import SignedMessage
from firmware.shell.sockets.line_client import ClientLimit, send_request
from firmware.shell.sockets.line_socket import LineSocket
from firmware.shell.words.decode_words import decode_reason
from firmware.shell.words.words import Words

SOCKET_NAME: Final = "lot"
"""Its name, next to the control socket."""
SOCKET_MODE: Final = 0o666
"""Any user may relay: an unsigned message counts for nothing."""
MAX_LINE_OCTETS: Final = 1 << 14


class JackpotSocketRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A message of the keeper; None only reads the query."""

    message: SignedMessage | None = None


class JackpotSocketAnswer(msgspec.Struct, frozen=True):
    """The query to send to the keeper, and why a message was refused."""

    ask: JackpotQuery | None = None
    why: str = ""


class JackpotSocket(LineSocket):
    """Serves the messages of a linked jackpot."""

    def __init__(self, socket_path: Path, inbox: JackpotInbox, words: Words) -> None:
        """Open the socket. Raises ControlError if another service has it."""
        self._inbox = inbox
        self._words = words
        super().__init__(
            socket_path, SOCKET_MODE, self._answer_line, _refused_answer, MAX_LINE_OCTETS
        )

    def _answer_line(self, request_line: bytes, _uid: int) -> JackpotSocketAnswer:
        try:
            request = msgspec.json.decode(request_line, type=JackpotSocketRequest)
            if request.message is not None:
                self._inbox.accept(request.message)
        except RequestFailed as refused:
            return JackpotSocketAnswer(self._inbox.pending_query, self._words.render(refused.why))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            return JackpotSocketAnswer(
                self._inbox.pending_query, self._words.render(decode_reason(error))
            )
        return JackpotSocketAnswer(self._inbox.pending_query)


def _refused_answer(excess: ClientLimit) -> JackpotSocketAnswer:
    return JackpotSocketAnswer(why=excess)


def deliver(socket_path: Path, message: SignedMessage | None) -> JackpotSocketAnswer:
    """Deliver a message to the table at `socket_path`; return its answer. Raises ControlError."""
    return send_request(socket_path, JackpotSocketRequest(message), JackpotSocketAnswer)
