"""A lot that several tables share (21.2, 67.21), as one of them plays for it."""

import pytest

from firmware.core.vocabulary.events import KeyPressed, PowerReturned
from firmware.core.vocabulary.events import TestBegun as Begun
from firmware.core.vocabulary.events import TestEnded as Ended
from firmware.core.vocabulary.jackpot import (
    JackpotContribution,
    JackpotHit,
    JackpotLeaseExpired,
    JackpotLocked,
    JackpotSupervisorCalled,
)
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.shell.history.journal_entries import Checked, decode, encode
from firmware.shell.words.ruling_words import ruling_texts
from tests.kits.floor.jackpots import JOURNAL, LinkedTable, seen
from tests.kits.games.bare_table import seat
from tests.kits.games.scripts import CLOSE, CONFIRM, UNDO, VOID, Step, bet, cards, decide

NOTHING, ROYAL, STRAIGHT_FLUSH = "2S 4H 6C 8D TC", "AS KS QS JS TS", "2H 3H 4H 5H 6H"
DEALER = "3D 5C 7D JH QC"
LAID = [bet(1, "ante"), bet(1, "progressive", 100)]
OF_TABLE = "grand", "table-7", JOURNAL


def dealt(hand: str) -> list[Step]:
    return [cards(f"{hand} {DEALER}"), decide(1, "raise")]


def a_round(hand: str = NOTHING) -> list[Step]:
    return [*LAID, CLOSE, *dealt(hand), CONFIRM]


def ready(version: int = 5, cents: int = 123_400) -> LinkedTable:
    return LinkedTable().tell(seen(version, cents))


def test_only_lot_bets_await_keeper() -> None:
    table = LinkedTable()
    table.play(LAID)
    assert table.refused == [2]
    assert table.closed == "why.lot_silent"


def test_amount_shown_at_close_is_paid() -> None:
    table = ready()
    assert table.shows == 123_400
    table.play([*LAID, CLOSE])
    assert table.shows == 123_414
    assert table.ruled == [JackpotLocked(1, 1, 5, 1, 123_414)]
    table.tell(seen(6, 200_000)).play(dealt(STRAIGHT_FLUSH))
    assert table.shows == 123_414
    table.play([CONFIRM])
    assert [line["paid"] for line in table.settled if line["on"] == "progressive"] == [12_341]


def test_recalled_round_states_its_lot() -> None:
    (locked,) = ready().play([*LAID, CLOSE]).ruled
    assert [*ruling_texts(locked)] == [Text("players.lot", {"lot_cents": Cents(123_414)})]


def test_increments_show_after_the_round() -> None:
    table = ready().play([*LAID, CLOSE]).tell(seen(6, 200_000)).play([*dealt(NOTHING), CONFIRM])
    assert table.shows == 200_014


def test_own_bets_add_until_acknowledged_exactly() -> None:
    table = ready().play([*a_round(), *a_round()])
    assert table.shows == 123_429
    assert table.tell(seen(6, 123_414, cursor=1, rest_units=1)).shows == 123_429
    assert table.tell(seen(7, 123_429, cursor=2)).shows == 123_429


def test_lot_is_not_shown_above_ceiling() -> None:
    assert ready(cents=999_999).play([*LAID, CLOSE]).shows == 1_000_000


def test_round_feeds_lot_once_at_its_final_end() -> None:
    table = ready().play([*a_round(), UNDO, *a_round()])
    assert table.fed == [
        JackpotContribution(*OF_TABLE, 1, 1, 1, 5, 123_414),
        JackpotContribution(*OF_TABLE, 2, 2, 1, 5, 123_429),
    ]


def test_voided_round_feeds_lot_too() -> None:
    table = ready().play([*LAID, CLOSE, cards(f"{ROYAL} {DEALER}"), VOID])
    assert table.fed == [JackpotContribution(*OF_TABLE, 1, 1, 1, 5, 123_414)]


def test_undone_close_feeds_nothing() -> None:
    table = ready().play([*LAID, CLOSE, UNDO])
    assert (table.fed, table.shows) == ([], 123_400)


