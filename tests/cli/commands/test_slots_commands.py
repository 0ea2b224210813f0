"""`croupier slots`: what is missing or wrong is told in words, with the status of its kind."""

from pathlib import Path

import pytest

from firmware.cli.main import main
from firmware.slots.simulated import simulated
from firmware.slots.state import founded
from firmware.slots.terms import written
from sim.slot_machine.replies import reply
from tests.kits.paths import ROOT
from tests.kits.slots.bank_world import BankWorld, terms

EXAMPLE = ROOT / "examples" / "slots" / "bank.toml"


def slots(*words: str) -> int:
    return main(["slots", *words, "--lang", "en"])


def test_without_a_host_there_is_no_status(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert slots("status", "--state", str(tmp_path)) == 3
    assert "croupier slots serve" in capsys.readouterr().err


def test_a_bank_against_the_articles_is_not_served(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "bank.toml"
    config.write_text(EXAMPLE.read_text().replace("return = 9012", "return = 8299"))
    assert slots("serve", "--config", str(config), "--state", str(tmp_path / "state")) == 2
    assert "under 83 %" in capsys.readouterr().err
    assert not (tmp_path / "state").exists()


def test_a_port_that_is_not_there_can_t_be_tested(capsys: pytest.CaptureFixture[str]) -> None:
    assert slots("loop-back", "/dev/none-a", "/dev/none-b") == 3
    assert "/dev/none-a" in capsys.readouterr().err


def test_simulated_machines_are_those_that_are_registered() -> None:
    wire = simulated(founded(written(EXAMPLE)), 1)
    assert [*wire.taps] == [1, 2, 3, 4]
    games = reply(wire.taps[4].machine, b"\x04\x51").octets
    assert games[2:4] == b"\x00\x02"


def test_simulated_machines_go_on_from_the_meters_that_were_read_last() -> None:
    world = BankWorld(terms(1))
    world.run(3000)
    world.machines[1].begin(3)
    world.run(3000)
    wire = simulated(world.state, 1)
    assert wire.taps[1].machine.meters[0][0] == 3
