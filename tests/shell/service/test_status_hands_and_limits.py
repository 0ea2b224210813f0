"""What a status tells of each hand's points and of the table's limits."""

import pytest

from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.status import Status
from firmware.shell.config.defaults import default_table
from firmware.shell.service.reporter import StatusReporter
from firmware.shell.words.words import Words
from sim.play.virtual_table import VirtualTable

ENGLISH = Words.load("en")


class Dealt:
    """A table with a bet on it, whose cards a test deals."""

    def __init__(self, game: str, *bets: tuple[int, str]) -> None:
        self._table = VirtualTable(default_table(game), ENGLISH, lambda _event, _rulings: None)
        self._reporter = StatusReporter(game, game, ENGLISH)
        self._table.power_on()
        self.hands = self._table.hands
        self.hands.press_key(Key.CONFIRM)
        for spot, on in bets:
            self.hands.lay_chip(Place(spot, on), Cents(25_00))
        self.hands.press_key(Key.NO_MORE_BETS)

    def deal(self, names: str) -> dict[str, str]:
        for name in names.split():
            self.hands.draw_card(parse_card(name))
        return self.status.tally

    @property
    def status(self) -> Status:
        return self._reporter.table_status(self._table.core_table, self._table.panel, ())


def test_baccarat_counts_hands_card_by_card() -> None:
    table = Dealt("baccarat", (1, "banker"))
    assert table.deal("4S") == {"player": "4"}
    assert table.deal("KD 2H 8C") == {"player": "6", "banker": "8"}


def test_blackjack_counts_no_hidden_card() -> None:
    table = Dealt("blackjack", (1, "main"))
    assert table.deal("8S TD 8H") == {"1": "16", "dealer": "10"}


def test_each_split_hand_counted_alone() -> None:
    table = Dealt("blackjack", (3, "main"))
    table.deal("8S 6D 8H")
    table.hands.lay_chip(Place(3, "main"), Cents(25_00))
    table.hands.press_key(Key.SPLIT)
    assert table.deal("2C") == {"3.1": "10", "3.2": "8", "dealer": "6"}


def test_each_split_hand_has_its_stake() -> None:
    table = Dealt("blackjack", (3, "main"))
    table.deal("8S 6D 8H")
    (undivided,) = table.status.spots[3].bets
    assert undivided.hands == ()
    table.hands.lay_chip(Place(3, "main"), Cents(25_00))
    table.hands.press_key(Key.SPLIT)
    table.deal("TC")
    table.hands.press_key(Key.STAND)
    table.deal("9C")
    table.hands.press_key(Key.STAND)
    table.deal("KS TS")
    (split,) = table.status.spots[3].bets
    parts = [(part.hand, part.cents, part.outcome, part.paid) for part in split.hands]
    assert parts == [(1, 25_00, "win", 25_00), (2, 25_00, "win", 25_00)]


def test_poker_hand_unnamed_until_compared() -> None:
    table = Dealt("three-card-poker", (2, "ante"))
    assert table.deal("AS KS QS 2D 7H 9C") == {}
    table.hands.lay_chip(Place(2, "raise"), Cents(25_00))
    table.hands.press_key(Key.RAISE)
    assert table.status.tally == {"2": "straight flush"}


@pytest.mark.parametrize(
    ("game", "line"),
    [("baccarat", "Player, Banker: $10.00 to $5,000.00"), ("baccarat", "Tie: $5.00 to $500.00")],
)
def test_bets_of_equal_limits_are_one_line(game: str, line: str) -> None:
    assert line in Dealt(game, (1, "banker")).status.limits
