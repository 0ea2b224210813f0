"""What a keeper has its tables hear, and when."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from firmware.core.vocabulary.jackpot import JackpotTerms, JackpotUpdate
from firmware.floor.jackpot.jackpot_store import JackpotStore
from firmware.floor.jackpot.keeper import JackpotKeeper
from firmware.floor.jackpot.keeper_loop import (
    MAX_NONCE_LENGTH,
    MAX_QUERIES,
    UPDATE_INTERVAL_MS,
    DueMessages,
    KeeperLoop,
)
from firmware.floor.store import migrate_database, open_database
from firmware.shell.jackpot.signed_messages import sign_message
from tests.kits.floor.jackpots import TERMS

KEY = Ed25519PrivateKey.generate()


@pytest.fixture
def showing(tmp_path: Path) -> Iterator[KeeperLoop]:
    engine = open_database(f"sqlite:///{tmp_path}/ledger.db")
    migrate_database(engine)
    book = JackpotStore(engine, "grand")
    book.add_terms(sign_message(TERMS, KEY))
    yield KeeperLoop(book, JackpotKeeper(book, KEY, lambda _: None))
    engine.dispose()


def kinds(due: DueMessages) -> list[type]:
    return [type(signed.message) for signed in due.messages]


def nonces(due: DueMessages) -> tuple[str, ...]:
    (line,) = (s.message for s in due.messages if isinstance(s.message, JackpotUpdate))
    return line.nonces


def test_a_line_is_shown_at_once_if_it_is_new_and_each_two_seconds(showing: KeeperLoop) -> None:
    shown = [
        kinds(showing.next_messages(at))
        for at in (0, UPDATE_INTERVAL_MS - 1, UPDATE_INTERVAL_MS, UPDATE_INTERVAL_MS + 1)
    ]
    assert shown == [[JackpotUpdate], [], [JackpotUpdate], []]


def test_an_ask_is_answered_once_at_once_and_behind_the_terms(showing: KeeperLoop) -> None:
    showing.next_messages(0)
    showing.add_query("table-7", "a nonce")
    answer = showing.next_messages(100)
    assert kinds(answer) == [JackpotTerms, JackpotUpdate]
    assert nonces(answer) == ("a nonce",)
    assert nonces(showing.next_messages(100 + UPDATE_INTERVAL_MS)) == ()


def test_a_clock_that_is_set_back_never_gives_two_lines_the_same_time(showing: KeeperLoop) -> None:
    times = []
    for now in (9_000_000, 5_000_000, 5_000_000 + UPDATE_INTERVAL_MS):
        lines = (signed.message for signed in showing.next_messages(now).messages)
        times += [line.at for line in lines if isinstance(line, JackpotUpdate)]
    assert times == sorted(set(times))
    assert len(times) == 3


def test_asks_that_would_make_the_line_too_long_for_others_are_not_answered(
    showing: KeeperLoop,
) -> None:
    showing.add_query("table-7", "x" * (MAX_NONCE_LENGTH + 1))
    for number in range(MAX_QUERIES + 10):
        showing.add_query(f"table-{number}", "a nonce")
    assert len(nonces(showing.next_messages(0))) == MAX_QUERIES
