"""A dead card's stick is adopted at the console of the new one, by the code on the display."""

import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from firmware.console.access.accounts import ACCOUNTS_FILE, Accounts
from firmware.core.vocabulary.status import Status
from firmware.shell.backup.accounts_folder import accounts_folder
from firmware.shell.backup.adoption_order import ORDER_FILE
from firmware.shell.journal import JournalReader
from firmware.shell.technician.requests import Person
from tests.kits.console.accounts_kit import CHEAP
from tests.kits.waiting import until
from tools.session_record import NAME, PASSPHRASE, Session, at
from tools.session_table import ServedTable

pytestmark = [pytest.mark.live, pytest.mark.long]

NEW_CARD = {"device_changed", "copy_replaced"}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[ServedTable]:
    """A table in whose round two cards are dealt, and whose stick has the account of its people."""
    with closing(ServedTable(tmp_path)) as served:
        served.start()
        with at(served) as s:
            s.people.open()
            stick = served.copies[1].parent
            until("a backup", lambda: (stick / "backup.json").exists())
            s.people.bet()
            s.people.close_bets()
            s.people.deal(("9S", "3D"))
        yield served


def put_new_card_in(table: ServedTable) -> None:
    """Take away all but the stick, which has accounts of the console."""
    table.stop()
    stick = table.copies[1].parent
    folder = accounts_folder(stick, JournalReader([table.copies[1]]).identity)
    accounts = table.room / "former-accounts"
    accounts.mkdir()
    backed_up = Accounts(accounts, hash_cost=CHEAP, backup_path=folder / ACCOUNTS_FILE)
    backed_up.add_account(Person(NAME, "technician"), PASSPHRASE)
    for path in table.state.iterdir():
        if path != stick:
            shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()


def codes(status: Status) -> set[str]:
    return {fault.code for fault in status.faults}


def adopt(s: Session) -> None:
    with s.people.key_turned():
        s.console.do("adopt", asks=":")
        s.console.answer(s.table.config.table.name, asks=":")
        s.console.answer(s._code())


def goes_on(s: Session, dealt: Status) -> None:
    """The former technician and the supervisor clear, and the round goes on at its third card."""
    s.log_in()
    s.types("clear")
    while codes(s.table.look()) & NEW_CARD:
        s.people.clear()
    s.people.confirm_felt()
    now = s.table.look()
    assert (now.round, now.phase, now.spots) == (dealt.round, dealt.phase, dealt.spots)
    s.people.deal(("KH", "4C"))
    s.people.settle()


def test_card_of_an_older_image_goes_on_by_the_sticks_files(table: ServedTable) -> None:
    dealt, present = table.look(), table.config_path.read_text()
    table.edit("min_cents = 500\n", "min_cents = 1000\n")
    put_new_card_in(table)
    table.start()
    with at(table) as s:
        locked = s.stops("journal_unadopted")
        assert locked.locked
        assert table.config.table.name in locked.faults[0].words
        s.types("status")
        s.types("explain journal_unadopted")
        adopt(s)
        until("an adoption", lambda: table.config_path.read_text() == present)
        assert codes(s.stops("device_changed")) >= NEW_CARD
        assert not (table.state / ORDER_FILE).exists()
        goes_on(s, dealt)


def test_card_of_the_same_image_gets_its_people_back(table: ServedTable) -> None:
    dealt = table.look()
    put_new_card_in(table)
    table.start()
    with at(table) as s:
        assert codes(s.stops("device_changed")) >= NEW_CARD
        adopt(s)
        goes_on(s, dealt)
