"""Baccara, articles 27, 28 and 31 to 37, against the regulation's text and a closed form."""

import itertools

import pytest

from firmware.core.game.options import OptionRefused
from firmware.core.games.baccarat import TRANSITIONS, Baccarat, DealPhase
from firmware.core.games.baccarat_hands import hand_points
from firmware.core.state_machine import table_flaws
from firmware.core.vocabulary.cards import FULL_PACK, Card, parse_card
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import CardRead, DrawnFor
from tests.kits.core.table_kit import (
    RULES,
)
from tests.kits.offenders import each

RANKS = "TA23456789"
"""A rank for each value from 0 to 9."""


def deal(names: str) -> Baccarat:
    game = Baccarat(RULES, {})
    for name in names.split():
        game.take(CardRead(parse_card(name)))
    return game


def hand_of(total: int) -> tuple[str, str]:
    """Return two cards worth `total`."""
    return RANKS[total] + "S", "KD"


def two_each(player: int, bank: int) -> str:
    (p1, p2), (b1, b2) = hand_of(player), hand_of(bank)
    return f"{p1} {b1} {p2} {b2}"


def bank_draws(bank: int, third: int | None) -> bool:
    """The closed form: the Bank draws on 3 plus half the third card at most, but for 8 and 9."""
    if third is None:
        return bank <= 5
    return bank <= {8: 2, 9: 3}.get(third, 3 + third // 2)


# 27


def test_27_six_to_eight_packs() -> None:
    for decks in range(-1, 12):
        if 6 <= decks <= 8:
            assert Baccarat(RULES, {"decks": decks}).decks == decks
        else:
            with pytest.raises(OptionRefused):
                Baccarat(RULES, {"decks": decks})
    assert Baccarat(RULES, {}).decks == 8


@each("decks", ["6", None, True, 6.0])
def test_27_decks_are_a_number(decks: object) -> None:
    with pytest.raises(OptionRefused):
        Baccarat(RULES, {"decks": decks})


@each("card", FULL_PACK)
def test_27_card_values(card: Card) -> None:
    worth = 1 if card.rank == "A" else 0 if card.rank in "TJQK" else int(card.rank)
    assert hand_points([card]) == worth


def test_27_only_units_of_a_hand_count() -> None:
    for ranks in itertools.product(range(10), repeat=3):
        cards = [parse_card(RANKS[rank] + "H") for rank in ranks]
        assert hand_points(cards) == int(str(sum(ranks))[-1])


# 28


@pytest.mark.parametrize("variant", ["midi", "grand"])
def test_28_both_variants_dealt_alike(variant: str) -> None:
    assert Baccarat(RULES, {"variant": variant}).decks == 8


@each("option", [{"variant": "petit"}, {"side_bets": ["pair"]}, {"hole": True}])
def test_28_unknown_option_is_refused(option: dict[str, object]) -> None:
    with pytest.raises(OptionRefused):
        Baccarat(RULES, option)


# 37, the cards

TABLE_37 = {
    3: "T T T T T T T T A T",
    4: "A A T T T T T T A A",
    5: "A A A A T T T T A A",
    6: "A A A A A A T T A A",
}
"""As the regulation prints it: the Bank's two cards, and the Player's third from 0 to 9."""


@pytest.mark.clause("Practice third card")
@each("player, bank, third", itertools.product(range(6), range(8), range(10)))
def test_37_bank_draws_by_its_table(player: int, bank: int, third: int) -> None:
    game = deal(two_each(player, bank))
    game.take(CardRead(parse_card(RANKS[third] + "C")))
    written = TABLE_37.get(bank, "T " * 10 if bank <= 2 else "A " * 10).split()[third]
    assert (game.due == (DrawnFor.BANKER, 3)) is (written == "T")
    assert game.finished is (written == "A")
    assert bank_draws(bank, third) is (written == "T")


def test_37_player_and_bank_draw_in_turn() -> None:
    game = deal("2S 3S 3D 2D 4C 5C")
    assert [card.name for card in game.cards["player"]] == ["2S", "3D", "4C"]
    assert [card.name for card in game.cards["banker"]] == ["3S", "2D", "5C"]


@each("player, bank", itertools.product(range(10), repeat=2))
def test_37_finished_game_takes_no_card(player: int, bank: int) -> None:
    game = deal(two_each(player, bank))
    while not game.finished:
        game.take(CardRead(parse_card("TH")))
    before = {name: list(cards) for name, cards in game.cards.items()}
    with pytest.raises(Forbidden, match=r"why\.no_card_due"):
        game.take(CardRead(parse_card("TH")))
    assert game.cards == before
    assert game.due is None


def test_state_table_has_no_flaws() -> None:
    assert table_flaws(DealPhase.PLAYER_FIRST, TRANSITIONS, final_phases=[DealPhase.FINISHED]) == []
