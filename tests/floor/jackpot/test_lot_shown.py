"""What a keeper has its tables hear, and when."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from firmware.core.vocabulary.jackpot import LotShown, LotTerms
from firmware.floor.jackpot.keeper import Keeper
from firmware.floor.jackpot.keeper_loop import LONGEST_NONCE, MOST_ASKS, SHOWN_MS, Due, Showing
from firmware.floor.jackpot.store import Book
from firmware.floor.store import connect, migrate
from firmware.shell.jackpot.signed import sign
from tests.kits.floor.lots import TERMS

KEY = Ed25519PrivateKey.generate()


@pytest.fixture
def showing(tmp_path: Path) -> Iterator[Showing]:
    engine = connect(f"sqlite:///{tmp_path}/ledger.db")
    migrate(engine)
    book = Book(engine, "grand")
    book.add_terms(sign(TERMS, KEY))
    yield Showing(book, Keeper(book, KEY, lambda _: None))
    engine.dispose()


def kinds(due: Due) -> list[type]:
    return [type(signed.message) for signed in due.messages]


def nonces(due: Due) -> tuple[str, ...]:
    (line,) = (s.message for s in due.messages if isinstance(s.message, LotShown))
    return line.nonces


def test_a_line_is_shown_at_once_if_it_is_new_and_each_two_seconds(showing: Showing) -> None:
    shown = [kinds(showing.turn(at)) for at in (0, SHOWN_MS - 1, SHOWN_MS, SHOWN_MS + 1)]
    assert shown == [[LotShown], [], [LotShown], []]


def test_an_ask_is_answered_once_at_once_and_behind_the_terms(showing: Showing) -> None:
    showing.turn(0)
    showing.ask("table-7", "a nonce")
    answer = showing.turn(100)
    assert kinds(answer) == [LotTerms, LotShown]
    assert nonces(answer) == ("a nonce",)
    assert nonces(showing.turn(100 + SHOWN_MS)) == ()


def test_a_clock_that_is_set_back_never_gives_two_lines_the_same_time(showing: Showing) -> None:
    times = []
    for now in (9_000_000, 5_000_000, 5_000_000 + SHOWN_MS):
        lines = (signed.message for signed in showing.turn(now).messages)
        times += [line.at for line in lines if isinstance(line, LotShown)]
    assert times == sorted(set(times))
    assert len(times) == 3


def test_asks_that_would_make_the_line_too_long_for_others_are_not_answered(
    showing: Showing,
) -> None:
    showing.ask("table-7", "x" * (LONGEST_NONCE + 1))
    for number in range(MOST_ASKS + 10):
        showing.ask(f"table-{number}", "a nonce")
    assert len(nonces(showing.turn(0))) == MOST_ASKS
