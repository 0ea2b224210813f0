"""The status of a round: the next card, the open choices, the settlements."""

from collections.abc import Sequence
from dataclasses import replace

import msgspec
import pytest

from firmware.core.vocabulary.cards import FULL_PACK, parse_card
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.next_step import Act, NextStep, Role
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.status import (
    BetStatus,
    CarriedBetStatus,
    ChoiceStatus,
    DueStatus,
    InstrumentStatus,
    StakeStatus,
    Status,
    hand_words,
)
from firmware.shell.config.defaults import default_table
from firmware.shell.service.reporter import StatusReporter
from firmware.shell.words.words import Words
from sim.play.virtual_table import VirtualTable
from tests.kits.offenders import each

FRENCH = Words.load("fr")


class Watched:
    """A virtual table of a game, and its status."""

    def __init__(self, game: str, **options: object) -> None:
        table = default_table(game)
        config = replace(table, game_options=table.game_options | options)
        self._table = VirtualTable(config, FRENCH, lambda _event, _rulings: None)
        self.hands = self._table.hands
        self._reporter = StatusReporter(game, game, FRENCH)
        self._table.power_on()
        self.hands.press_key(Key.CONFIRM)

    def bet(self, spot: int, on: str, cents: int) -> None:
        self.hands.lay_chip(Place(spot, on), Cents(cents))

    def deal(self, *names: str) -> None:
        for name in names:
            self.hands.draw_card(parse_card(name))

    def roll(self, first: int, second: int) -> None:
        self.hands.key_result([str(first), str(second)], readings=1, faces=True)

    @property
    def status(self) -> Status:
        return self._reporter.table_status(self._table.core_table, self._table.panel, ())

    def bets(self, spot: int) -> Sequence[BetStatus]:
        return self.status.spots[spot].bets


@pytest.fixture
def war() -> Watched:
    """Bataille: two spots, one of which has tied."""
    table = Watched("casino-war")
    table.bet(1, "main", 2000)
    table.bet(1, "tie", 500)
    table.bet(3, "main", 1000)
    table.hands.press_key(Key.NO_MORE_BETS)
    return table


def test_nothing_is_due_before_the_close() -> None:
    status = Watched("casino-war").status
    assert (status.due, status.choices, status.focus) == (None, (), None)
    assert status.ask == NextStep(Act.PLACE_BETS, Role.PLAYERS)


def test_card_due_names_its_spot(war: Watched) -> None:
    assert war.status.due == DueStatus(spot=1, nth=1)
    war.deal("9S")
    assert war.status.due == DueStatus(spot=3, nth=1)
    war.deal("9H")
    assert war.status.due == DueStatus(spot=0, nth=1)


def test_baccarat_card_due_names_its_hand() -> None:
    table = Watched("baccarat")
    table.bet(1, "player", 2500)
    table.hands.press_key(Key.NO_MORE_BETS)
    assert table.status.due == DueStatus(spot=None, nth=1, hand="player")


def test_choices_have_cost_and_laid_amount(war: Watched) -> None:
    war.deal("9S", "2H", "9D")
    costs = StakeStatus("war", Cents(2000), Cents(2000), laid=Cents(0))
    assert war.status.choices == (
        ChoiceStatus(1, "war", stakes=(costs,)),
        ChoiceStatus(1, "surrender"),
    )
    assert war.status.focus == 1
    war.bet(1, "war", 1500)
    assert war.status.choices[0].stakes[0].laid == 1500


@pytest.mark.parametrize(("chip", "step"), [({"smallest_chip": 500}, 500), ({}, None)])
def test_free_amount_has_its_step(chip: dict[str, int], step: int | None) -> None:
    """66 (3): the raise at Red dog is at most the bet."""
    table = Watched("red-dog", **chip)
    table.bet(1, "main", 2500)
    table.hands.press_key(Key.NO_MORE_BETS)
    table.deal("2S", "9H")
    (stake,) = table.status.choices[0].stakes
    assert (stake.least, stake.most, stake.step) == (step or 1, 2500, step)


def test_refusal_shown_until_the_next_act(war: Watched) -> None:
    assert war.status.refused is None
    war.hands.press_key(Key.CONFIRM)
    refused = war.status.refused
    assert refused is not None
    assert refused in war.status.dealer
    war.deal("9S")
    assert war.status.refused is None


def test_low_hand_cards_named_until_set() -> None:
    table = Watched("pai-gow-poker")
    table.bet(1, "main", 1000)
    table.hands.press_key(Key.NO_MORE_BETS)
    table.deal(*(card.name for card in FULL_PACK[:49]))
    assert table.status.named == ()
    for card in FULL_PACK[:2]:
        table.hands.select_card(card)
        table.hands.press_key(Key.PICK_CARD)
    assert table.status.named == (FULL_PACK[0].name, FULL_PACK[1].name)
    table.hands.press_key(Key.SURRENDER)
    assert table.status.named == ()


def test_bet_shows_its_result_once_settled(war: Watched) -> None:
    war.deal("9S", "2H", "9D")
    main, tie = war.bets(1)
    assert (main.outcome, main.returned, main.paid) == (None, None, None)
    assert (tie.outcome, tie.returned, tie.paid) == ("win", 500, 5000)
    assert war.bets(3) == (
        BetStatus("main", Cents(1000), None, "lose", Cents(0), Cents(0), Cents(0)),
    )
    assert war.status.ask == NextStep(Act.TAKE_DECISION, Role.PLAYERS, spot=1)


def test_surrendered_bet_shows_its_return(war: Watched) -> None:
    war.deal("9S", "2H", "9D")
    war.hands.press_key(Key.SURRENDER)
    main, _ = war.bets(1)
    assert (main.outcome, main.returned, main.paid) == ("surrender", 1000, 0)


