"""The grant of a hit of a linked lot: made once, and recorded by the table that paid the hit."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from firmware.core.game.jackpot_link import JackpotLink
from firmware.core.vocabulary.jackpot import JackpotGrant, JackpotGrantReceived
from firmware.core.vocabulary.money import Cents
from firmware.floor.jackpot.audit import differing_grant
from firmware.floor.jackpot.jackpot_store import JackpotStore
from firmware.floor.jackpot.keeper import MAX_REPEATED_GRANTS, JackpotKeeper
from firmware.floor.jackpot.keeper_loop import KeeperLoop
from firmware.floor.jackpot.ledger_line import LedgerLine, first_line, fold_message
from firmware.floor.store import migrate_database, open_database
from firmware.shell.history.journal_entries import Happened, decode, encode
from firmware.shell.jackpot.signed_messages import sign_message
from tests.kits.floor.jackpots import JOURNAL, TERMS, A, B, fed, hit, shown

KEY = Ed25519PrivateKey.generate()
MESSAGES = [fed(1), hit(2, 90_000), hit(1, 1_000, 10, B), hit(3, 50_100, generation=2)]
GRANT = JackpotGrant("grand", 1, "table-7", JOURNAL, 1, 123_414, 246_828, 0, 2)


@pytest.fixture
def book(tmp_path: Path) -> Iterator[JackpotStore]:
    """Give a lot with the messages folded."""
    engine = open_database(f"sqlite:///{tmp_path}/ledger.db")
    migrate_database(engine)
    book = JackpotStore(engine, "grand")
    book.add_terms(sign_message(TERMS, KEY))
    line = first_line([TERMS])
    assert book.insert_line(line)
    for message in MESSAGES:
        line, granted = fold_message(line, message, [TERMS])
        assert book.insert_line(line, granted)
    yield book
    engine.dispose()


def linked() -> JackpotLink:
    """Return a table's part in a lot of which it has won all."""
    link = (
        JackpotLink()
        .with_terms(TERMS, "table-7", JOURNAL)
        .with_update(shown(5, 123_400))
        .with_round_locked(1)
    )
    return link.with_round_ended(1, [(1, 100, Cents(123_414))])[0]


def test_each_hit_is_granted_once_in_the_order_of_the_lines(book: JackpotStore) -> None:
    assert [(one.order, one.journal, one.message_number) for one in book.stored_grants] == [
        (1, A, 2),
        (2, B, 1),
        (3, A, 3),
    ]
    assert [one.from_pool + one.from_reserve for one in book.stored_grants] == [
        180_000,
        2_000,
        100_200,
    ]


def test_a_line_that_another_keeper_was_faster_with_grants_nothing(book: JackpotStore) -> None:
    newest = book.newest_line
    assert newest is not None
    before = book.stored_grants
    assert not book.insert_line(newest, replace(before[-1], order=4))
    assert book.stored_grants == before


def test_a_table_that_asks_hears_its_own_grants_again(book: JackpotStore) -> None:
    showing = KeeperLoop(book, JackpotKeeper(book, KEY, lambda _: None))
    showing.next_messages(0)
    showing.add_query("table-1", "a nonce")
    said = [signed.message for signed in showing.next_messages(100).messages]
    assert [one for one in said if isinstance(one, JackpotGrant)] == book.stored_grants
    assert len(book.stored_grants) < MAX_REPEATED_GRANTS
    showing.add_query("table-9", "a nonce")
    assert JackpotGrant not in [
        type(signed.message) for signed in showing.next_messages(200).messages
    ]


def test_a_table_waits_for_the_grant_of_each_of_its_hits_and_takes_it_once() -> None:
    link = linked()
    assert link.awaits_grant(GRANT)
    assert not link.awaits_grant(replace(GRANT, message_number=2))
    assert not link.awaits_grant(replace(GRANT, journal=A))
    assert not link.awaits_grant(replace(GRANT, jackpot="other"))
    assert not link.with_grant(GRANT).awaits_grant(GRANT)


def test_a_grant_opens_no_lot_a_line_does() -> None:
    link = linked().with_grant(GRANT)
    assert link.closed_reason == "why.lot_won"
    assert link.with_update(shown(6, 50_000, cursor=1, generation=2)).closed_reason is None


def audited(*granted: JackpotGrant) -> JackpotGrant | None:
    lines: list[LedgerLine] = [first_line([TERMS])]
    for message in MESSAGES:
        lines.append(fold_message(lines[-1], message, [TERMS]).ledger_line)
    messages = {(message.journal, message.message_number): message for message in MESSAGES}
    return differing_grant(granted, lines, messages, [TERMS])


@pytest.mark.parametrize(
    "change", [{"order": 1}, {"paid": 1}, {"from_pool": 7}, {"from_reserve": 7}, {"generation": 9}]
)
def test_a_grant_that_differs_from_the_journals_is_named(
    book: JackpotStore, change: dict[str, int]
) -> None:
    assert audited(*book.stored_grants) is None
    wrong = replace(book.stored_grants[1], **change)
    assert audited(book.stored_grants[0], wrong) == wrong


def test_a_grant_is_kept_in_a_record() -> None:
    entry = Happened(0, "21:30", JackpotGrantReceived(GRANT, "ab"))
    assert decode(encode(entry)) == entry
