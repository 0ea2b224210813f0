"""Serves the technician's socket: checks the right to each request, and journals it."""

import grp
import hashlib
import logging
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from firmware.core.vocabulary.panel import Text
from firmware.shell.device.crash import told
from firmware.shell.sockets.line_client import Excess
from firmware.shell.sockets.line_socket import LineSocket
from firmware.shell.sockets.pace import Pace
from firmware.shell.technician import requests
from firmware.shell.technician.acts import Acts
from firmware.shell.technician.answers import AnyAnswer, Refusal
from firmware.shell.technician.requests import ANYBODY, RIGHTS, AnyRequest, Request, Role
from firmware.shell.words.decode_words import decode_reason

CONSOLE: Final = "croupier-console"
"""The group of the console."""
USER_ALONE: Final = 0o600
USER_AND_GROUP: Final = 0o660
LONGEST: Final = 80 << 10
ACTS_A_SECOND: Final = 10
"""A limit, so that no client can fill the journal."""
LOOKS: Final[frozenset[type[Request]]] = frozenset(
    {
        requests.Levels,
        requests.Watch,
        requests.Tail,
        requests.Verify,
        requests.Logs,
        requests.Configuration,
        requests.Compare,
    }
)
"""Requests that neither change nor export anything: a live view repeats them."""
OWN_ACCOUNT: Final[type[Request]] = requests.Said
"""A console's report about its own session, which is a journal entry by itself."""

log = logging.getLogger(__name__)


class TechnicianSocket(LineSocket):
    """Serves the technician; `record` returns when a note is durable in the journal."""

    def __init__(
        self, path: Path, acts: Acts, record: Callable[[Text], None], group: str = CONSOLE
    ) -> None:
        """Open the socket. Raises ControlError if another service has it."""
        self._acts = acts
        self._record = record
        self._pace_of_acts = Pace(ACTS_A_SECOND)
        self._decoder: msgspec.json.Decoder[AnyRequest] = msgspec.json.Decoder(AnyRequest)
        super().__init__(path, USER_ALONE, self._answered, _too_much, LONGEST)
        _share(path, group)

    def _answered(self, line: bytes, uid: int) -> AnyAnswer:
        try:
            request = self._decoder.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            return Refusal(Text("technician.malformed", {"why": decode_reason(error)}))
        try:
            return self._done(request, uid)
        except TimeoutError:
            return Refusal(Text("technician.no_turn"))
        except Exception as error:  # noqa: BLE001 - the socket outlives an act that failed
            log.error("%s: %s", _act(request), " ".join(told(error)))  # noqa: TRY400 - it may hold a card
            return Refusal(Text("technician.failed", {"kind": type(error).__name__}))

    def _done(self, request: AnyRequest, uid: int) -> AnyAnswer:
        if type(request) in LOOKS and _may(request):
            return self._do(request)
        self._pace_of_acts.keep()
        asked = _entry(request, uid)
        if not _may(request):
            self._record(Text("technician.forbidden", asked))
            return Refusal(Text("technician.not_yours", {"role": asked["role"]}))
        if type(request) is not OWN_ACCOUNT:
            self._record(Text("technician.act", asked))
        answer = self._do(request)
        if isinstance(answer, Refusal):
            self._record(Text("technician.not_done", {**asked, "why": answer.why}))
        return answer

    def _do(self, request: AnyRequest) -> AnyAnswer:
        act = self._acts.get(type(request))
        return act(request) if act else Refusal(Text("technician.no_act", {"act": _act(request)}))


def _may(request: AnyRequest) -> bool:
    return type(request) in ANYBODY or _role(request) in RIGHTS[type(request)]


def _role(request: AnyRequest) -> Role:
    """Return the client's role; a user who can open the socket counts as a technician."""
    return request.who.role if request.who else "technician"


def _entry(request: AnyRequest, uid: int) -> dict[str, str | int | Text]:
    """Return the person and the request, for the journal."""
    who = request.who
    return {
        "who": who.name if who else f"uid {uid}",
        "role": Text(f"role.{_role(request)}"),
        "act": _act(request),
        "what": plain(_what(request)),
    }


def _what(request: AnyRequest) -> str:
    """Return the arguments shortly: never a code, and of a configuration its digest."""
    match request:
        case requests.Enrol(account=None):
            return ""
        case requests.Enrol(account=person) | requests.ResetMeters(second=person):
            return f"{person.name} ({person.role})" if person else ""
        case requests.Compare(text=text) | requests.Apply(text=text):
            return f"sha256 {hashlib.sha256(text.encode(errors='replace')).hexdigest()}"
        case requests.Service(on=on):
            return "on" if on else "off"
    fields = (name for name in request.__struct_fields__ if name != "who")
    values = (getattr(request, name) for name in fields)
    return " ".join(str(value) for value in values if value is not None)


def plain(said: str) -> str:
    """Return a client's text without characters that a terminal would obey."""
    return "".join(letter if letter.isprintable() else "·" for letter in said)


def _act(request: Request) -> str:
    return str(request.__struct_config__.tag)


def _too_much(excess: Excess) -> Refusal:
    return Refusal(Text(f"technician.{excess.name.lower()}"))


def _share(path: Path, group: str) -> None:
    """Let a group open the socket too, if it exists and the user is in it."""
    try:
        os.chown(path, -1, grp.getgrnam(group).gr_gid)
        path.chmod(USER_AND_GROUP)
    except (KeyError, PermissionError) as error:
        log.info("%s: for its own user alone: %s", path, error)
