"""What is registered of a bank: mistakes in its file are told with their place."""

from pathlib import Path

import pytest

from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.words.words import Words
from firmware.slots.config import read_bank_terms
from firmware.slots.terms import BankTerms
from tests.kits.offenders import each
from tests.kits.paths import ROOT

MACHINE = 'denomination = 25\ncoins = 3\npay_table = "A"\nreturn = 9012\nodds = 1000\n'
HEAD = 'name = "nord"\nport = "/dev/ttyUSB0"\n'
LOT = "[progressive]\nmachines = [1, 2]\nbase = 1000\npermille = 10\n"
WHOLE = f"{HEAD}{LOT}[machine.1]\n{MACHINE}[machine.2]\n{MACHINE}"


def bank(text: str, folder: Path) -> BankTerms:
    path = folder / "bank.toml"
    path.write_text(text)
    return read_bank_terms(path)


def test_the_example_is_a_bank() -> None:
    terms = read_bank_terms(ROOT / "examples" / "slots" / "bank.toml")
    assert [*terms.machine] == [1, 2, 3, 4]
    assert [*terms.machine[4].games] == [1, 2]


@each(
    "old, new, said",
    [
        ("return = 9012", "return = 8299", "machine.1.return: wanted a whole number"),
        ("return = 9012", "return = 10001", "machine.1.return: wanted a whole number"),
        ("return = 9012", 'return = "9012"', "90.12 % is written 9012"),
        ("return = 9012", "return = 90.12", "90.12 % is written 9012"),
        ("coins = 3", "coins = 2", "as many coins"),
        ("odds = 1000", "odds = 999", "the same odds"),
        ("odds = 1000", "odds = 0", "machine.1.odds: "),
        ('pay_table = "A"', 'pay_table = "B"', "the same pay table"),
        ('pay_table = "A"', 'pay_table = "TOOLONG"', "machine.1.pay_table: "),
        ("denomination = 25", "denomination = 5", "the same denomination"),
        ("denomination = 25", "denomination = 7", "machine.1: denomination must be one that SAS"),
        ("coins = 3", 'coins = "many"', "machine.1: coins: wanted"),
        ("coins = 3", "coin = 3", "machine.1: `coin` is unknown"),
        ("coins = 3", "coins = 3\ndeviation = nan", "machine.1.deviation: "),
        ("[machine.1]", "[machine.0]", "machine.0: tables numbered 1 to 127"),
        ("[machine.1]", "[machine.128]", "machine.128: tables numbered 1 to 127"),
        ("[machine.1]", "[machine.x]", "machine.x: tables numbered 1 to 127"),
        ("[machine.1]", "[machine.01]", "machine.01: tables numbered 1 to 127"),
        ("[machine.1]", "[machine.3]", "progressive.machines: There is no machine 1"),
        ("[machine.2]", "[machine.1.games.10000]", "machine.1.games.10000: tables numbered 1 to"),
        ("[machine.2]", "[machine.1.games.1]", "machine.1.games.1: `"),
        ("machines = [1, 2]", "machines = [1, 2, 2]", "progressive.machines: name"),
        ("machines = [1, 2]", "machines = []", "progressive.machines: name at least one"),
        ("base = 1000", "base = -1", "progressive.base: wanted an amount"),
        ("base = 1000", "base = 99999999999", "0 to 9999999999 ($99,999,999.99)"),
        ("permille = 10", "permille = 0", "progressive.permille: wanted"),
        ("permille = 10", "permille = 1001", "progressive.permille: wanted"),
        ("permille = 10", "permille = 10\ngroup = 0", "progressive: group"),
        ("name =", "name", "no TOML"),
    ],
)
def test_a_mistake_is_told_in_words_with_the_file(
    tmp_path_factory: pytest.TempPathFactory, old: str, new: str, said: str
) -> None:
    with pytest.raises(RequestFailed) as refused:
        bank(WHOLE.replace(old, new, 1), tmp_path_factory.mktemp("bank"))
    told = Words.load("en").render(refused.value.why)
    assert said in told
    assert "bank.toml: " in told


def test_a_play_has_no_more_credits_than_a_machine_can_say(tmp_path: Path) -> None:
    with pytest.raises(RequestFailed) as refused:
        bank(WHOLE.replace("coins = 3", "coins = 256"), tmp_path)
    assert "1 to 255" in Words.load("en").render(refused.value.why)


def test_a_wire_has_no_more_machines_than_can_be_polled_in_time(tmp_path: Path) -> None:
    many = "".join(f"[machine.{at}]\n{MACHINE}" for at in range(3, 66))
    with pytest.raises(RequestFailed) as refused:
        bank(WHOLE + many, tmp_path)
    assert "64 machines" in Words.load("en").render(refused.value.why)


def test_a_bank_may_have_no_lot(tmp_path: Path) -> None:
    terms = bank(WHOLE.replace(LOT, ""), tmp_path)
    assert (terms.first_jackpot_cents, terms.contribution_permille(1)) == (0, 0)
