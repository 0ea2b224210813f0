"""A lot won by a misread card (21.2, 67.21): the decision is undone, the cards taken back."""

import pytest

from firmware.core.table.table import Table
from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.events import CardRead, Event, KeyPressed, KeySwitchTurned, StackRead
from firmware.core.vocabulary.jackpot import JackpotContribution, JackpotHit
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import FaultShown, Ruling, Undone
from firmware.shell.history.journal_entries import Checked, Happened
from tests.games.test_jackpots import DEALER, OPTIONS, ROYAL, a_round, paid, shown
from tests.kits.core.results_kit import Felt
from tests.kits.core.table_kit import refusals
from tests.kits.floor.jackpots import LinkedTable, seen
from tests.kits.games.any_table import state
from tests.kits.games.bare_table import BareTable, seat
from tests.kits.games.journaled import (
    Journaled,
    check_recount,
    journaled,
    journaled_seat,
    restored,
)
from tests.kits.games.scripts import CLOSE, CONFIRM, bet, cards, decide

SCRIPT = {"game": "caribbean-stud", "options": OPTIONS}
TRUE_HAND = "AC KS QS JS TS"
UNDO, TAKE_BACK = KeyPressed(Key.UNDO), KeyPressed(Key.TAKE_CARD_BACK)
CLEAR, CONFIRM_FELT = KeyPressed(Key.CLEAR_FAULTS), KeyPressed(Key.CONFIRM)
ALARM_MOMENTS = {"in the alarm": (), "cleared": (CLEAR,), "after it": (CLEAR, CONFIRM_FELT)}


class Unattended(BareTable):
    """A table to which no supervisor comes by himself."""

    def _confirm_lot(self) -> None:
        pass


def misread(*since: Event) -> Unattended:
    """Return a table whose lot was won by a misread card, after some events; its key is turned."""
    people = Unattended(SCRIPT, journaled_seat(SCRIPT))
    people.play(a_round(ROYAL)[:-1])
    happen(people.table, KeySwitchTurned(on=True), *since)
    return people


def put_right(people: BareTable) -> None:
    """Undo the decision, whose chips go back, and take all the cards back."""
    happen(people.table, UNDO, StackRead(Place(1, "raise"), Cents(0)), *[TAKE_BACK] * 10)
    # without the cards those chips were laid, and taken up again, when none were due
    happen(people.table, KeyPressed(Key.RESOLVE_LATE))


def happen(table: Table, *events: Event) -> list[Ruling]:
    """Return the rulings on events of which none is refused."""
    rulings = [ruling for event in events for ruling in table.handle(event, 1000)]
    assert refusals(tuple(rulings)) == []
    return rulings


def journal_of(people: BareTable) -> Journaled:
    assert isinstance(people.table, Journaled)
    return people.table


@pytest.mark.parametrize("since", ALARM_MOMENTS.values(), ids=ALARM_MOMENTS)
def test_misread_lot_is_restored_until_confirm(since: tuple[Event, ...]) -> None:
    people = misread(*since)
    put_right(people)
    people.play([cards(f"{TRUE_HAND} {DEALER}"), decide(1, "fold"), CONFIRM])
    assert (paid(people), shown(people)) == ([0], 100_025)
    check_recount(journal_of(people).entries)
    straight = BareTable(SCRIPT).play(a_round(TRUE_HAND, does="fold"))
    assert people.table.state.meters.bets == straight.table.state.meters.bets


def test_same_decision_wins_lot_again() -> None:
    people = misread(CLEAR, CONFIRM_FELT, UNDO)
    (called,) = (
        ruling
        for ruling in happen(people.table, KeyPressed(Key.RAISE))
        if isinstance(ruling, FaultShown)
    )
    assert called.code == "lot_won"
    happen(people.table, CLEAR)
    people.play([CONFIRM, CONFIRM])
    assert (paid(people), shown(people)) == ([100_025], 50_000)


def test_power_cut_loses_nothing() -> None:
    people, spare = misread(CLEAR, CONFIRM_FELT), journaled(seat(SCRIPT))
    put_right(people)
    people.play([cards(f"{TRUE_HAND} {DEALER}"), decide(1, "fold"), CONFIRM])
    happened = [entry for entry in journal_of(people).entries if isinstance(entry, Happened)]
    table = journaled(seat(SCRIPT))
    for entry in happened:
        table.handle(entry.event, entry.at)
        assert state(restored(spare, table)) == state(table)
    assert [type(entry) for entry in table.entries].count(Checked) > 1


class LinkedUnattended(Unattended, LinkedTable):
    """The same at a table of a linked lot."""


def linked() -> LinkedTable:
    people = LinkedUnattended().tell(seen(5, 123_400), KeySwitchTurned(on=True))
    laid = [bet(1, "ante"), bet(1, "progressive", 100), CLOSE]
    people.play([*laid, cards(f"{ROYAL} {DEALER}"), decide(1, "raise")])
    return people


def test_linked_lot_claimed_at_confirm() -> None:
    people = linked()
    put_right(people)
    people.play([cards(f"{TRUE_HAND} {DEALER}"), decide(1, "fold"), CONFIRM])
    assert people.refused == []
    assert [type(message) for message in people.fed] == [JackpotContribution]
    assert (people.closed, people.shows) == (None, 123_414)


def test_sent_linked_claim_is_final() -> None:
    people = linked().tell(CLEAR, CONFIRM_FELT)
    people.play([CONFIRM])
    assert isinstance(people.fed[0], JackpotHit)
    for key in (UNDO, TAKE_BACK):
        assert refusals(people.table.handle(key, 1000)) == ["why.lot_claimed"]


def test_implausible_payment_allows_undo() -> None:
    felt = Felt("caribbean-stud", implausible=Cents(100))
    felt.bet(1, "ante", 500)
    felt.press(Key.NO_MORE_BETS)
    felt.tell(*(CardRead(parse_card(name)) for name in f"{ROYAL} {DEALER}".split()))
    felt.bet(1, "raise", 1000)
    faults = [ruling.code for ruling in felt.press(Key.RAISE) if isinstance(ruling, FaultShown)]
    assert faults == ["implausible"]
    assert felt.press(Key.UNDO) == [Undone("raise")]
    assert not felt.table.state.stopped
