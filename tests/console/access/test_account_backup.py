"""The accounts' backup on the stick: on each change, without tries, and never of a blank card."""

from pathlib import Path

import pytest

from firmware.console.access.account_backup import read_account_backup
from firmware.console.access.accounts import ACCOUNTS_FILE, Accounts
from firmware.core.vocabulary.refusal import RequestFailed
from tests.kits.console.accounts_kit import BEA, CHEAP, MAX, RIGHT, WRONG


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    (tmp_path / "stick").mkdir()
    return tmp_path / "stick" / ACCOUNTS_FILE


def accounts_of(card: Path, stick: Path) -> Accounts:
    card.mkdir(exist_ok=True)
    return Accounts(card, hash_cost=CHEAP, backup_path=stick)


def names_on(stick: Path) -> list[str]:
    book = read_account_backup(stick)
    return [account.name for account in book.accounts] if book else []


def test_each_change_is_on_the_stick(tmp_path: Path, stick: Path) -> None:
    accounts = accounts_of(tmp_path / "card", stick)
    accounts.add_account(BEA, RIGHT)
    accounts.add_account(MAX, RIGHT)
    assert names_on(stick) == ["bea", "max"]
    accounts.change_passphrase("max", "un sabot de quatre jeux")
    book = read_account_backup(stick)
    assert book is not None
    assert book.find_account("max") == accounts.find_account("max")
    accounts.remove_account("max")
    assert names_on(stick) == ["bea"]


def test_tries_are_not_written_to_the_stick(tmp_path: Path, stick: Path) -> None:
    accounts = accounts_of(tmp_path / "card", stick)
    accounts.add_account(BEA, RIGHT)
    before = stick.stat().st_ino, stick.read_bytes()
    with pytest.raises(RequestFailed):
        accounts.authenticate("bea", WRONG)
    accounts.back_up()
    assert (stick.stat().st_ino, stick.read_bytes()) == before


def test_stick_that_was_away_is_brought_up_to_date(tmp_path: Path, stick: Path) -> None:
    stick.parent.rename(tmp_path / "away")
    accounts = accounts_of(tmp_path / "card", stick)
    accounts.add_account(BEA, RIGHT)
    (tmp_path / "away").rename(stick.parent)
    assert names_on(stick) == []
    accounts.back_up()
    assert names_on(stick) == ["bea"]


def test_blank_card_replaces_no_accounts(tmp_path: Path, stick: Path) -> None:
    accounts_of(tmp_path / "card", stick).add_account(BEA, RIGHT)
    accounts_of(tmp_path / "blank", stick).back_up()
    assert names_on(stick) == ["bea"]


def test_accounts_of_another_card_stay_beside_the_new_ones(tmp_path: Path, stick: Path) -> None:
    accounts_of(tmp_path / "card", stick).add_account(BEA, RIGHT)
    accounts_of(tmp_path / "other", stick).add_account(MAX, RIGHT)
    assert names_on(stick) == ["max"]
    assert names_on(stick.with_name(f"{ACCOUNTS_FILE}.before-adopt-1")) == ["bea"]


def test_damaged_backup_is_said_where_it_is_read(stick: Path) -> None:
    stick.write_text("{")
    with pytest.raises(RequestFailed) as refused:
        read_account_backup(stick)
    assert refused.value.why.key == "console.people.damaged"
