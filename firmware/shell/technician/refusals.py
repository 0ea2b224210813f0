"""The answers to a technician if an act can't be done."""

from typing import Any

import msgspec

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.journal import JournalError
from firmware.shell.technician.answers import AnyAnswer, Refusal
from firmware.shell.technician.handlers import RequestHandler
from firmware.shell.words.hardware_words import hardware_failure
from firmware.shell.words.os_words import os_reason
from hal.errors import HardwareError


def with_refusals(handler: RequestHandler) -> RequestHandler:
    """Turn an act's exceptions into refusals. Nothing has been changed when one is raised."""

    def answer(request: Any) -> AnyAnswer:  # noqa: ANN401  # of the act's own kinds
        try:
            return handler(request)
        except Exception as error:
            why = _refusal_reason(error)
            if why is None:
                raise
            return Refusal(why)

    return answer


def _refusal_reason(error: Exception) -> Text | None:
    match error:
        case JournalError():
            return Text("journal.refused", {"why": error.why})
        case RequestFailed():
            return error.why
        case FileExistsError():
            path = str(error.filename2 or error.filename)
            return Text("evidence.exists", {"path": path})
        case OSError():
            reason = os_reason(error)
            return Text("technician.unwritten", {"path": str(error.filename or ""), "why": reason})
        case HardwareError():
            return Text("technician.wire_failed", {"why": hardware_failure(error)})
        case msgspec.DecodeError() | UnicodeDecodeError():  # its message may name a card
            return Text("technician.other_program")
    return None
