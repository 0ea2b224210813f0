"""The grant of a hit of a linked lot: made once, and recorded by the table that paid the hit."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from firmware.core.game.jackpot_link import Link
from firmware.core.vocabulary.jackpot import LotGranted, LotGrantTaken
from firmware.core.vocabulary.money import Cents
from firmware.floor.jackpot.audit import differing_grant
from firmware.floor.jackpot.keeper import AGAIN, Keeper
from firmware.floor.jackpot.keeper_loop import Showing
from firmware.floor.jackpot.ledger_line import Line, first_line, fold
from firmware.floor.jackpot.store import Book
from firmware.floor.store import connect, migrate
from firmware.shell.history.records import Happened, decode, encode
from firmware.shell.jackpot.signed import sign
from tests.kits.floor.lots import JOURNAL, TERMS, A, B, fed, hit, shown

KEY = Ed25519PrivateKey.generate()
MESSAGES = [fed(1), hit(2, 90_000), hit(1, 1_000, 10, B), hit(3, 50_100, generation=2)]
GRANT = LotGranted("grand", 1, "table-7", JOURNAL, 1, 123_414, 246_828, 0, 2)


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Book]:
    """Give a lot with the messages folded."""
    engine = connect(f"sqlite:///{tmp_path}/ledger.db")
    migrate(engine)
    book = Book(engine, "grand")
    book.add_terms(sign(TERMS, KEY))
    line = first_line([TERMS])
    assert book.insert(line)
    for message in MESSAGES:
        line, granted = fold(line, message, [TERMS])
        assert book.insert(line, granted)
    yield book
    engine.dispose()


def linked() -> Link:
    """Return a table's part in a lot of which it has won all."""
    link = Link().took(TERMS, "table-7", JOURNAL).heard(shown(5, 123_400)).lock(1)
    return link.over(1, [(1, 100, Cents(123_414))])[0]


def test_each_hit_is_granted_once_in_the_order_of_the_lines(book: Book) -> None:
    assert [(one.order, one.journal, one.n) for one in book.grants] == [
        (1, A, 2),
        (2, B, 1),
        (3, A, 3),
    ]
    assert [one.from_pool + one.from_reserve for one in book.grants] == [180_000, 2_000, 100_200]


def test_a_line_that_another_keeper_was_faster_with_grants_nothing(book: Book) -> None:
    newest = book.newest
    assert newest is not None
    before = book.grants
    assert not book.insert(newest, replace(before[-1], order=4))
    assert book.grants == before


def test_a_table_that_asks_hears_its_own_grants_again(book: Book) -> None:
    showing = Showing(book, Keeper(book, KEY, lambda _: None))
    showing.turn(0)
    showing.ask("table-1", "a nonce")
    said = [signed.message for signed in showing.turn(100).messages]
    assert [one for one in said if isinstance(one, LotGranted)] == book.grants
    assert len(book.grants) < AGAIN
    showing.ask("table-9", "a nonce")
    assert LotGranted not in [type(signed.message) for signed in showing.turn(200).messages]


def test_a_table_waits_for_the_grant_of_each_of_its_hits_and_takes_it_once() -> None:
    link = linked()
    assert link.awaits(GRANT)
    assert not link.awaits(replace(GRANT, n=2))
    assert not link.awaits(replace(GRANT, journal=A))
    assert not link.awaits(replace(GRANT, lot="other"))
    assert not link.granted(GRANT).awaits(GRANT)


def test_a_grant_opens_no_lot_a_line_does() -> None:
    link = linked().granted(GRANT)
    assert link.closed == "why.lot_won"
    assert link.heard(shown(6, 50_000, cursor=1, generation=2)).closed is None


def audited(*granted: LotGranted) -> LotGranted | None:
    lines: list[Line] = [first_line([TERMS])]
    for message in MESSAGES:
        lines.append(fold(lines[-1], message, [TERMS]).line)
    messages = {(message.journal, message.n): message for message in MESSAGES}
    return differing_grant(granted, lines, messages, [TERMS])


@pytest.mark.parametrize(
    "change", [{"order": 1}, {"paid": 1}, {"from_pool": 7}, {"from_reserve": 7}, {"generation": 9}]
)
def test_a_grant_that_differs_from_the_journals_is_named(
    book: Book, change: dict[str, int]
) -> None:
    assert audited(*book.grants) is None
    wrong = replace(book.grants[1], **change)
    assert audited(book.grants[0], wrong) == wrong


def test_a_grant_is_kept_in_a_record() -> None:
    entry = Happened(0, "21:30", LotGrantTaken(GRANT, "ab"))
    assert decode(encode(entry)) == entry
