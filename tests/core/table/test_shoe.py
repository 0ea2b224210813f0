"""The shoe's account: identity, not only count."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from firmware.core.table.shoe import Shoe
from firmware.core.vocabulary.cards import JOKER, PACK, Card, parse_card
from tests.kits.offenders import each

ACE = parse_card("AS")


@each("decks", [1, 6, 7, 8])
def test_every_card_comes_as_often_as_there_are_decks_and_no_more(decks: int) -> None:
    shoe = Shoe(decks)
    for card in PACK:
        assert [shoe.take(card) for _ in range(decks + 1)] == [True] * decks + [False]
    assert shoe.left == -52


def test_the_joker_can_not_come() -> None:
    shoe = Shoe(8)
    assert not shoe.holds(JOKER)
    assert not shoe.take(JOKER)
    assert shoe.left == 52 * 8 - 1


def test_a_card_by_hand_is_counted() -> None:
    shoe = Shoe(1)
    assert shoe.take_by_hand(ACE)
    assert (shoe.left, shoe.holds(ACE)) == (51, False)
    assert not shoe.take_by_hand(ACE)
    assert shoe.left == 51


def test_a_card_laid_aside_has_left_already() -> None:
    shoe = Shoe(1)
    shoe.take(ACE)
    shoe.lay_aside(ACE)
    assert shoe.take_by_hand(ACE)
    assert shoe.left == 51
    assert not shoe.take_by_hand(ACE)


def test_a_full_shoe_has_forgotten_everything() -> None:
    shoe = Shoe(6)
    shoe.take(ACE)
    shoe.lay_aside(ACE)
    shoe.fill()
    assert (shoe.left, shoe.memory.gone, shoe.stray) == (312, {}, [])


@given(st.lists(st.sampled_from([*PACK, JOKER])))
def test_left_and_gone_always_make_a_full_shoe(cards: list[Card]) -> None:
    shoe = Shoe(6)
    for card in cards:
        shoe.take(card)
    assert shoe.left + sum(shoe.memory.gone.values()) == 312
    assert shoe.memory.gone == Counter(card.name for card in cards)
    shoe.lay_aside(ACE)
    other = Shoe(6, memory=shoe.memory)
    assert (other.left, other.memory, other.stray) == (shoe.left, shoe.memory, [ACE])
