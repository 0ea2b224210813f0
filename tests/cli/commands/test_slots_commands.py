"""`croupier slots`: what is missing or wrong is reported in words, with the status of its kind."""

from contextlib import closing
from pathlib import Path

import pytest

from firmware.cli.main import main
from firmware.shell.journal import DirectoryCopy, Journal
from firmware.slots.config import load_config
from firmware.slots.simulated_bank import simulated_wire
from firmware.slots.state import new_bank_state
from sim.play.virtual_bank import STAMP
from sim.slot_machine.replies import reply_to_message
from tests.kits.offenders import each
from tests.kits.paths import ROOT
from tests.kits.slots.bank_world import BankWorld, terms

EXAMPLE = ROOT / "examples" / "slots" / "bank.toml"


def slots(*words: str) -> int:
    return main(["slots", *words, "--lang", "en"])


def test_no_status_without_a_host(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert slots("status", "--state", str(tmp_path)) == 3
    assert "croupier slots serve" in capsys.readouterr().err


def test_unlawful_bank_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = tmp_path / "bank.toml"
    config.write_text(EXAMPLE.read_text().replace("return = 9012", "return = 8299"))
    assert slots("serve", "--config", str(config), "--state", str(tmp_path / "state")) == 2
    assert "8300 (83 %: 93)" in capsys.readouterr().err
    assert not (tmp_path / "state").exists()


@pytest.mark.parametrize("path", ["/dev/none-a", "/dev", "/dev/null"])
def test_invalid_port_is_refused(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert slots("loop-back", path, "/dev/none-b") == 3
    said = f"croupier slots loop-back: no serial port is called `{path}`: "
    assert capsys.readouterr().err.startswith(said)


def test_bank_served_by_one_host_only(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copies = tuple(DirectoryCopy(tmp_path / name) for name in ("journal-1", "journal-2"))
    with closing(Journal.open(copies, STAMP)):
        assert slots("serve", "--config", str(EXAMPLE), "--state", str(tmp_path)) == 3
    assert f"Another host serves the bank of {tmp_path}" in capsys.readouterr().err


FLOOR = """[floor]
house = "montreal"
name = "nord"
key = "nord.key"
people = "people"
servers = ["nats://127.0.0.1:4222"]
"""


def test_floor_belongs_to_the_uplink(tmp_path: Path) -> None:
    config = tmp_path / "bank.toml"
    config.write_text(EXAMPLE.read_text() + FLOOR)
    assert load_config(config).terms == load_config(EXAMPLE).terms
    floor = load_config(config).floor
    assert floor is not None
    assert floor.name == "nord"


@each(
    "floor, said",
    [
        ("", "has no section [floor]"),
        (FLOOR.replace("nord", "nord.1"), "floor.name"),
        (FLOOR.replace("127.0.0.1", "10.0.0.5"), "floor.servers"),
        (FLOOR + "server = 1\n", "server"),
    ],
)
def test_unsound_floor_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], floor: str, said: str
) -> None:
    config = tmp_path / "bank.toml"
    config.write_text(EXAMPLE.read_text() + floor)
    assert slots("uplink", "--config", str(config), "--state", str(tmp_path)) == 2
    assert said in capsys.readouterr().err


def test_registered_machines_are_simulated() -> None:
    wire = simulated_wire(new_bank_state(load_config(EXAMPLE).terms), 1)
    assert [*wire.taps] == [1, 2, 3, 4]
    games = reply_to_message(wire.taps[4].machine, b"\x04\x51").octets
    assert games[2:4] == b"\x00\x02"


def test_simulated_machines_resume_meters() -> None:
    world = BankWorld(terms(1))
    world.run(3000)
    world.machines[1].begin_game(3)
    world.run(3000)
    wire = simulated_wire(world.state, 1)
    assert wire.taps[1].machine.meters[0][0] == 3