def test_round_without_bet_feeds_nothing() -> None:
    assert ready().play([bet(1, "ante"), CLOSE, *dealt(NOTHING), CONFIRM]).ruled == []


def test_hit_is_paid_and_closes_lot_until_acknowledged() -> None:
    table = ready().play(a_round(ROYAL))
    assert table.ruled[1:] == [
        JackpotSupervisorCalled("table-7", 1),
        JackpotHit(*OF_TABLE, 1, 1, 1, 5, 123_414, 1, ((1, 100, 123_414),)),
    ]
    assert table.closed == "why.lot_won"
    table.tell(seen(6, 150_000, hits=1, generation=2))
    assert table.closed == "why.lot_won"
    table.tell(seen(7, 50_000, cursor=1, hits=2, generation=2))
    assert (table.closed, table.shows) == (None, 50_000)


def test_two_winners_are_one_hit_of_displayed_lot() -> None:
    laid = [*LAID, bet(2, "ante"), bet(2, "progressive", 100)]
    decided = [decide(1, "raise"), decide(2, "raise")]
    dealt_hands = cards(f"{STRAIGHT_FLUSH} {ROYAL} {DEALER}")
    table = ready().play([*laid, CLOSE, dealt_hands, *decided, CONFIRM])
    assert table.shows == 123_429
    assert table.ruled[-1] == JackpotHit(
        *OF_TABLE, 1, 1, 2, 5, 123_429, 1, ((1, 10, 11_221), (2, 100, 112_208))
    )


def test_unconfirmed_hit_is_voided_with_its_round() -> None:
    table = ready()
    table._confirm_lot = lambda: None  # type: ignore[method-assign]
    table.play([*a_round(ROYAL)[:-1], VOID])
    assert [type(ruling) for ruling in table.ruled] == [
        JackpotLocked,
        JackpotSupervisorCalled,
        JackpotContribution,
    ]
    assert (table.closed, table.shows) == (None, 123_414)


@pytest.mark.clause("25 CFR 547.10(a)(1)(vi)")
def test_expired_lease_closes_lot_but_not_locked_round() -> None:
    table = ready().play([*LAID, CLOSE]).tell(JackpotLeaseExpired())
    assert (table.closed, table.shows) == ("why.lot_silent", 123_414)
    table.play([*dealt(STRAIGHT_FLUSH), CONFIRM])
    assert isinstance(table.fed[0], JackpotHit)


def test_bet_on_closed_lot_is_returned() -> None:
    table = ready().play(LAID).tell(JackpotLeaseExpired()).play([CLOSE])
    assert [(line["on"], line["outcome"]) for line in table.settled] == [("progressive", "push")]
    assert table.ruled == []


def test_older_line_is_never_shown() -> None:
    table = ready(version=5).tell(seen(4, 999_000))
    assert table.shows == 123_400


def test_line_beyond_journal_closes_lot() -> None:
    assert ready().tell(seen(6, 130_000, cursor=3)).closed == "why.lot_history"


def test_restored_lot_is_closed_until_a_line_comes() -> None:
    before = ready().play(a_round())
    checkpoint = decode(encode(Checked(before.table.checkpoint(), 0)))
    assert isinstance(checkpoint, Checked)
    after = LinkedTable()
    after.table.resume_from(checkpoint.table)
    after.tell(PowerReturned())
    assert (after.shows, after.closed) == (123_414, "why.lot_silent")
    after.tell(seen(4, 10_000))
    assert (after.shows, after.closed) == (123_414, "why.lot_silent")
    assert after.tell(seen(5, 123_400)).closed is None


def test_test_feeds_nothing_and_drops_no_line() -> None:
    table = ready().play(a_round()).tell(Begun(), KeyPressed(Key.CONFIRM))
    assert table.table.state.testing
    table.play(a_round()).tell(seen(9, 300_000, cursor=1), Ended())
    assert not table.table.state.testing
    assert (len(table.fed), table.shows) == (1, 300_000)


def test_unlinked_table_s_checkpoints_are_unchanged() -> None:
    table = seat({"game": "caribbean-stud"})
    table.handle(PowerReturned(), 1)
    assert b'"link"' not in encode(Checked(table.checkpoint(), 0))
