"""What is registered of a bank: mistakes in its file are reported with their place."""

from pathlib import Path

import pytest

from firmware.shell.config.faults import ConfigError
from firmware.shell.words.words import Words
from firmware.slots.config import MAX_COINS, load_config
from firmware.slots.terms import BankTerms, registered_description
from tests.kits.offenders import each
from tests.kits.paths import ROOT

MACHINE = 'denomination = 25\ncoins = 3\npay_table = "A"\nreturn = 9012\nodds = 1000\n'
HEAD = 'name = "nord"\nport = "/dev/ttyUSB0"\n'
LOT = "[progressive]\nmachines = [1, 2]\nbase = 1000\npermille = 10\n"
WHOLE = f"{HEAD}{LOT}[machine.1]\n{MACHINE}[machine.2]\n{MACHINE}"


def bank(text: str, folder: Path) -> BankTerms:
    path = folder / "bank.toml"
    path.write_text(text)
    return load_config(path).terms


def faults(text: str, folder: Path) -> list[str]:
    with pytest.raises(ConfigError) as refused:
        bank(text, folder)
    assert refused.value.path == folder / "bank.toml"
    return refused.value.rendered_lines(Words.load("en"))


def test_example_is_a_bank() -> None:
    terms = load_config(ROOT / "examples" / "slots" / "bank.toml").terms
    assert [*terms.machine] == [1, 2, 3, 4]
    assert [*terms.machine[4].games] == [1, 2]


@each(
    "old, new, said",
    [
        ("/dev/ttyUSB0", "socket://10.0.0.5:4001", "the wire of the machines has nine bits"),
        ("/dev/ttyUSB0", "rfc2217://10.0.0.5:4001", "the wire of the machines has nine bits"),
        ("return = 9012", "return = 8299", "machine.1.return: wanted a whole number"),
        ("return = 9012", "return = 10001", "machine.1.return: wanted a whole number"),
        ("return = 9012", 'return = "9012"', 'machine.1.return: "9012" is not a number'),
        ("return = 9012", "return = 90.12", "90.12 % is written 9012"),
        ("return = 9012\n", "", "machine.1.return: missing"),
        ("coins = 3", "coins = 2", "as many coins"),
        ("coins = 3", "coins = 0", "machine.1.coins: 0: must be from 1"),
        ("coins = 3", f"coins = {MAX_COINS + 1}", "machine.1.coins: "),
        ("odds = 1000", "odds = 999", "the same odds"),
        ("odds = 1000", "odds = 0", "machine.1.odds: "),
        ('pay_table = "A"', 'pay_table = "B"', "the same pay table"),
        ('pay_table = "A"', 'pay_table = "TOOLONG"', "machine.1.pay_table: "),
        ('pay_table = "A"', 'pay_table = "É"', "machine.1.pay_table: "),
        ("denomination = 25", "denomination = 5", "the same denomination"),
        ("denomination = 25", "denomination = 7", "machine.1.denomination: 7: must be 1 / 2 / 3"),
        ("coins = 3", 'coins = "many"', "machine.1.coins: "),
        ("coins = 3", "coin = 3", "machine.1.coin: unknown key, coins is meant"),
        ("coins = 3", "coins = 3\ndeviation = nan", "machine.1.deviation: "),
        ("coins = 3", "coins = 3\ndeviation = 0", "machine.1.deviation: "),
        ("[machine.1]", "[machine.0]", "machine.0: the sections here are numbered 1 to 127"),
        ("[machine.1]", "[machine.128]", "machine.128: the sections here are numbered 1 to 127"),
        ("[machine.1]", "[machine.x]", "machine.x: the sections here are numbered 1 to 127"),
        ("[machine.1]", "[machine.01]", "machine.01: the sections here are numbered 1 to 127"),
        ("[machine.1]", "[machine.3]", "progressive.machines: There is no machine 1"),
        (
            "[machine.2]",
            "[machine.1.games.10000]",
            "machine.1.games.10000: the sections here are numbered 1 to",
        ),
        ("[machine.2]", "[machine.1.games.1]", "machine.1.games.1.coins: unknown"),
        ("machines = [1, 2]", "machines = [1, 2, 2]", "progressive.machines: name each"),
        ("machines = [1, 2]", "machines = []", "progressive.machines: empty"),
        ("base = 1000", "base = -1", "progressive.base: wanted an amount"),
        ("base = 1000", "base = 99999999999", "0 to 9999999999 ($99,999,999.99)"),
        ("permille = 10", "permille = 0", "progressive.permille: 0"),
        ("permille = 10", "permille = 1001", "progressive.permille: 1001"),
        ("permille = 10", "permille = 10\ngroup = 0", "progressive.group: 0"),
        ("permille = 10", "permille = 10\nlevel = 33", "progressive.level: 33"),
        ('name = "nord"\n', "", "name: missing"),
        (HEAD, f'{HEAD}copies = ["a"]\n', "copies: 1 instead of 2"),
        (HEAD, f'{HEAD}copies = ["a", "./a"]\n', "copies: "),
        (HEAD, f"{HEAD}shut_down = 1\n", "shut_down: 1 is not true or false"),
        (LOT, f"{LOT}[floor]\n", "floor.house: missing"),
        ("name =", "name", "bank.toml: line 1"),
    ],
)
def test_mistake_is_named_with_its_key(
    tmp_path_factory: pytest.TempPathFactory, old: str, new: str, said: str
) -> None:
    fault = faults(WHOLE.replace(old, new, 1), tmp_path_factory.mktemp("bank"))
    assert any(said in line for line in fault)


def test_only_valid_values_are_compared(tmp_path: Path) -> None:
    text = WHOLE.replace("coins = 3", "coins = 0", 1)
    (fault,) = faults(text, tmp_path)
    assert fault.startswith("machine.1.coins: ")


def test_oversize_credits_and_return_are_capped(
    tmp_path: Path,
) -> None:
    text = WHOLE.replace("coins = 3", "coins = 300").replace("return = 9012", "return = 10000")
    described = registered_description(bank(text, tmp_path).machine[1], 0)
    assert (described["coins"], described["base_return"]) == (255, 9999)


def test_wire_holds_only_machines_pollable_in_time(tmp_path: Path) -> None:
    many = "".join(f"[machine.{at}]\n{MACHINE}" for at in range(3, 66))
    (fault,) = faults(WHOLE + many, tmp_path)
    assert "64 machines" in fault


def test_lot_is_optional(tmp_path: Path) -> None:
    terms = bank(WHOLE.replace(LOT, ""), tmp_path)
    assert (terms.first_jackpot_cents, terms.contribution_permille(1)) == (0, 0)
