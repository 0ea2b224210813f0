"""Pai gow poker and Pai Gow: the house way, and the hands that it is compared with."""

from itertools import combinations, pairwise
from random import Random

import numpy as np
import pytest

from firmware.core.vocabulary.cards import JOKER_CARD, TILE_SET, Card, parse_card
from firmware.odds import house_ways, pai_gow_poker
from firmware.odds.card_masks import Completions, card_bit
from firmware.odds.house_way_codes import HouseWayCodes
from firmware.odds.odds import stored_figures
from firmware.odds.pai_gow import HandComparison
from firmware.odds.store import SHIPPED, Store
from tests.kits.quebec import open_game


def cards(names: str) -> list[Card]:
    return [parse_card(name) for name in names.split()]


@pytest.mark.parametrize(
    ("held", "low"),
    [
        ("AS KD QH JC 9S 4D 2H", "KD QH"),  # nothing
        ("8S 8D AH KC 9S 4D 2H", "AH KC"),  # a pair
        ("QS QD 8H 8C 9S 4D 2H", "8H 8C"),  # two pairs
        ("TS TD 8H 8C AS 4D 2H", "AS 4D"),  # with an ace beside small ones
        ("AS AD 8H 8C KS 4D 2H", "8H 8C"),  # with aces
        ("JS JD 8H 8C 2S 2D AH", "JS JD"),  # three pairs
        ("8S 8D 8H KC QS 4D 2H", "KC QS"),  # three of a kind
        ("AS AD AH KC QS 4D 2H", "AS KC"),  # three aces are split
        ("8S 8D 8H 4C 4S KD 2H", "4C 4S"),  # a full house
        ("8S 8D 8H 4C 4S 4D 2H", "8S 8D"),  # three of a kind twice
        ("6S 6D 6H 6C AS 4D 2H", "AS 4D"),  # four small ones are kept
        ("7S 7D 7H 7C AS 4D 2H", "7S 7D"),  # four others are split
        ("9S 8D 7H 6C 5S KD 2H", "KD 2H"),  # a straight
        ("9S 8D 7H 6C 5S 4D 3H", "9S 8D"),  # a long one gives its highest cards
        ("KS 9S 7S 4S 2S AD QH", "AD QH"),  # a flush
        ("9S 8D 7H 6C 5S 5D 2H", "5D 2H"),  # a straight before its pair
        ("9S 8D 7H 6C 5S 5D 6H", "5D 5S"),  # two pairs before a straight
        ("AS AD AH AC JK KD KH", "AS AD"),  # five aces
        ("JK AD KH 9C 8S 4D 2H", "KH 9C"),  # the joker is an ace
        ("9S 8D 7H 6C JK KD 2H", "KD 2H"),  # or completes a straight
    ],
)
def test_house_way_of_seven_cards(held: str, low: str) -> None:
    found = house_ways.set_seven_cards(open_game("pai-gow-poker", {}), cards(held))  # type: ignore[arg-type]
    assert sorted(c.rank for c in found.low_hand) == sorted(parse_card(n).rank for n in low.split())


@pytest.mark.parametrize(
    ("held", "low"),
    [
        ("6-6 6-6 5-4 6-2", "6-6 6-2"),  # a gong below a wong
        ("5-5 5-5 6-3 2-1", "6-3 2-1"),  # a pair is kept
        ("5-5 6-3 4-3 3-2", "4-3 3-2"),  # or nine points
        ("6-6 5-5 6-4 2-1", "6-6 6-4"),  # or the highest low hand
    ],
)
def test_house_way_of_four_tiles(held: str, low: str) -> None:
    found = house_ways.set_four_tiles(open_game("pai-gow", {}), cards(held))  # type: ignore[arg-type]
    assert {tile.name for tile in found.low_hand} == set(low.split())


