"""`croupier rules try`, `sign`, `verify`: from a text to a table that trusts a rules office."""

import json
from pathlib import Path

import pytest

from firmware.cli.main import main
from firmware.shell.config.defaults import DEFAULT_TABLE
from firmware.shell.trust.keys import create_key, public_octets, read_private_key, write_public_key
from tests.kits.cli.languages import foreign
from tests.kits.offenders import each

PACK = """[pack]
name = "sample-2026"
extends = "quebec-2007"
games = ["baccarat", "roulette"]
[baccarat]
without = ["tie"]
[roulette.bets.snake]
said = { en = "Snake", fr = "Serpent" }
article = "H1"
lines = [{ name = "low", when = "number in ['1', '5', '9']", pays = [9, 1] }]
[roulette.bets.red]
amends = true
article = "H2"
lines = [{ when = "zero", back = [1, 2] }]
"""


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    file = tmp_path / "sample.toml"
    file.write_text(PACK)
    for name in ("office", "other"):
        create_key(tmp_path / f"{name}.key")
        owner = public_octets(read_private_key(tmp_path / f"{name}.key"))
        write_public_key(tmp_path / f"{name}.pub", owner)
    return file


def key(pack: Path, name: str) -> list[str]:
    return ["--key", str(pack.parent / name)]


def test_a_tried_pack_says_what_it_changes(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "try", str(pack), "--lang", "en"]) == 0
    said = capsys.readouterr().out.replace("\u00a0", " ")
    assert "- craps" in said
    assert 'baccarat.without: [] → ["tie"]' in said
    assert "Roulette, Snake, numbers = 37: returns 30/37 (81.0811%)" in said
    assert "Roulette, Red, numbers = 37: returns 73/74 (98.6486%)" in said


def test_its_rounds_are_scripts_that_pay_each_line(
    pack: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["rules", "try", str(pack), "--lang", "fr"])
    said = capsys.readouterr().out
    assert foreign(said.partition("{")[0], "fr") == []
    scripts = pack.parent / "rounds.jsonl"
    scripts.write_text("\n".join(line for line in said.splitlines() if line.startswith("{")))
    assert main(["play", str(scripts)]) == 0
    played = map(json.loads, capsys.readouterr().out.splitlines())
    settled = [line["settled"] for line in played if "settled" in line]
    assert [(line["on"], line["outcome"], line["returned"] + line["paid"]) for line in settled] == [
        ("snake", "win", 10000),
        ("red", "lose", 500),
    ]


@each(
    "signer, verifier, status", [("office", "office", 0), ("other", "office", 1), ("", "office", 1)]
)
def test_only_the_rules_office_is_believed(
    signer: str, verifier: str, status: int, pack: Path
) -> None:
    if signer:
        assert main(["rules", "sign", str(pack), *key(pack, f"{signer}.key")]) == 0
    assert main(["rules", "verify", str(pack), *key(pack, f"{verifier}.pub")]) == status


def test_a_signature_is_of_every_octet_and_of_the_parent(pack: Path) -> None:
    child = pack.with_name("child.toml")
    child.write_text("[pack]\nextends = 'sample.toml'\n")
    assert main(["rules", "sign", str(child), *key(pack, "office.key")]) == 0
    pack.write_text(PACK.replace("[9, 1]", "[8, 1]"))
    assert main(["rules", "verify", str(child), *key(pack, "office.pub")]) == 1


