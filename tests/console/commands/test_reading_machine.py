"""`version` and `clock`: the machine is a folder, and its clock one that only the test looks at."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from firmware.console.command.command import Command
from firmware.console.commands.machine import ClockReading, ConsoleMachine
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.technician.answers import AnyAnswer
from firmware.shell.technician.requests import TECHNICIAN_ROLES, SessionReport, TechnicianRequest
from firmware.shell.trust.keys import (
    create_key,
    fingerprint,
    public_octets,
    read_private_key,
    write_public_key,
)
from tests.kits.console.reading_kit import BY_NAME, WELL, WORDS, at, drawn, session

NOW = datetime(2026, 11, 21, 2, 0, tzinfo=UTC)
"""What the service believes, too."""


class Wall:
    """A clock that only root may set."""

    def __init__(self, now: datetime = NOW, *, root: bool = True) -> None:
        self.shows = now
        self._root = root

    def now(self) -> datetime:
        return self.shows

    def put(self, second: float) -> None:
        if not self._root:
            raise PermissionError(1, "Operation not permitted")
        self.shows = datetime.fromtimestamp(second, UTC)


def machine(tmp_path: Path, wall: Wall | None = None) -> ConsoleMachine:
    wall = wall or Wall()
    places = (tmp_path / "maker.pub", tmp_path / "model", tmp_path / "timesync")
    return ConsoleMachine(*places, read_now=wall.now, set_time=wall.put)


def printed(name: str, found: Any, language: str = "en") -> str:
    command: Command = BY_NAME[name]
    return drawn(session(WELL, language), command, found)


CLOSED = at(WELL, phase="closed")


def set_to(machine: ConsoleMachine, *typed: str, context: Any = None) -> ClockReading:
    return machine.set_clock(context or session(CLOSED), typed)


def test_version_names_the_signer(tmp_path: Path) -> None:
    create_key(tmp_path / "key")
    public = public_octets(read_private_key(tmp_path / "key"))
    assert "no key" in printed("version", machine(tmp_path).look_up_versions(session(), ()))
    write_public_key(tmp_path / "maker.pub", public)
    assert fingerprint(public) in printed(
        "version", machine(tmp_path).look_up_versions(session(), ())
    )


def test_invalid_maker_key_is_none(tmp_path: Path) -> None:
    (tmp_path / "maker.pub").write_text("-----BEGIN NOTHING-----")
    assert machine(tmp_path).look_up_versions(session(), ()).maker is None


def test_model_is_read_from_device_tree(tmp_path: Path) -> None:
    (tmp_path / "model").write_bytes(b"Raspberry Pi 4 Model B Rev 1.5\0")
    assert "Raspberry Pi 4 Model B Rev 1.5\n" in printed(
        "version", machine(tmp_path).look_up_versions(session(), ())
    )


def test_version_difference_is_shown(tmp_path: Path) -> None:
    assert "another than the table's" in printed(
        "version", machine(tmp_path).look_up_versions(session(), ())
    )


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ((), "no time server is followed"),
        (("",), "no time server answers"),
        (("", "synchronized"), "set by a time server"),
    ],
)
def test_time_server_is_reported(files: Sequence[str], said: str, tmp_path: Path) -> None:
    for name in files:
        path = tmp_path / "timesync" / name
        path.touch() if name else path.mkdir()
    assert said in printed("clock", machine(tmp_path).look_up_clock(session(), ()))


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(0, "as when the service started"), (7200, "ahead by 2 h 0 min"), (-90, "back by 1 min")],
)
def test_clock_set_since_start_noticed(seconds: int, said: str, tmp_path: Path) -> None:
    put = Wall(NOW + timedelta(seconds=seconds))
    found = machine(tmp_path, put).look_up_clock(session(), ())
    assert found.ahead_s == seconds
    assert said in printed("clock", found)


def test_unknown_service_start_accepted(tmp_path: Path) -> None:
    found = machine(tmp_path).look_up_clock(session(at(WELL, machine=None)), ())
    assert found.ahead_s is None


def test_clock_change_is_journaled_first(tmp_path: Path) -> None:
    wall, context = Wall(), session(CLOSED)
    set_to(machine(tmp_path, wall), "2026-11-21", "16:00", context=context)
    assert wall.shows.astimezone() == datetime(2026, 11, 21, 16).astimezone()
    (asked,) = context.table.asked
    assert isinstance(asked, SessionReport)
    assert asked.what == "act"
    assert asked.name.startswith("clock set 2026-11-21 16:00:00")
    assert len(asked.name) <= 64


@pytest.mark.parametrize(
    "typed", ["", "16:00", "2026-11-21", "2026-13-01 10:00", "1999-01-01 10:00", "demain 8:00"]
)
def test_invalid_time_sets_nothing(typed: str, tmp_path: Path) -> None:
    wall, context = Wall(), session(CLOSED)
    with pytest.raises(RequestFailed, match="no_time"):
        set_to(machine(tmp_path, wall), typed, context=context)
    assert wall.shows == NOW
    assert context.table.asked == []


@pytest.mark.parametrize("phase", ["open", "closed"])
def test_clock_is_set_between_rounds(phase: str, tmp_path: Path) -> None:
    wall = Wall()
    set_to(machine(tmp_path, wall), "2026-11-21 16:00", context=session(at(WELL, phase=phase)))
    assert wall.shows != NOW


@pytest.mark.parametrize("language", list(WORDS))
def test_missing_right_names_command(language: str, tmp_path: Path) -> None:
    with pytest.raises(RequestFailed) as refused:
        set_to(machine(tmp_path, Wall(root=False)), "2026-11-21 16:00")
    assert "timedatectl set-time '2026-11-21 16:00:00'" in WORDS[language].render(refused.value.why)


def test_only_technician_sets_clock() -> None:
    assert BY_NAME["clock set"].roles == TECHNICIAN_ROLES


def test_clock_not_set_during_a_round(tmp_path: Path) -> None:
    wall, context = Wall(), session(at(WELL, phase="round"))
    with pytest.raises(RequestFailed, match="round_open"):
        set_to(machine(tmp_path, wall), "2026-11-21 16:00", context=context)
    assert wall.shows == NOW
    assert context.table.asked == []


def test_refused_clock_change_not_made(tmp_path: Path) -> None:
    def refuse(_request: TechnicianRequest) -> AnyAnswer:
        raise RequestFailed(Text("console.clock.round_open"))

    wall = Wall()
    with pytest.raises(RequestFailed):
        set_to(machine(tmp_path, wall), "2026-11-21 16:00", context=session(CLOSED, answer=refuse))
    assert wall.shows == NOW
