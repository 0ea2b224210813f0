"""The headline: the worst fault, and the next step, in one line."""

from collections.abc import Sequence

import msgspec
import pytest

from firmware.console.session.headline import headline
from firmware.core.vocabulary.status import Status
from firmware.shell.words.languages import languages_with
from firmware.shell.words.words import Words
from tests.kits.console.reading_kit import WELL, FarTable, fault, stopped


def lines(status: Status, language: str = "fr") -> Sequence[str]:
    return [str(texts) for texts in headline(Words.load(language), FarTable(status))]


def test_well_table_named_with_its_game() -> None:
    assert lines(WELL)[0].startswith(f"{WELL.table} (Baccara), ")
    assert lines(WELL)[1].startswith("ok")


@pytest.mark.parametrize("language", languages_with("console"))
def test_unconfirmed_felt_is_not_well(language: str) -> None:
    dealer = ("Vérifier le tapis, puis CONFIRMER",)
    status = msgspec.structs.replace(WELL, stopped=True, dealer=dealer)
    texts = lines(status, language)
    assert not texts[1].startswith("ok")
    assert "Vérifier le tapis" in texts[1]


def test_worst_fault_comes_first() -> None:
    texts = lines(stopped(fault("chips", "lost"), fault("table", "wrong_hand")))
    assert texts[1].startswith("!!")
    assert "mauvaise main" in texts[1]
    assert "1" in texts[1]