def test_a_generous_bet_is_signed_only_if_it_is_meant(
    pack: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pack.write_text(PACK.replace("[9, 1]", "[12, 1]"))
    assert main(["rules", "sign", str(pack), *key(pack, "office.key"), "--lang", "en"]) == 1
    assert "generous = true" in capsys.readouterr().out
    assert not pack.with_name("sample.toml.sig").exists()
    pack.write_text(PACK.replace("[9, 1]", "[12, 1]").replace('"H1"', '"H1"\ngenerous = true'))
    assert main(["rules", "sign", str(pack), *key(pack, "office.key")]) == 0


@each("allowed", ["pay_tables.B = { low = [12, 1] }", "pay_tables.B = { any = [12, 1] }"])
def test_a_signature_is_of_every_pay_table(
    allowed: str, pack: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tables = f"pay_tables.A = {{ low = [9, 1] }}\n{allowed}\n"
    pack.write_text(
        PACK.replace("lines = [{ name", f"{tables}lines = [{{ name").replace(", pays = [9, 1]", "")
    )
    assert main(["rules", "sign", str(pack), *key(pack, "office.key"), "--lang", "en"]) == 1
    said = capsys.readouterr().out
    assert "Snake, numbers = 37, pay_tables = A: returns 30/37" in said
    assert "Snake, numbers = 37, pay_tables = B: returns 39/37 (105.4054%), more than" in said


def test_a_signature_is_of_every_wheel(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    two_zeros = PACK.replace("number in ['1', '5', '9']", "zero").replace("[9, 1]", "[30, 1]")
    pack.write_text(two_zeros)
    assert main(["rules", "sign", str(pack), *key(pack, "office.key"), "--lang", "en"]) == 1
    assert "Snake, numbers = 38: returns 31/19 (163.1579%), more" in capsys.readouterr().out


def test_a_bet_is_tried_beside_three_main_ones(
    pack: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pack.write_text(
        """[pack]
extends = "quebec-2007"
games = ["blackjack", "blackjack-multi-action"]
[blackjack.bets.suited]
said = { en = "Suited [/b]", fr = "Assortie" }
article = "H3"
beside = "main"
cards = ["spot.1", "spot.2"]
lines = [{ when = "suits == 1", pays = [2, 1] }]
"""
    )
    assert main(["rules", "try", str(pack), "--lang", "en"]) == 0
    said = capsys.readouterr().out
    assert "Suited [/b]" in said.partition("{")[0]
    scripts = pack.parent / "rounds.jsonl"
    scripts.write_text("\n".join(line for line in said.splitlines() if line.startswith("{")))
    assert main(["play", str(scripts)]) == 0
    settled = map(json.loads, capsys.readouterr().out.splitlines())
    paid = [
        line["settled"]["paid"] for line in settled if line.get("settled", {}).get("on") == "suited"
    ]
    assert paid == [2000, 2000]


def test_a_table_opens_only_with_what_its_rules_office_signed(
    pack: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = pack.with_name("table.toml")
    text = DEFAULT_TABLE.read_text().replace(
        "[limits.tie]\nmin_cents = 500\nmax_cents = 50000\n", ""
    )
    trust = f'maker = "{pack.with_name("other.pub")}"\nrules = "{pack.with_name("office.pub")}"'
    table.write_text(f'{text}\n[rules]\npack = "sample.toml"\n[trust]\n{trust}\n')
    assert main(["check", str(table), "--lang", "en"]) == 2
    assert "no signature of the rules office" in capsys.readouterr().err
    assert main(["rules", "sign", str(pack), *key(pack, "office.key")]) == 0
    assert main(["check", str(table)]) == 0
    pack.write_text(PACK.replace("[1, 2]", "[1, 3]"))
    assert main(["check", str(table)]) == 2


def test_a_generous_bet_that_is_offered_is_no_sound_table(
    pack: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pair = "[baccarat.bets.pair]\narticle = 'H'\nsaid = { en = 'Pair', fr = 'Paire' }\n"
    pack.write_text(f"{PACK}{pair}lines = [{{ when = 'player.pair', pays = [20, 1] }}]\n")
    table = pack.with_name("table.toml")
    tie = "[limits.tie]\nmin_cents = 500\nmax_cents = 50000\n"
    limits = tie.replace("tie", "pair")
    text = DEFAULT_TABLE.read_text().replace(tie, limits)
    table.write_text(f'{text}\n[rules]\npack = "sample.toml"\n')
    assert main(["check", str(table), "--lang", "en"]) == 2
    assert "limits.pair: Baccarat, Pair: returns" in capsys.readouterr().err
    pack.write_text(pack.read_text().replace("article = 'H'", "article = 'H'\ngenerous = true"))
    assert main(["check", str(table)]) == 0