def test_44_113_dealer_sets_every_hand_legally() -> None:
    chance = Random(44)
    for name, size, set_hand in (
        ("pai-gow-poker", 7, house_ways.set_seven_cards),
        ("pai-gow", 4, house_ways.set_four_tiles),
    ):
        game = open_game(name, {})
        for _ in range(100):
            hand = chance.sample(list(game.pack), size)
            found = set_hand(game, hand)  # type: ignore[arg-type]
            high = list(hand)
            for card in found.low_hand:
                high.remove(card)
            assert game.rank(found.low_hand, high) == found.ranks  # type: ignore[attr-defined]


def test_108_109_110_four_tiles_against_the_rest() -> None:
    """Counted by kinds, and one by one from the tiles themselves."""
    game = open_game("pai-gow", {})
    compared = HandComparison(game)  # type: ignore[arg-type]
    row = np.zeros(21, int)
    own = cards("5-5 5-5 6-3 2-1")
    for tile in own:
        row[compared.tile_kinds.index(tile)] += 1
    setting = house_ways.set_four_tiles(game, own)  # type: ignore[arg-type]
    found = compared.win_counts(setting, compared.count_dealer_hands(row))
    rest = list(TILE_SET)
    for tile in own:
        rest.remove(tile)
    sets: dict[frozenset[str], tuple[object, object]] = {}
    ways = [0, 0, 0]
    for hand in combinations(rest, 4):
        key = frozenset(f"{tile.name}{hand.count(tile)}" for tile in hand)
        if key not in sets:
            sets[key] = house_ways.set_four_tiles(game, hand).ranks  # type: ignore[arg-type]
        low, high = sets[key]
        beaten = setting.ranks[0] > low and setting.ranks[0].hand_value > 0
        ways[beaten + (setting.ranks[1] > high)] += 1
    assert found == ways


def test_44_45_46_seven_cards_against_the_rest() -> None:
    """Of a pack of four ranks and the joker, counted by what both may hold, and hand by hand."""
    game = open_game("pai-gow-poker", {})
    pack = [card for card in game.pack if card.rank in "2345" or card is JOKER_CARD]
    hands = list(combinations(range(len(pack)), 7))
    codes = HouseWayCodes(game, "2345")  # type: ignore[arg-type]
    bits = [sum(card_bit(pack[at]) for at in hand) for hand in hands]
    found = codes.codes_of_hands(np.zeros(1, np.int64), Completions(np.array(bits)))[0]
    high, low = np.divmod(found, codes.low_count)
    apart = np.array([sum(1 << at for at in hand) for hand in hands])
    ways = np.zeros(3, np.int64)
    for at, own in enumerate(apart):
        there = (apart & own) == 0
        won = (low[at] > low[there]).astype(int) + (high[at] > high[there])
        ways += np.bincount(won, minlength=3)
    assert pai_gow_poker.count_wins(game, "2345") == ways.tolist()  # type: ignore[arg-type]


def test_batch_equals_single_hands() -> None:
    game, chance = open_game("pai-gow-poker", {}), Random(52)
    pack = [card for card in game.pack if card.rank in "A23456" or card is JOKER_CARD]
    codes = HouseWayCodes(game, "A23456")  # type: ignore[arg-type]
    hands = [chance.sample(pack, 7) for _ in range(300)]
    rest = Completions(np.array([sum(map(card_bit, hand)) for hand in hands]))
    found = codes.codes_of_hands(np.zeros(1, np.int64), rest)[0]
    every = [house_ways.set_seven_cards(game, hand).ranks for hand in hands]  # type: ignore[arg-type]
    by_rank = sorted(range(300), key=lambda at: every[at])
    low = found % codes.low_count
    for one, other in pairwise(by_rank):
        assert (low[one] < low[other]) == (every[one][0] < every[other][0])
        if every[one][0] == every[other][0]:
            assert (found[one] < found[other]) == (every[one] < every[other])


def test_47_111_commission_per_10_dollars() -> None:
    game = open_game("pai-gow", {})
    figures = stored_figures("pai-gow", game, Store(None, SHIPPED))
    own = {f.stake: f for f in figures if f.play == "mimic"}
    won = {stake: max(own[stake].chances) for stake in (500, 1000)}
    assert [float(gain) for gain in won.values()] == [0.9, 0.95]
    assert all(figure.dealer for figure in own.values())
