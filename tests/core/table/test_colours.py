"""Article 70: chips without value, in seven colours; 71: none at the French table."""

import pytest

from firmware.core.game.limits import BetLimits
from firmware.core.vocabulary.events import ResultSeen, StackRead
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Place
from tests.kits.core.results_kit import Felt

PLACE = Place(3, "straight:17")


@pytest.fixture
def english() -> Felt:
    felt = Felt("roulette", {"kind": "english"})
    felt.tell(StackRead(PLACE, Cents(0), None, 4))
    return felt


def price(felt: Felt, *chips: Key) -> None:
    felt.press(*chips, Key.COLOUR_PRICE)


def test_70_player_prices_colour_chip(english: Felt) -> None:
    assert english.prompt == ["prompt.price"]
    price(english, Key.CHIP_3, Key.CHIP_4, Key.CHIP_4)
    assert english.table.state.felt.stacks == {(PLACE, None): 4 * 700}
    english.press(Key.NO_MORE_BETS)
    english.tell(ResultSeen(("17",)))
    assert english.settled == [("straight:17", "win", 35 * 2800)]


def test_70_unpriced_chips_delay_close(english: Felt) -> None:
    assert Key.NO_MORE_BETS not in english.lit
    english.press(Key.NO_MORE_BETS)
    assert (english.phase, english.refused[-1]) == (Phase.OPEN, "why.no_price")


def test_70_value_chips_lie_beside_colour_chips(english: Felt) -> None:
    price(english, Key.CHIP_4)
    english.tell(StackRead(PLACE, Cents(2500), None, 4))
    assert english.table.state.felt.stacks == {(PLACE, None): 2900}


def test_70_price_below_minimum_bet_is_refused() -> None:
    limits = {"straight": BetLimits(Cents(500), Cents(10000))}
    felt = Felt("roulette", {"kind": "american"}, limits=limits)
    felt.tell(StackRead(PLACE, Cents(0), None, 1))
    price(felt, Key.CHIP_4)
    assert felt.refused == ["why.limit_low"]


def test_price_is_fixed_while_its_chips_are_bet(
    english: Felt,
) -> None:
    price(english, Key.CHIP_4)
    english.press(Key.COLOUR_PRICE)
    assert english.table.state.key_entry.pricing is not None
    assert english.table.state.key_entry.pricing.spot != PLACE.spot
    english.tell(StackRead(PLACE, Cents(0)))
    spots = set()
    for _ in range(7):
        english.press(Key.COLOUR_PRICE)
        spots.add(english.table.state.key_entry.pricing.spot)
    assert PLACE.spot in spots


def test_undo_removes_a_chip_from_price(english: Felt) -> None:
    english.press(Key.CHIP_3, Key.CHIP_4, Key.UNDO, Key.COLOUR_PRICE)
    assert english.table.state.felt.prices == {3: 500}


def test_prices_and_colours_survive_power_cut(english: Felt) -> None:
    price(english, Key.CHIP_4)
    again = Felt("roulette", {"kind": "english"})
    again.table.resume_from(english.table.checkpoint())
    assert again.table.state.felt.prices == {3: 100}
    assert again.table.state.felt.colour_stacks == {(PLACE, None): (0, 4)}


def test_71_french_table_has_none() -> None:
    felt = Felt("roulette", {"kind": "french"})
    felt.tell(StackRead(PLACE, Cents(0), None, 4))
    assert (felt.refused, felt.table.state.felt.stacks) == (["why.no_colours"], {})
    felt.press(Key.COLOUR_PRICE)
    assert felt.refused[-1] == "why.not_now"
