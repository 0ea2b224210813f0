"""Chips laid for a decision: claimed by its key, or late."""

import itertools

from firmware.core.table.decisions import OFFER_MS
from firmware.core.table.rules import TableRules
from firmware.core.table.table import Table
from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.events import CardRead, KeyPressed, StackRead, TimeUp
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import Decided, LateBet, Refused, Ruling
from tests.kits.offenders import each
from tests.kits.quebec import open_game

ANTE, RAISE = Place(1, "ante"), Place(1, "raise")


class Dealt:
    """A table of Poker 3 Cartes whose only player is asked whether he raises."""

    def __init__(self) -> None:
        self.table = Table(open_game("three-card-poker", {}), TableRules(sensed=False))
        self.now = itertools.count(1)
        self.tell(KeyPressed(Key.CONFIRM))
        self.lay(ANTE, 1000)
        self.tell(KeyPressed(Key.NO_MORE_BETS))
        for name in ("2S", "5D", "7H", "AS", "9D", "8H"):
            self.tell(CardRead(parse_card(name)))

    def tell(self, event: object) -> tuple[Ruling, ...]:
        return self.table.handle(event, next(self.now))

    def lay(self, place: Place, cents: int) -> tuple[Ruling, ...]:
        return self.tell(StackRead(place, Cents(cents)))


def test_chips_for_decision_are_on_time() -> None:
    dealt = Dealt()
    assert dealt.lay(RAISE, 1000) == ()
    (decided, *_) = dealt.tell(KeyPressed(Key.RAISE))
    assert decided == Decided(1, "raise", {"raise": Cents(1000)})
    assert dealt.table.deadline is None


@each("cents", [1, 999, 1001, 2000])
def test_wrong_amount_is_refused_and_may_be_corrected(cents: int) -> None:
    dealt = Dealt()
    dealt.lay(RAISE, cents)
    (refused,) = dealt.tell(KeyPressed(Key.RAISE))
    assert isinstance(refused, Refused)
    assert refused.why.values["cents"] == cents
    assert dealt.lay(RAISE, 1000) == ()
    assert isinstance(dealt.tell(KeyPressed(Key.RAISE))[0], Decided)


def test_decision_needs_its_chips() -> None:
    (refused,) = Dealt().tell(KeyPressed(Key.RAISE))
    assert isinstance(refused, Refused)


def test_unclaimed_chips_are_late_after_a_delay() -> None:
    dealt = Dealt()
    dealt.lay(RAISE, 1000)
    laid = dealt.table.state.now
    assert dealt.table.deadline == laid + OFFER_MS
    (late,) = dealt.tell(TimeUp())
    assert isinstance(late, LateBet)
    assert (late.place, late.cents, late.change) == (RAISE, 1000, "added")
    assert dealt.table.deadline is None


def test_late_chips_are_not_offered() -> None:
    dealt = Dealt()
    dealt.lay(RAISE, 1000)
    dealt.tell(TimeUp())
    (refused,) = dealt.tell(KeyPressed(Key.RAISE))
    assert refused.why.values["cents"] == 0


def test_chips_for_a_decision_not_keyed_are_late() -> None:
    dealt = Dealt()
    dealt.lay(RAISE, 1000)
    rulings = dealt.tell(KeyPressed(Key.FOLD))
    assert [type(ruling) for ruling in rulings[:2]] == [Decided, LateBet]
    assert not dealt.table.state.round.bets.settled


def test_chips_withdrawn_early_are_none() -> None:
    dealt = Dealt()
    dealt.lay(RAISE, 1000)
    assert dealt.lay(RAISE, 0) == ()
    assert dealt.table.deadline is None


def test_chips_for_free_decision_are_late_at_once() -> None:
    (late,) = Dealt().lay(ANTE, 2000)
    assert isinstance(late, LateBet)
