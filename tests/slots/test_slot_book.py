"""The posted rules of a bank of slot machines: 2, 87 to 95."""

from pathlib import Path
from typing import Final

import pytest

from firmware.cli.main import main
from firmware.shell.words.words import Words
from firmware.slots.bank_sheet import bank_sheet
from firmware.slots.config import load_config
from tests.kits.offenders import each
from tests.kits.paths import EXAMPLES

BANK: Final = EXAMPLES / "slots" / "bank.toml"


def posted(path: Path, language: str) -> str:
    sheet = bank_sheet(Words.load(language), load_config(path))
    cells = [cell for section in sheet.sections for row in section.rows for cell in row]
    return "\n".join([sheet.title, *sheet.lines, *cells]).replace("\u00a0", " ")


@each("language, words", [("fr", "90,12 %"), ("en", "90.12%")])
def test_machines_and_jackpot_are_posted(language: str, words: str) -> None:
    sheet = posted(BANK, language)
    assert Words.load(language).format_money(1_000_000).replace("\u00a0", " ") in sheet
    assert words in sheet
    assert "91.00% · 93.00%" in posted(BANK, "en")


def test_duties_of_the_house_are_posted() -> None:
    """90 binds the house: no host decides by it."""
    assert "Un lot qui n’est pas de l’argent" in posted(BANK, "fr")
    assert "A prize that is no money" in posted(BANK, "en")


def test_bank_without_a_jackpot_posts_no_rule_of_it(tmp_path: Path) -> None:
    path = tmp_path / "bank.toml"
    head, _, rest = BANK.read_text(encoding="utf-8").partition("[progressive]")
    path.write_text(f"{head}[machine.1]{rest.partition('[machine.1]')[2]}", encoding="utf-8")
    assert "91" not in posted(path, "fr").replace("91,00", "").split()
    assert "91" in posted(BANK, "fr").split()


def test_rules_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["slots", "rules", "--config", str(BANK), "--lang", "fr"]) == 0
    assert "L’hôte des machines" in capsys.readouterr().out.replace("'", "’")
