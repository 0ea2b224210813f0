"""What is registered of a bank: mistakes in its file are told with their place."""

from pathlib import Path

import pytest

from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.words.words import Words
from firmware.slots.terms import BankTerms, written
from tests.kits.offenders import each
from tests.kits.paths import ROOT

MACHINE = 'denomination = 25\ncoins = 3\npay_table = "A"\nreturn = 9012\nodds = 1000\n'
HEAD = 'name = "nord"\nport = "/dev/ttyUSB0"\n'
LOT = "[progressive]\nmachines = [1, 2]\nbase = 1000\npermille = 10\n"
WHOLE = f"{HEAD}{LOT}[machine.1]\n{MACHINE}[machine.2]\n{MACHINE}"


def bank(text: str, folder: Path) -> BankTerms:
    path = folder / "bank.toml"
    path.write_text(text)
    return written(path)


def test_the_example_is_a_bank() -> None:
    terms = written(ROOT / "examples" / "slots" / "bank.toml")
    assert [*terms.machine] == [1, 2, 3, 4]
    assert [*terms.machine[4].games] == [1, 2]


@each(
    "old, new, said",
    [
        ("return = 9012", "return = 8299", "under 83 %"),
        ("coins = 3", "coins = 2", "as many coins"),
        ("odds = 1000", "odds = 999", "same odds"),
        ('pay_table = "A"', 'pay_table = "B"', "same pay table"),
        ("denomination = 25", "denomination = 5", "same denomination"),
        ("denomination = 25", "denomination = 7", "one that SAS has"),
        ("coins = 3", 'coins = "many"', "coins"),
        ("coins = 3", "coin = 3", "coin"),
        ("[machine.1]", "[machine.200]", "machines"),
        ("permille = 10", "permille = 10\ngroup = 0", "group"),
        ("name =", "name", "no TOML"),
    ],
)
def test_a_mistake_is_told_in_words_with_the_file(
    tmp_path_factory: pytest.TempPathFactory, old: str, new: str, said: str
) -> None:
    with pytest.raises(CannotBeDone) as refused:
        bank(WHOLE.replace(old, new, 1), tmp_path_factory.mktemp("bank"))
    told = Words.load("en").say(refused.value.why)
    assert said in told
    assert "bank.toml: " in told


def test_a_play_has_no_more_credits_than_a_machine_can_say(tmp_path: Path) -> None:
    with pytest.raises(CannotBeDone) as refused:
        bank(WHOLE.replace("coins = 3", "coins = 256"), tmp_path)
    assert "1 to 255" in Words.load("en").say(refused.value.why)


def test_a_bank_may_have_no_lot(tmp_path: Path) -> None:
    terms = bank(WHOLE.replace(LOT, ""), tmp_path)
    assert (terms.base, terms.permille(1)) == (0, 0)
