"""The technician's socket acts for its own user, and only where two persons are wanted."""

import json
import os
import socket
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.core.events import ClearAllowed, Event
from firmware.core.faults import FAULTS, Cure
from firmware.shell.inspection import Check, Inspection, Wrong
from firmware.shell.line_socket import ControlError
from firmware.shell.status import FaultStatus
from firmware.shell.technician import TechnicianSocket, ask_technician


def fault(code: str, *, gone: bool = False) -> FaultStatus:
    return FaultStatus("table", code, f"words of {code}", "remedy", gone)


class Bench:
    """A socket, with the faults that stand and what reaches the table."""

    def __init__(self, path: Path) -> None:
        self.path = path / "technician"
        self.faults: tuple[FaultStatus, ...] = ()
        self.told: list[Event] = []
        self.wrong: Wrong = None
        checks = [Check("table", "program_changed", lambda: self.wrong)]
        self.inspection = Inspection(
            checks, lambda *_: False, self.told.extend, lambda: False, lambda: False, 3600.0
        )
        self.socket = TechnicianSocket(
            self.path, lambda: self.faults, self.told.extend, self.inspection
        )

    def raw(self, sent: bytes) -> dict[str, object]:
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(os.fspath(self.path))
            client.sendall(sent)
            client.shutdown(socket.SHUT_WR)
            found: dict[str, object] = json.loads(b"".join(iter(lambda: client.recv(65536), b"")))
            return found


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = Bench(tmp_path)
    yield bench
    bench.socket.close()


def test_nobody_but_its_user_may_open_it(bench: Bench) -> None:
    assert stat.S_IMODE(bench.path.stat().st_mode) == 0o600


@pytest.mark.parametrize("code", sorted(FAULTS))
def test_only_what_two_persons_clear_is_allowed_by_one_of_them(bench: Bench, code: str) -> None:
    bench.faults = (fault(code),)
    done, both = ask_technician(bench.path, "clear"), FAULTS[code].cure is Cure.BOTH
    assert done.done is both
    assert bench.told == ([ClearAllowed("table", code)] if both else [])


def test_what_was_allowed_waits_for_the_supervisor_alone(bench: Bench) -> None:
    bench.faults = (fault("meters_differ", gone=True),)
    assert not ask_technician(bench.path, "clear").done
    assert bench.told == []


def test_what_is_still_wrong_is_not_allowed(bench: Bench) -> None:
    bench.faults = (fault("program_changed"), fault("meters_differ"))
    bench.wrong = {"file": "rules.toml"}
    done = ask_technician(bench.path, "clear")
    assert [f.code for f in done.faults] == ["meters_differ"]
    assert [f.code for f in done.still] == ["program_changed"]
    assert bench.told == [ClearAllowed("table", "meters_differ")]


@pytest.mark.parametrize(
    "sent",
    [
        b"\n",
        b"nonsense\n",
        b'{"act": "void"}\n',
        b'{"act": 7}\n',
        b'{"act": "\xeb"}\n',
        b"[" * 4000,
    ],
)
def test_garbage_is_answered_and_does_nothing(bench: Bench, sent: bytes) -> None:
    bench.faults = (fault("meters_differ"),)
    answer = bench.raw(sent)
    assert answer["done"] is False
    assert answer["why"]
    assert bench.told == []


def test_where_no_table_runs_it_is_said(tmp_path: Path) -> None:
    with pytest.raises(ControlError):
        ask_technician(tmp_path / "technician", "clear")