def test_burnt_card_is_marked(war: Watched) -> None:
    war.deal("9S", "2H", "9D")
    war.bet(1, "war", 2000)
    war.hands.press_key(Key.GO_TO_WAR)
    assert war.status.due == DueStatus(spot=0, nth=1, burnt=True)


def test_face_down_cards_never_named() -> None:
    table = Watched("three-card-poker")
    table.bet(2, "ante", 1000)
    table.hands.press_key(Key.NO_MORE_BETS)
    table.deal("9S", "2H", "9D", "4C")
    assert table.status.cards == {}
    assert "9S" not in str(table.status)


HANDS = [
    ("player", Text("hand.player")),
    ("dealer", Text("hand.dealer")),
    ("3", Text("hand.spot", {"spot": 3})),
    ("3.2", Text("hand.spot_hand", {"spot": 3, "hand": 2})),
]


@each("name, said", HANDS)
def test_53_dealer_hand_of_a_player_bank(name: str, said: Text) -> None:
    mine = Text("hand.bank", {"spot": 3}) if name == "dealer" else said
    assert hand_words(name, bank=3) == mine


@each("name, said", HANDS)
def test_every_hand_has_words(name: str, said: Text) -> None:
    assert hand_words(name) == said


RESULTS: list[tuple[Text, str | None]] = [
    (Text("winner.tie", {"player": 3, "banker": 3}), "tie"),
    (Text("result.dealer_total", {"total": 17}), "Croupier\u00a0: 17"),
    (Text("announce.no_more_bets"), None),
]


@each("announced, result", RESULTS)
def test_result_is_winner_or_announcement(announced: Text, result: str | None) -> None:
    assert StatusReporter("", "", FRENCH).short_result(announced) == result


@pytest.mark.parametrize("game", ["baccarat", "casino-war"])
def test_status_survives_json(game: str) -> None:
    table = Watched(game)
    table.bet(1, "tie", 500)
    assert msgspec.json.decode(msgspec.json.encode(table.status), type=Status) == table.status


# wheels, dice and balls


def test_craps_has_point_and_carried_bets() -> None:
    table = Watched("craps")
    table.bet(1, "pass", 1000)
    table.roll(4, 4)
    assert table.status.game_values == {"point": {"number": 8}}
    assert table.status.carried_bets == (CarriedBetStatus(1, "pass", Cents(1000)),)
    table.bet(2, "come", 500)
    table.roll(2, 2)
    assert table.status.ask == NextStep(Act.MOVE_BET, spot=2, on="come", to="come:4")
    assert CarriedBetStatus(2, "come:4", Cents(500)) in table.status.carried_bets


def test_keyed_and_shown_dice_listed() -> None:
    table = Watched("sic-bo")
    table.bet(1, "small", 1000)
    table.hands.press_key(Key.DIGIT_3)
    assert table.status.instrument == InstrumentStatus("dice", keyed=("3",))
    for key in (Key.DIGIT_1, Key.DIGIT_2, Key.DIGIT_3, Key.DIGIT_1, Key.DIGIT_2):
        table.hands.press_key(key)
    assert table.status.instrument == InstrumentStatus("dice", shown=("3", "1", "2"))
    assert [bet.outcome for bet in table.bets(1)] == ["win"]


@each("game, symbols", [("roulette", 37), ("wheel-of-fortune", 54), ("keno", 0), ("craps", 0)])
def test_wheel_lists_all_its_symbols(game: str, symbols: int) -> None:
    instrument = Watched(game).status.instrument
    assert instrument is not None
    assert len(instrument.symbols) == symbols


def test_card_game_has_no_instrument() -> None:
    assert Watched("casino-war").status.instrument is None


@each(
    "announced, result",
    [
        (Text("result.dice", {"result": "4-4", "total": 8}), "4-4"),
        (Text("result.number_zero", {"number": "00"}), "00"),
        (Text("result.shown", {"result": "3 17 80"}), "3 17 80"),
        (Text("result.dealer_total", {"total": 17}), "Croupier : 17"),
        (Text("announce.no_roll"), None),
    ],
)
def test_result_is_as_it_was_shown(announced: Text, result: str | None) -> None:
    short = StatusReporter("x", "craps", FRENCH).short_result(announced)
    assert (short and short.replace("\u00a0", " ")) == result


def test_face_down_cards_counted_unnamed() -> None:
    table = Watched("three-card-poker")
    table.bet(2, "ante", 2500)
    table.hands.press_key(Key.NO_MORE_BETS)
    assert table.status.dealt == {}
    table.deal("AS", "KS", "QS", "2D")
    assert (table.status.dealt, table.status.cards) == ({"2": 3, "dealer": 1}, {})


def test_split_hands_counted_by_name() -> None:
    table = Watched("blackjack")
    table.bet(3, "main", 500)
    table.deal("8S", "6D", "8H")
    assert table.status.dealt == {"3": 2, "dealer": 1}
    table.bet(3, "main", 500)
    table.hands.press_key(Key.SPLIT)
    table.deal("2C")
    status = table.status
    assert status.dealt == {"3.1": 2, "3.2": 1, "dealer": 1}
    assert status.dealt == {hand: len(cards) for hand, cards in status.cards.items()}


def test_common_hands_counted_by_name() -> None:
    table = Watched("baccarat")
    table.bet(1, "tie", 500)
    table.deal("AS", "KS", "QS")
    assert table.status.dealt == {"player": 2, "banker": 1}


def test_jackpot_is_shown_if_offered() -> None:
    assert Watched("blackjack").status.lot is not None
    assert Watched("baccarat").status.lot is None
