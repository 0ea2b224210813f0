"""Serves the technician's socket: checks the right to each request, and journals it."""

import hashlib
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from firmware.core.vocabulary.panel import Text
from firmware.shell.device.crash import traceback_lines
from firmware.shell.device.service_users import CONSOLE_GROUP, share_with_console
from firmware.shell.sockets.line_client import ClientLimit
from firmware.shell.sockets.line_socket import LineSocket
from firmware.shell.sockets.rate_limit import RateLimit
from firmware.shell.technician import requests
from firmware.shell.technician.answers import AnyAnswer, Refusal
from firmware.shell.technician.handlers import RequestHandlers
from firmware.shell.technician.requests import (
    ALLOWED_ROLES,
    ROLE_KEYS,
    UNAUTHENTICATED,
    AnyRequest,
    Role,
    TechnicianRequest,
)
from firmware.shell.words.decode_words import decode_reason

USER_ALONE: Final = 0o600
USER_AND_GROUP: Final = 0o660
LONGEST_REQUEST: Final = 80 << 10
ACTS_A_SECOND: Final = 10
"""A limit, so that no client can fill the journal."""
UNRECORDED_REQUESTS: Final[frozenset[type[TechnicianRequest]]] = frozenset(
    {
        requests.ReadLevels,
        requests.CheckCorrection,
        requests.WatchWires,
        requests.JournalTail,
        requests.VerifyBundle,
        requests.LogRequest,
        requests.Configuration,
        requests.CompareConfiguration,
    }
)
"""Requests that neither change nor export anything: a live view repeats them."""
SELF_RECORDED: Final[type[TechnicianRequest]] = requests.SessionReport
"""A console's report about its own session, which is a journal entry by itself."""

LIMIT_KEYS: Final = {
    ClientLimit.CROWDED: "technician.crowded",
    ClientLimit.TOO_LONG: "technician.too_long",
}

log = logging.getLogger(__name__)


class TechnicianSocket(LineSocket):
    """Serves the technician; `record_note` returns when a note is durable in the journal."""

    def __init__(
        self,
        path: Path,
        handlers: RequestHandlers,
        record_note: Callable[[Text], None],
        group: str = CONSOLE_GROUP,
    ) -> None:
        """Open the socket. Raises ControlError if another service has it."""
        self._handlers = handlers
        self._record_note = record_note
        self._act_rate = RateLimit(ACTS_A_SECOND)
        self._decoder: msgspec.json.Decoder[AnyRequest] = msgspec.json.Decoder(AnyRequest)
        super().__init__(path, USER_ALONE, self._answer_request, _limit_refusal, LONGEST_REQUEST)
        share_with_console(path, USER_AND_GROUP, group)

    def _answer_request(self, line: bytes, user_id: int) -> AnyAnswer:
        try:
            request = self._decoder.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            return Refusal(Text("technician.malformed", {"why": decode_reason(error)}))
        try:
            return self._authorised_answer(request, user_id)
        except TimeoutError:
            return Refusal(Text("technician.no_turn"))
        except Exception as error:  # noqa: BLE001 - the socket outlives an act that failed
            log.error("%s: %s", _request_tag(request), " ".join(traceback_lines(error)))  # noqa: TRY400 - it may hold a card
            return Refusal(Text("technician.failed", {"kind": type(error).__name__}))

    def _authorised_answer(self, request: AnyRequest, user_id: int) -> AnyAnswer:
        # a live view asks several times a second: it would fill the journal
        if type(request) in UNRECORDED_REQUESTS and _is_allowed(request):
            return self._handle_request(request)
        self._act_rate.wait_for_slot()
        note_values = _note_values(request, user_id)
        if not _is_allowed(request):
            self._record_note(Text("technician.forbidden", note_values))
            return Refusal(Text("technician.not_yours", {"role": note_values["role"]}))
        if type(request) is not SELF_RECORDED:
            self._record_note(Text("technician.act", note_values))
        answer = self._handle_request(request)
        if isinstance(answer, Refusal):
            self._record_note(Text("technician.not_done", {**note_values, "why": answer.why}))
        return answer

    def _handle_request(self, request: AnyRequest) -> AnyAnswer:
        handler = self._handlers.get(type(request))
        return (
            handler(request)
            if handler
            else Refusal(Text("technician.no_act", {"act": _request_tag(request)}))
        )


def _is_allowed(request: AnyRequest) -> bool:
    return type(request) in UNAUTHENTICATED or _client_role(request) in ALLOWED_ROLES[type(request)]


def _client_role(request: AnyRequest) -> Role:
    """Return the client's role; a user who can open the socket counts as a technician."""
    return request.who.role if request.who else "technician"


def _note_values(request: AnyRequest, user_id: int) -> dict[str, str | int | Text]:
    """Return the person and the request, for the journal."""
    person = request.who
    return {
        "who": person.name if person else f"uid {user_id}",
        "role": Text(ROLE_KEYS[_client_role(request)]),
        "act": _request_tag(request),
        "what": printable(_argument_text(request)),
    }


def _argument_text(request: AnyRequest) -> str:
    """Return the arguments shortly: never a code, and of a configuration its digest."""
    match request:
        case requests.EnrolPerson(account=None):
            return ""
        case requests.AdoptStick(table=table):
            return table
        case requests.EnrolPerson(account=person) | requests.ResetMeters(second=person):
            return f"{person.name} ({person.role})" if person else ""
        case requests.CorrectRound(second=person):
            place = f"{request.round} {request.spot} {request.on} {request.cents}"
            return f"{place} {person.name if person else '-'}: {request.reason}"
        case requests.CompareConfiguration(text=text) | requests.ApplyConfiguration(text=text):
            return f"sha256 {hashlib.sha256(text.encode(errors='replace')).hexdigest()}"
        case requests.ShowCode(show=is_shown):
            return "" if is_shown else "check"
        case requests.ServiceMode(on=is_on):
            return "on" if is_on else "off"
    fields = (name for name in request.__struct_fields__ if name != "who")
    values = (getattr(request, name) for name in fields)
    return " ".join(str(value) for value in values if value is not None)


def printable(client_text: str) -> str:
    """Return a client's text without characters that a terminal would obey."""
    return "".join(letter if letter.isprintable() else "·" for letter in client_text)


def _request_tag(request: TechnicianRequest) -> str:
    return str(request.__struct_config__.tag)


def _limit_refusal(client_limit: ClientLimit) -> Refusal:
    return Refusal(Text(LIMIT_KEYS[client_limit]))
