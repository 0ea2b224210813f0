"""`croupier ticket`: the clerk's commands at the desk of Keno."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from firmware.cli.main import main
from firmware.shell.desk.desk_socket import DeskSocket
from firmware.shell.words.words import Words
from tests.kits.shell.kept_desk import Kept

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Kept]:
    path = tmp_path / "desk.sock"
    with closing(Kept(path)) as kept, closing(DeskSocket(path, kept.desk, Words.load("en"))):
        yield kept


def slip(kept: Kept, *selections: str) -> int:
    return main(("ticket", "slip", *selections, "--socket", str(kept.path), "--lang", "en"))


def sold(kept: Kept) -> list[tuple[tuple[int, ...], int]]:
    return [(ticket.numbers, ticket.cents) for ticket in kept.table.state.device.tickets]


def test_79_each_selection_is_a_ticket(kept: Kept, capsys: Capture) -> None:
    assert slip(kept, "7,9=200", "4=500") == 0
    assert sold(kept) == [((7, 9), 200), ((4,), 500)]
    assert len(capsys.readouterr().out.splitlines()) == 2


def test_79_refused_selection_stops_no_other(kept: Kept, capsys: Capture) -> None:
    assert slip(kept, "7=200", "1,2,3=200", "4=500") == 2
    assert sold(kept) == [((7,), 200), ((4,), 500)]
    said = capsys.readouterr()
    assert said.err.startswith("croupier ticket slip 1,2,3=200: ")
    assert len(said.out.splitlines()) == 2


@pytest.mark.parametrize("written", ["7", "7=", "=200", "7,=200", "7;9=200", "7=2.50"])
def test_80_invalid_selection_sells_nothing(kept: Kept, written: str, capsys: Capture) -> None:
    assert slip(kept, "4=500", written) == 2
    assert sold(kept) == []
    assert "such as 1,4,7=200" in capsys.readouterr().err
