"""Baccara at other houses: a new shoe's burn, and several bettors at a spot."""

import msgspec

from firmware.core.table.checkpoint import Checkpoint
from firmware.core.table.rules import TableRules
from firmware.core.table.shoe import Shoe, ShoeMemory
from firmware.core.table.table import Table
from firmware.core.vocabulary.cards import FULL_PACK, parse_card
from firmware.core.vocabulary.keys import Key
from tests.kits.core.table_kit import Croupier, refusals
from tests.kits.offenders import each
from tests.kits.rule_packs import pack_of

HOUSE = pack_of("""
[baccarat.switches]
burn = { allowed = ["none", "first_card", "packs", 1, 8], usual = "none", article = "H1" }
several_bettors = { allowed = [false, true], usual = false, article = "H2" }
""")
VALUES = {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10} | {str(pips): pips for pips in range(2, 10)}


@each("card", [card.name for card in FULL_PACK])
def test_first_card_decides_how_many_are_burnt(card: str) -> None:
    game = HOUSE.open_game("baccarat", {"burn": "first_card"})
    assert game.cards_to_burn(None) == 1
    assert game.cards_to_burn(parse_card(card)) == 1 + VALUES[card[0]]


@each("burn, count", [("none", 0), ("packs", 6), (1, 1), (8, 8)])
def test_a_number_of_cards_is_burnt(burn: str | int, count: int) -> None:
    game = HOUSE.open_game("baccarat", {"burn": burn, "decks": 6})
    assert game.cards_to_burn(None) == game.cards_to_burn(parse_card("9S")) == count


def test_bets_do_not_close_before_the_burn() -> None:
    game = HOUSE.open_game("baccarat", {"burn": 1})
    croupier = Croupier(Table(game, TableRules(sensed=False), Checkpoint()))
    croupier.chips(1, "banker", 2500)
    assert croupier.panel.dealer[0].key == "prompt.burn"
    assert refusals(croupier.press(Key.NO_MORE_BETS)) == ["why.burn_first"]
    croupier.card("9S")
    assert refusals(croupier.press(Key.NO_MORE_BETS)) == []


def test_the_first_card_of_a_shoe_is_known_after_a_power_cut() -> None:
    shoe = Shoe(8)
    assert shoe.first_card is None
    for name in ("9S", "AS", "9S", "KD"):
        shoe.take_card(parse_card(name))
    stored = msgspec.json.decode(msgspec.json.encode(shoe.memory), type=ShoeMemory)
    restored = Shoe(8, memory=stored)
    assert (restored.first_card, restored.cards_gone) == (parse_card("9S"), 4)
    restored.change_shoe(0)
    assert (restored.first_card, restored.cards_gone) == (None, 0)


@each("several, article", [(False, "29"), (True, None)])
def test_a_spot_has_one_bettor_or_several(several: bool, article: str | None) -> None:
    game = HOUSE.open_game("baccarat", {"several_bettors": several})
    sole_bettor = game.SOLE_BETTOR_ARTICLE
    assert sole_bettor == article
