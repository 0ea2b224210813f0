"""The console's fuzz campaign, small; and that it can fail."""

import time
from collections.abc import Callable
from contextlib import nullcontext
from random import Random
from typing import Any

import pytest

from firmware.console.session import execute as working
from firmware.console.terminal import terminal
from firmware.console.terminal.terminal import Terminal
from firmware.shell.sockets.control import ControlSocket
from firmware.shell.technician import table_acts
from firmware.shell.technician import technician_socket as technician
from firmware.shell.technician.answers import ActDone
from firmware.shell.technician.requests import ResetMeters
from tests.campaigns.fuzz import console_fuzz_session
from tests.campaigns.fuzz.console_fuzz import (
    CONSOLE_TARGETS,
    console_campaign,
    console_judged,
    console_line,
)
from tests.campaigns.fuzz.console_fuzz_session import Judge, sessions
from tests.campaigns.fuzz.console_fuzz_sockets import ControlTarget, TechnicianTarget, asked
from tests.kits.examples import examples

ENOUGH = {
    "console-plain": examples(12, 200),
    "console-screen": examples(2, 8),
    "technician": examples(12, 300),
    "control": examples(12, 300),
}


@pytest.mark.clause("AGCO 17.1.1")
@pytest.mark.parametrize("name", CONSOLE_TARGETS)
def test_no_input_does_harm(name: str) -> None:
    """So few inputs say nothing of the memory."""
    found = console_campaign(name, ENOUGH[name], seed=8, weighed=False)
    assert console_judged(found) == []
    assert found.inputs >= ENOUGH[name]
    assert f"{name}: {found.inputs:,} inputs, wrong 0" in console_line(found)


class Hoarder:
    """A target that forgets nothing."""

    def __init__(self) -> None:
        self.judge, self.inputs = Judge(), 0
        self._forgotten: list[bytes] = []

    def act(self) -> None:
        self.inputs += 1
        self._forgotten.append(bytes(64 << 10))


def test_memory_growth_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(
        CONSOLE_TARGETS, "hoarder", (lambda _chance, *, counted: nullcontext(Hoarder()), 0.0)
    )
    (wrong,) = console_judged(console_campaign("hoarder", 20, seed=8))
    assert "bytes of memory grown" in wrong


# what a campaign must find


def found_in_session(*kinds: Any, counted: bool = False) -> str:
    """Return what the sessions of some inputs come to."""
    with sessions(Random(5), kinds or ("dumb",), counted=counted) as target:
        while not target.judge.wrong and target.inputs < 20_000:
            target.act()
        return " ".join(target.judge.wrong)


def found_at(kind: type[TechnicianTarget | ControlTarget]) -> str:
    with asked(Random(7), kind) as target:
        while not target.judge.wrong and target.inputs < 60_000:
            target.act()
        return " ".join(target.judge.wrong)


def instead(
    monkeypatch: pytest.MonkeyPatch, place: Any, name: str, act: Callable[..., Any]
) -> None:
    monkeypatch.setattr(place, name, act)


def test_escaping_error_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_given: object) -> None:
        raise ZeroDivisionError("planted")

    instead(monkeypatch, working, "_print_refusal", fails)
    assert "ZeroDivisionError escapes: planted" in found_in_session()


def test_unforeseen_error_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_given: object) -> None:
        raise ZeroDivisionError("planted")

    instead(monkeypatch, working, "_check_role", fails)
    assert "an unforeseen error" in found_in_session()


def test_echoed_passphrase_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    typed = Terminal._prompt_plain_line

    def open_to_all(self: Terminal, prompt: str, *, hidden: bool) -> str:
        return typed(self, prompt, hidden=False)

    instead(monkeypatch, Terminal, "_prompt_plain_line", open_to_all)
    assert found_in_session() == "a passphrase is echoed"


def test_escape_sequence_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    instead(monkeypatch, terminal, "escape_controls", str)
    assert found_in_session() == "a terminal is sent what it obeys"


def test_act_without_right_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    instead(monkeypatch, working, "_check_role", lambda *_given: None)
    assert "the table is asked" in found_in_session()


def test_blocking_input_found(monkeypatch: pytest.MonkeyPatch) -> None:
    split = working.split_line

    def slow(line: str) -> list[str]:
        for _ in range(10_000):
            "".join(())
        return split(line)

    monkeypatch.setattr(console_fuzz_session, "MOST_CALLS", 8_000)
    monkeypatch.setattr(console_fuzz_session, "CALLS_AN_OCTET", 0)
    instead(monkeypatch, working, "split_line", slow)
    assert found_in_session(counted=True) == "an input keeps the console busy"


def test_unauthorized_act_found(monkeypatch: pytest.MonkeyPatch) -> None:
    instead(monkeypatch, technician, "_is_allowed", lambda _request: True)
    assert "done without a right" in found_at(TechnicianTarget)


def test_one_person_as_two_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def alone(self: Any, _request: ResetMeters) -> ActDone:
        return ActDone()

    instead(monkeypatch, table_acts._TableActs, "reset_meters", alone)
    assert found_at(TechnicianTarget) == "one person has reset the meters"


def test_refusal_with_effect_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    pattern = table_acts._TableActs.show_pattern

    def begins(self: Any, request: Any) -> Any:
        self.set_service_mode(technician.requests.ServiceMode(on=True))
        return pattern(self, request)

    instead(monkeypatch, table_acts._TableActs, "show_pattern", begins)
    assert found_at(TechnicianTarget) == "what is refused has changed something"


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_socket_error_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = ControlSocket._answer_query

    def fails(self: ControlSocket, line: bytes, uid: int) -> Any:
        return answer(self, line[: line.index(b"}")] + b"}", uid)

    instead(monkeypatch, ControlSocket, "_answer_query", fails)
    assert "escapes" in found_at(ControlTarget)


def test_machine_clock_is_not_set() -> None:
    before = time.clock_settime
    with sessions(Random(1), ("dumb",)), pytest.raises(PermissionError):
        time.clock_settime(time.CLOCK_REALTIME, 0.0)
    assert time.clock_settime is before
