"""`croupier ticket`: the clerk's commands at the desk of Keno."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.cli.main import main
from tests.kits.shell.served_desk import ServedDesk, serving_desk

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def served(tmp_path: Path) -> Iterator[ServedDesk]:
    with serving_desk(tmp_path / "desk.sock") as served:
        yield served


def slip(served: ServedDesk, *selections: str) -> int:
    return main(("ticket", "slip", *selections, "--socket", str(served.path), "--lang", "en"))


def sold(served: ServedDesk) -> list[tuple[tuple[int, ...], int]]:
    return [(ticket.numbers, ticket.cents) for ticket in served.table.state.device.tickets]


def test_79_each_selection_is_a_ticket(served: ServedDesk, capsys: Capture) -> None:
    assert slip(served, "7,9=200", "4=500") == 0
    assert sold(served) == [((7, 9), 200), ((4,), 500)]
    assert len(capsys.readouterr().out.splitlines()) == 2


def test_79_refused_selection_stops_no_other(served: ServedDesk, capsys: Capture) -> None:
    assert slip(served, "7=200", "1,2,3=200", "4=500") == 2
    assert sold(served) == [((7,), 200), ((4,), 500)]
    said = capsys.readouterr()
    assert said.err.startswith("croupier ticket slip 1,2,3=200: ")
    assert len(said.out.splitlines()) == 2


@pytest.mark.parametrize("written", ["7", "7=", "=200", "7,=200", "7;9=200", "7=2.50"])
def test_80_invalid_selection_sells_nothing(
    served: ServedDesk, written: str, capsys: Capture
) -> None:
    assert slip(served, "4=500", written) == 2
    assert sold(served) == []
    assert "such as 1,4,7=200" in capsys.readouterr().err
