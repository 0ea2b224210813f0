"""The rights at the technician's socket, and the journal entries before each act."""

import grp
import hashlib
import json
import os
import socket
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import get_args

import pytest

from firmware.core.vocabulary.panel import Text
from firmware.shell.sockets.line_client import ControlError
from firmware.shell.technician import technician_socket
from firmware.shell.technician.answers import ActDone, AnyAnswer, Refusal
from firmware.shell.technician.client import send_technician_request
from firmware.shell.technician.handlers import RequestHandlers
from firmware.shell.technician.requests import (
    ALLOWED_ROLES,
    UNAUTHENTICATED,
    AnyRequest,
    ApplyConfiguration,
    ClearFaults,
    EnrolPerson,
    ExportBundle,
    Person,
    ResetMeters,
    RestartService,
    SendFrame,
    ServiceMode,
    SessionReport,
    ShowCode,
    TechnicianRequest,
    WatchWires,
)
from firmware.shell.technician.technician_socket import UNRECORDED_REQUESTS, TechnicianSocket
from firmware.shell.words.languages import languages_with
from firmware.shell.words.words import Words
from tests.kits.offenders import each

MARIE, LUC = Person("marie", "technician"), Person("luc", "supervisor")
ROLES = ("technician", "supervisor", "auditor")


