"""Noise, floods and pastes at a served console: it stays, and nothing of them is done."""

from pathlib import Path
from random import Random

import pytest

from firmware.shell.technician.requests import InspectDevice
from tests.kits.console.served_kit import LEA, SAM, Console, console, met
from tests.kits.examples import examples

MANY = examples(30, 1000)
BOTH_TERMINALS = pytest.mark.parametrize("dumb", [False, True], ids=["able", "dumb"])


def comes_to(served: Console) -> None:
    """Break off what is under way, and see that the console answers."""
    served.laptop.type("\x03")
    served.laptop.wipe()
    served.laptop.enter("lang en")
    served.laptop.sees("Now in English")


@BOTH_TERMINALS
@pytest.mark.parametrize("seed", range(examples(1, 3)))
def test_noise_does_nothing(tmp_path: Path, dumb: bool, seed: int) -> None:
    with met(tmp_path, LEA, dumb=dumb) as served:
        served.log_in()
        acts = len(served.table.asked)
        served.laptop.type(Random(seed).randbytes(examples(5_000, 20_000)).replace(b"\x04", b""))
        comes_to(served)
        assert len(served.table.asked) == acts


@BOTH_TERMINALS
def test_endless_line_is_refused_once(tmp_path: Path, dumb: bool) -> None:
    with met(tmp_path, dumb=dumb) as served:
        served.laptop.type("inspect " + "x" * examples(6_000, 200_000) + "\r")
        served.laptop.sees("4096")
        assert served.laptop.screen.count("4096") == 1
        comes_to(served)


@pytest.mark.parametrize(
    "hostile",
    [
        "\x1b[200~",
        "\x1b9999999a",
        "\x1b" * 500,
        "\x1b[" + "9" * 3000,
        "\x1b]0;x",
        "\x9b6n",
        "\x11\x03",
    ],
)
def test_escape_sequence_blocks_nothing(tmp_path: Path, hostile: str) -> None:
    with met(tmp_path) as served:
        served.laptop.type(f"{hostile}\r")
        comes_to(served)
        assert len(served.laptop.received) < 10_000


@BOTH_TERMINALS
def test_many_commands_run_one_by_one(tmp_path: Path, dumb: bool) -> None:
    with met(tmp_path, LEA, dumb=dumb) as served:
        served.log_in()
        served.laptop.type("inspect\r" * MANY + "lang en\r")
        served.laptop.sees("Now in English")
        assert len([r for r in served.table.asked if isinstance(r, InspectDevice)]) == MANY


@BOTH_TERMINALS
def test_ctrl_c_stops_many_commands(tmp_path: Path, dumb: bool) -> None:
    with met(tmp_path, LEA, dumb=dumb) as served:
        served.log_in()
        served.laptop.type("inspect\r" * 1000)
        served.laptop.until(lambda: any(isinstance(r, InspectDevice) for r in served.table.asked))
        comes_to(served)
        assert len([r for r in served.table.asked if isinstance(r, InspectDevice)]) < 1000


def test_two_consoles_are_independent(tmp_path: Path) -> None:
    with met(tmp_path, LEA, SAM) as one, console(tmp_path) as other:
        one.log_in()
        other.laptop.type("\r")
        other.laptop.ends_with("Baccara 2 >")
        other.log_in(SAM)
        other.cable.unplug()
        one.laptop.wipe()
        one.laptop.enter("whoami")
        one.laptop.sees("lea, technicien")
