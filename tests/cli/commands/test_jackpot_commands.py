"""`croupier jackpot` and `keeper`: terms that two people sign, and stores that are none."""

from pathlib import Path

import pytest

from firmware.cli.main import main
from firmware.shell.trust.keys import create_key, public_octets, read_private_key, write_public_key
from tests.kits.offenders import each

WRITTEN = """
jackpot = "grand"
game = "caribbean-stud"
progressive_table = 0
decks = 1
stake_cents = 100
rate = [29, 2]
reserve_rate = 3
begin_cents = 100000
reset_cents = 50000
ceiling_cents = 1000000
from = 1
"""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A folder with terms, the keeper's key, and those of two people who sign."""
    (tmp_path / "people").mkdir()
    for name in ("keeper", "floor", "anne", "luc", "eve"):
        create_key(tmp_path / name)
    for name in ("anne", "luc"):
        write_public_key(
            tmp_path / "people" / f"{name}.pub", public_octets(read_private_key(tmp_path / name))
        )
    (tmp_path / "terms.toml").write_text(WRITTEN)
    return tmp_path


def signs(house: Path, who: str) -> int:
    files = str(house / "terms.toml"), str(house / "signed")
    return main(["jackpot", "terms", *files, "--key", str(house / who), "--lang", "en"])


def keeper(house: Path, store: str) -> int:
    keys = "--jackpot-key", str(house / "keeper"), "--people", str(house / "people")
    keys = *keys, "--key", str(house / "floor")
    terms = "--terms", str(house / "signed")
    return main(["keeper", "grand", "--store", store, *keys, *terms, "--lang", "en"])


def test_two_people_sign_the_same_terms(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert [signs(house, who) for who in ("anne", "anne", "luc")] == [0, 0, 0]
    said = capsys.readouterr().out.splitlines()
    assert [line.rpartition(" ")[2] for line in said] == ["1", "1", "2"]


def test_changed_terms_not_signed(house: Path) -> None:
    assert signs(house, "anne") == 0
    (house / "terms.toml").write_text(WRITTEN.replace("reserve_rate = 3", "reserve_rate = 4"))
    assert signs(house, "luc") == 2


@each(
    "old, new",
    [
        ("[29, 2]", "[29, 0]"),
        ("reset_cents = 50000", "reset_cents = 1000001"),
        ("from = 1", "from = 0"),
        ("decks = 1", 'decks = "one"'),
        ("decks = 1", ""),
        ("decks = 1", "decks ="),
    ],
)
def test_senseless_terms_are_refused(house: Path, old: str, new: str) -> None:
    (house / "terms.toml").write_text(WRITTEN.replace(old, new))
    assert signs(house, "anne") == 2


@each("signer", ["anne", "eve"])
def test_terms_need_two_signatures(house: Path, signer: str) -> None:
    (house / "signed").unlink(missing_ok=True)
    assert signs(house, signer) == 0
    if signer == "eve":
        assert signs(house, "luc") == 0
    assert keeper(house, f"sqlite:///{house}/ledger.db") == 2


@each("store, status", [("nonsense", 2), ("sqlite:////nowhere/ledger.db", 3)])
def test_missing_store_is_named(house: Path, store: str, status: int) -> None:
    assert keeper(house, store) == status


def test_other_file_is_refused(house: Path) -> None:
    url = f"sqlite:///{house}/ledger.db"
    assert main(["jackpot", "audit", "grand", str(house / "terms.toml"), "--store", url]) == 2


def test_former_command_names_present(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = str(house / "terms.toml"), str(house / "signed")
    assert main(["lot", "terms", *files, "--key", str(house / "anne"), "--lang", "en"]) == 0
    said = capsys.readouterr()
    assert said.err == "croupier lot: this command is now called croupier jackpot\n"
    assert said.out.startswith(str(house / "signed"))


def test_former_key_in_terms_is_read(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert signs(house, "anne") == 0
    signed = (house / "signed").read_bytes()
    (house / "signed").unlink()
    capsys.readouterr()
    (house / "terms.toml").write_text(WRITTEN.replace("jackpot =", "lot ="))
    assert signs(house, "anne") == 0
    assert "lot is now called jackpot" in capsys.readouterr().err
    assert (house / "signed").read_bytes() == signed


def test_missing_name_cites_present_key(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (house / "terms.toml").write_text(WRITTEN.replace('jackpot = "grand"', ""))
    assert signs(house, "anne") == 2
    assert "`jackpot` is missing" in capsys.readouterr().err


def test_two_people_decide_in_one_file(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    url, file = f"sqlite:///{house}/ledger.db", str(house / "decision")
    assert main(["jackpot", "refused", "grand", "--store", url, "--lang", "en"]) == 0
    decided = ["jackpot", "decide", "grand", "ab" * 16, "3"]
    for person, verdict, status in (("anne", "count", 0), ("luc", "void", 2)):
        arguments = [*decided, verdict, file, "--key", str(house / person), "--store", url]
        assert main([*arguments, "--lang", "en"]) == status
    arguments = [*decided, "count", file, "--key", str(house / "luc"), "--store", url]
    assert main([*arguments, "--lang", "en"]) == 0
    assert "has the decision on message 3" in capsys.readouterr().out


def test_unknown_jackpot_recovers_nothing(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    url = f"sqlite:///{house}/ledger.db"
    keys = "--jackpot-key", str(house / "keeper"), "--key", str(house / "floor")
    assert main(["jackpot", "recover", "grand", "--store", url, *keys, "--lang", "en"]) == 2
    assert "no jackpot grand" in capsys.readouterr().err
