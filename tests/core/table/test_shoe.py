"""The shoe's account: identity, not only count."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.core.table.shoe import Shoe
from firmware.core.vocabulary.cards import FULL_PACK, JOKER_CARD, Card, parse_card
from tests.kits.offenders import each

ACE = parse_card("AS")


@pytest.mark.clause("Practice card identity")
@each("decks", [1, 6, 7, 8])
def test_each_card_once_per_deck(decks: int) -> None:
    shoe = Shoe(decks)
    for card in FULL_PACK:
        assert [shoe.take_card(card) for _ in range(decks + 1)] == [True] * decks + [False]
    assert shoe.cards_left == -52


@pytest.mark.clause("Practice card identity")
def test_joker_is_impossible() -> None:
    shoe = Shoe(8)
    assert not shoe.can_hold(JOKER_CARD)
    assert not shoe.take_card(JOKER_CARD)
    assert shoe.cards_left == 52 * 8 - 1


@pytest.mark.clause("UKGC 5.2")
def test_card_by_hand_is_counted() -> None:
    shoe = Shoe(1)
    assert shoe.take_by_hand(ACE)
    assert (shoe.cards_left, shoe.can_hold(ACE)) == (51, False)
    assert not shoe.take_by_hand(ACE)
    assert shoe.cards_left == 51


def test_card_set_aside_has_left() -> None:
    shoe = Shoe(1)
    shoe.take_card(ACE)
    shoe.lay_aside(ACE)
    assert shoe.take_by_hand(ACE)
    assert shoe.cards_left == 51
    assert not shoe.take_by_hand(ACE)


def test_full_shoe_has_no_history() -> None:
    shoe = Shoe(6)
    shoe.take_card(ACE)
    shoe.lay_aside(ACE)
    shoe.refill()
    assert (shoe.cards_left, shoe.memory.gone, shoe.stray_cards) == (312, {}, [])


@given(st.lists(st.sampled_from([*FULL_PACK, JOKER_CARD])))
def test_left_and_gone_make_a_full_shoe(cards: list[Card]) -> None:
    shoe = Shoe(6)
    for card in cards:
        shoe.take_card(card)
    assert shoe.cards_left + sum(shoe.memory.gone.values()) == 312
    assert shoe.memory.gone == Counter(card.name for card in cards)
    shoe.lay_aside(ACE)
    other = Shoe(6, memory=shoe.memory)
    assert (other.cards_left, other.memory, other.stray_cards) == (
        shoe.cards_left,
        shoe.memory,
        [ACE],
    )
