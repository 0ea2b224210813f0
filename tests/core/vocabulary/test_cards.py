"""Cards: 52 of them and the joker, one object each."""

import copy
import itertools
import pickle

import msgspec
import pytest

from firmware.core.vocabulary.cards import CARDS_BY_NAME, FULL_PACK, JOKER_CARD, Card, parse_card
from firmware.core.vocabulary.events import CardRead, decode_plain, encode_plain
from tests.kits.offenders import each


def test_6_pack_is_52_different_cards() -> None:
    named = {rank + suit for rank, suit in itertools.product("23456789TJQKA", "SHDC")}
    assert len(FULL_PACK) == 52
    assert {card.name for card in FULL_PACK} == named


def test_joker_is_in_no_pack() -> None:
    assert JOKER_CARD not in FULL_PACK
    assert str(JOKER_CARD) == "JK"


@each("name", CARDS_BY_NAME)
def test_copy_of_a_card_is_the_card(name: str) -> None:
    card = parse_card(name)
    assert card.name == str(card) == name
    assert parse_card(name) is card
    assert copy.copy(card) is card
    assert copy.deepcopy([card])[0] is card
    assert pickle.loads(pickle.dumps(card)) is card  # noqa: S301


@each("name", ["", "A", "1S", "as", "10S", "SA", "AS ", "XX", "JKS"])
def test_error_names_the_invalid_card(name: str) -> None:
    with pytest.raises(ValueError, match="no card is written") as caught:
        parse_card(name)
    assert repr(name) in str(caught.value)


@each("card", CARDS_BY_NAME.values())
def test_journal_stores_card_by_name(card: Card) -> None:
    written = msgspec.json.encode(CardRead(card), enc_hook=encode_plain)
    read = msgspec.json.decode(written, type=CardRead, dec_hook=decode_plain)
    assert read.card is card


def test_other_objects_are_not_encoded() -> None:
    with pytest.raises(NotImplementedError):
        encode_plain(object())
    with pytest.raises(NotImplementedError):
        decode_plain(int, "3")