class Bench:
    """A socket whose acts tell what was done, and the notes that stood then."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "technician"
        self.notes: list[Text] = []
        self.done: list[tuple[TechnicianRequest, int]] = []
        self.answer: Callable[[], AnyAnswer] = ActDone

    def act(self, request: TechnicianRequest) -> AnyAnswer:
        self.done.append((request, len(self.notes)))
        return self.answer()

    def forget(self) -> None:
        """Forget what was done and noted, for the next case."""
        self.notes.clear()
        self.done.clear()

    @property
    def acts(self) -> RequestHandlers:
        return dict.fromkeys(ALLOWED_ROLES, self.act)

    def ask(self, request: TechnicianRequest) -> AnyAnswer:
        return send_technician_request(self.path, request)


@contextmanager
def serving(
    bench: Bench, acts: RequestHandlers | None = None, group: str = "nobody-has-it"
) -> Iterator[None]:
    served = TechnicianSocket(
        bench.path, bench.acts if acts is None else acts, bench.notes.append, group
    )
    try:
        yield
    finally:
        served.close()


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    # no test here is of the pace of acts, and some ask for a hundred
    monkeypatch.setattr(technician_socket, "ACTS_A_SECOND", 10**6)
    bench = Bench(tmp_path)
    with serving(bench):
        yield bench


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_no_console_leaves_socket_private(bench: Bench) -> None:
    assert mode(bench.path) == 0o600


def test_console_group_may_open_it_too(tmp_path: Path) -> None:
    bench, own = Bench(tmp_path), grp.getgrgid(os.getgid())
    with serving(bench, group=own.gr_name):
        assert (mode(bench.path), bench.path.stat().st_gid) == (0o660, own.gr_gid)


@pytest.mark.clause("AGCO EGD 12.1.1")
@each("kind, role", product(ALLOWED_ROLES, ROLES))
def test_role_may_do_exactly_its_requests(
    bench: Bench, kind: type[TechnicianRequest], role: str
) -> None:
    bench.forget()
    may = role in ALLOWED_ROLES[kind] or kind in UNAUTHENTICATED
    answer = bench.ask(kind(who=Person("marie", role)))  # type: ignore[arg-type]
    assert isinstance(answer, ActDone) is may
    assert bool(bench.done) is may
    if not may:
        assert [note.key for note in bench.notes] == ["technician.forbidden"]


@pytest.mark.clause("AGCO EGD 12.1.1")
def test_every_request_has_its_rights() -> None:
    assert ALLOWED_ROLES.keys() == set(get_args(AnyRequest))
    assert ALLOWED_ROLES.keys() >= UNRECORDED_REQUESTS | UNAUTHENTICATED


def test_local_user_is_a_technician_by_name(bench: Bench) -> None:
    assert bench.ask(ClearFaults()) == ActDone()
    (note,) = bench.notes
    assert note.values["who"] == f"uid {os.getuid()}"
    assert note.values["role"] == Text("role.technician")


@pytest.mark.clause("Practice console")
@each("kind", sorted(ALLOWED_ROLES.keys() - UNRECORDED_REQUESTS - {SessionReport}, key=str))
def test_act_journaled_before_execution(bench: Bench, kind: type[TechnicianRequest]) -> None:
    bench.forget()
    bench.ask(kind(who=MARIE))
    assert [known for _, known in bench.done] == [1]
    (note,) = bench.notes
    assert (note.key, note.values["who"]) == ("technician.act", "marie")
    assert note.values["act"] == kind.__struct_config__.tag


@each("kind", sorted(UNRECORDED_REQUESTS, key=str))
def test_look_is_not_journaled(bench: Bench, kind: type[TechnicianRequest]) -> None:
    bench.forget()
    bench.ask(kind(who=MARIE))
    assert (len(bench.done), bench.notes) == (1, [])


@each(
    "request_, what",
    [
        (SendFrame(MARIE, "shoe", "status"), "shoe status"),
        (ServiceMode(MARIE, on=False), "off"),
        (ShowCode(MARIE), ""),
        (ShowCode(MARIE, show=False), "check"),
        (ResetMeters(MARIE, LUC), "luc (supervisor)"),
        (ExportBundle(MARIE, 3, None), "3"),
        (EnrolPerson(MARIE, "ACDE-FHJK", LUC), "luc (supervisor)"),
        (EnrolPerson(None, "ACDE-FHJK"), ""),
        (
            ApplyConfiguration(MARIE, "[table]\n"),
            f"sha256 {hashlib.sha256(b'[table]' + bytes([10])).hexdigest()}",
        ),
        (SendFrame(MARIE, "shoe\x1b[2J", "é\x00"), "shoe·[2J é·"),
    ],
)
def test_journal_has_no_secrets(bench: Bench, request_: TechnicianRequest, what: str) -> None:
    bench.forget()
    bench.ask(request_)
    assert bench.notes[0].values["what"] == what


@pytest.mark.clause("Practice console")
def test_refused_act_is_journaled_too(bench: Bench) -> None:
    why = Text("technician.round_open")
    bench.answer = lambda: Refusal(why)
    assert bench.ask(RestartService(MARIE)) == Refusal(why)
    assert [note.key for note in bench.notes] == ["technician.act", "technician.not_done"]
    assert bench.notes[1].values["why"] == why


def test_journaled_acts_have_words(bench: Bench) -> None:
    bench.answer = lambda: Refusal(Text("technician.round_open"))
    bench.ask(RestartService(MARIE))
    bench.ask(RestartService(LUC))
    assert len(bench.notes) == 3
    for language in languages_with("technician"):
        assert all("restart" in Words.load(language).render(note) for note in bench.notes)


def test_failure_reveals_no_details(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    def fail() -> AnyAnswer:
        raise LookupError("QS")

    bench.answer = fail
    assert bench.ask(ClearFaults()) == Refusal(Text("technician.failed", {"kind": "LookupError"}))
    assert "LookupError" in caplog.text
    assert "QS" not in caplog.text


def test_busy_table_reported_as_silent(bench: Bench) -> None:
    def fail() -> AnyAnswer:
        raise TimeoutError

    bench.answer = fail
    assert bench.ask(ClearFaults()) == Refusal(Text("technician.no_turn"))


def test_act_of_another_table_refused(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    with serving(bench, acts={}):
        assert bench.ask(WatchWires(MARIE)) == Refusal(Text("technician.no_act", {"act": "watch"}))


@pytest.mark.clause("AGCO 17.1.1")
@each(
    "sent",
    [
        b"\n",
        b"nonsense\n",
        b'{"act": "void"}\n',
        b'{"act": 7}\n',
        b'{"act": "\xeb"}\n',
        b'{"act": "clear", "who": {"name": "marie", "role": "owner"}}\n',
        b'{"act": "clear", "who": {"name": "M\\u001b[2J", "role": "technician"}}\n',
        b'{"act": "clear", "more": 1}\n',
        b'{"more": ' + b"[" * 80_000,
        b'{"act": "tail", "count": ' + b"9" * 70_000 + b"}\n",
        b'{"act": "tail", "count": 1e999999}\n',
        b'{"act": "apply", "text": "' + b"x" * 70_000 + b'"}\n',
        b"[" * 79_000 + b"\n",
        b"x" * 200_000,
    ],
)
def test_garbage_refused_and_does_nothing(
    bench: Bench, sent: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    bench.forget()
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(os.fspath(bench.path))
        client.sendall(sent[:100_000])
        client.shutdown(socket.SHUT_WR)
        answer = json.loads(client.makefile("rb").readline())
    assert answer["is"] == "refusal"
    assert "Traceback" not in caplog.text
    assert (bench.done, bench.notes) == ([], [])
    assert bench.ask(ShowCode()) == ActDone()


def test_missing_table_is_reported(tmp_path: Path) -> None:
    with pytest.raises(ControlError):
        send_technician_request(tmp_path / "technician", ClearFaults())
