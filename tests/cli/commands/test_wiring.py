"""`croupier wiring`: a table's parts and power, and its page of every wire."""

import re
from pathlib import Path

import pytest

from firmware.cli.main import main
from tests.kits.offenders import each
from tests.kits.paths import EXAMPLES

BUDGET = str(EXAMPLES / "budget.toml")


@each(
    "language, lines",
    [
        ("fr", [r"2 +hd44780 +5 V", r"voyants, 30 canaux +0,6 A +0,8 A", r"100 kHz", r"1800 ohms"]),
        ("en", [r"2 +hd44780 +5 V", r"lamps, 30 channels +0.6 A +0.8 A", r"100 kHz", r"1800 ohms"]),
    ],
)
def test_parts_with_their_power_and_their_bus(
    language: str, lines: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["wiring", BUDGET, "--lang", language]) == 0
    printed = capsys.readouterr().out.replace("\u00a0", " ")
    sentences = " ".join(printed.split())
    assert [line for line in lines if not re.search(line, sentences)] == []
    addresses = re.findall(r"^ (0x[0-9A-F]{2}) +(\S+)", printed, re.M)
    assert ("0x57", "at24c32") in addresses
    assert ("0x68", "ds3231") in addresses
    assert "GPA0" not in printed


def test_page_and_drawings_of_a_house_s_own_table(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "wiring"
    assert main(["wiring", BUDGET, "--to", str(folder)]) == 0
    assert sorted(path.name for path in folder.iterdir()) == [
        *("budget.en.svg", "budget.fr.svg", "budget.md")
    ]
    page = (folder / "budget.md").read_text(encoding="utf-8")
    assert "| 0x20 | GPA0 |" in page


def test_bus_beside_the_header_has_neither_pull_ups_nor_clock(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "table.toml"
    table.write_text((EXAMPLES / "budget.toml").read_text().replace("bus = 1", "bus = 3"))
    assert main(["wiring", str(table), "--lang", "en"]) == 0
    printed = capsys.readouterr().out
    assert "the Pi has none here" in " ".join(printed.split())
    assert "ds3231" not in printed


def test_folder_that_is_a_file_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    taken = tmp_path / "taken"
    taken.touch()
    assert main(["wiring", BUDGET, "--to", str(taken)]) == 3
    assert str(taken) in capsys.readouterr().err
