"""Pai Gow, articles 100 to 116: the set, the ranks of two tiles, the deal, the hands."""

import itertools
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from firmware.core.game.course import DEALER, Choice
from firmware.core.game.pack import GameRules
from firmware.core.game.pack_terms import BetOdds, CommissionShare, PackChoice, SeatLimit
from firmware.core.games.pai_gow import PaiGow
from firmware.core.games.super_pan_9 import PAN_9_PACK
from firmware.core.games.tile_ranks import TileCombination, two_tiles
from firmware.core.table.card_picker import CardEntry, keys_to_card
from firmware.core.table.rules import TableRules
from firmware.core.table.table import Table
from firmware.core.vocabulary.cards import FULL_PACK, JOKER_CARD, TILE_SET, Card, parse_card
from firmware.core.vocabulary.events import CardRead
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents, Odds
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.rulings import BetsLocked, FaultShown
from tests.kits.core.table_kit import Croupier, place, refusals, settled
from tests.kits.offenders import each

RULES = GameRules(
    seats=SeatLimit(7, "106"),
    decks=PackChoice(1, 1, 1, "100"),
    pays={"main": BetOdds(Odds(1, 1), "111")},
    commission={"main": CommissionShare(5, Cents(1000), "111")},
)
PAIRS = list(itertools.combinations(TILE_SET, 2))
"""Every two tiles of a set."""

DESCENDING = """
    4-2&2-1 / 6-6&6-6 / 1-1&1-1 / 4-4&4-4 / 3-1&3-1 / 5-5&5-5 / 3-3&3-3 / 2-2&2-2 / 6-5&6-5
    / 6-4&6-4 / 6-1&6-1 / 5-1&5-1 / 6-3&5-4 / 6-2&5-3 / 5-2&4-3 / 4-1&3-2
    / 6-6&5-4 6-6&6-3 / 1-1&5-4 1-1&6-3 / 6-6&6-2 6-6&5-3 6-6&4-4 / 1-1&6-2 1-1&5-3 1-1&4-4
"""
"""Article 101."""


def tiles(names: str) -> list[Card]:
    return [parse_card(name) for name in names.replace("&", " ").split()]


def pips(tile: Card) -> int:
    return sum(int(side) for side in tile.name.split("-"))


# 100 to 105: the set and what two tiles come to


def test_101_counts_among_496_pairs() -> None:
    assert len(PAIRS) == 496
    made = Counter(two_tiles(pair).combination for pair in PAIRS)
    assert made == {
        TileCombination.SUPREME: 1,
        TileCombination.PAIR: 11,
        TileCombination.MIXED: 4,
        TileCombination.WONG: 8,
        TileCombination.GONG: 16,
        TileCombination.POINTS: 456,
    }


def test_102_other_pairs_count_units_of_points() -> None:
    combined = {frozenset(tiles(hand)) for kind in DESCENDING.split("/") for hand in kind.split()}
    supreme = set(tiles("4-2 2-1"))
    plain = [p for p in PAIRS if frozenset(p) not in combined and supreme.isdisjoint(p)]
    assert len(plain) == 496 - 40 - 60
    for pair in plain:
        assert two_tiles(pair).hand_value == sum(map(pips, pair)) % 10
    lowest = min(two_tiles(tiles(hand)).hand_value for hand in DESCENDING.replace("/", " ").split())
    assert lowest > 9


@pytest.mark.parametrize("tile", ["4-2", "2-1"])
def test_103_lone_supreme_is_3_or_6(tile: str) -> None:
    for other in set(TILE_SET) - set(tiles("4-2 2-1")):
        worth = two_tiles([*tiles(tile), other]).hand_value
        assert worth == max((pips(other) + 3) % 10, (pips(other) + 6) % 10)


def test_rank_ignores_order_of_tiles() -> None:
    assert all(two_tiles(pair) == two_tiles(pair[::-1]) for pair in PAIRS)


# the table


class Dealer(Croupier):
    """Deals tiles, spot by spot, and keys decisions."""

    def __init__(self, **options: object) -> None:
        super().__init__(Table(PaiGow(RULES, options), TableRules(sensed=False)))

    def deal(self, first: str, bank: str) -> None:
        """Deal these hands to spot 1 and the bank, and the rest to the spots between."""
        left = Counter(TILE_SET) - Counter(tiles(first)) - Counter(tiles(bank))
        for tile in (*tiles(first), *left.elements(), *tiles(bank)):
            self.tell(CardRead(tile))

    def decide(self, spot: int, do: Key, low: str = "") -> tuple[Any, ...]:
        state = self.table.state
        state.key_entry = replace(state.key_entry, focus=spot, low=tuple(tiles(low)))
        return self.press(do)

    @property
    def asked(self) -> list[tuple[int, Key]]:
        return [(choice.spot, choice.do) for choice in self.choices]

    @property
    def choices(self) -> Sequence[Choice]:
        return self.table.state.game.choices


def dealt(own: str, bank: str, *, cents: int = 1500) -> Dealer:
    dealer = Dealer()
    dealer.bet_and_close(1, "main", cents)
    dealer.deal(own, bank)
    return dealer


STRONG, WEAK = "6-6 6-6 5-1 5-1", "4-1 6-4 3-2 6-5"
"""Two pairs; five points (4-1 6-4) and six."""


@pytest.mark.parametrize("deal", ["packets", "one-by-one"])
def test_112_four_tiles_a_spot_then_dealer(deal: str) -> None:
    dealer = Dealer(deal=deal)
    dealer.bet_and_close(3, "main")
    for tile in TILE_SET:
        dealer.tell(CardRead(tile))
    spots = [*range(1, 8), DEALER]
    packets = {spot: list(TILE_SET[4 * at : 4 * at + 4]) for at, spot in enumerate(spots)}
    in_rounds = {spot: list(TILE_SET[at::8]) for at, spot in enumerate(spots)}
    assert dealer.table.state.game.hands == (packets if deal == "packets" else in_rounds)
    assert dealer.asked == [(3, Key.SET_LOW_HAND), (3, Key.SURRENDER)]


def test_112_impossible_set_is_redealt() -> None:
    dealer = Dealer()
    said = [*dealer.chips(1, "main", 1000), *dealer.press(Key.NO_MORE_BETS)]
    assert any(isinstance(ruling, BetsLocked) for ruling in said)
    dealer.cards("6-6 5-4 6-6 4-1 2-1")
    (shown,) = dealer.card("6-6")
    assert isinstance(shown, FaultShown)
    assert shown.why == Text("no_result.tiles")
    table = dealer.table
    assert (dealer.phase, table.state.shoe.is_full, table.state.game.due.spot) == (
        Phase.ROUND,
        True,
        1,
    )
    dealer.deal(STRONG, WEAK)
    dealer.decide(1, Key.SET_LOW_HAND, "5-1 5-1")
    (line,) = settled(dealer.decide(DEALER, Key.SET_LOW_HAND, "4-1 6-4"))
    assert (line.outcome, line.bet.cents) == ("win", 1000)


def test_112_extra_tile_is_set_aside() -> None:
    dealer = dealt(STRONG, WEAK)
    assert refusals(dealer.card("6-6")) == ["why.no_card_due"]
    assert dealer.asked == [(1, Key.SET_LOW_HAND), (1, Key.SURRENDER)]


def test_113_high_may_equal_low() -> None:
    dealer = dealt("6-3 4-1 5-4 3-2", STRONG)
    dealer.decide(1, Key.SET_LOW_HAND, "6-3 4-1")
    assert dealer.asked[0] == (DEALER, Key.SET_LOW_HAND)


@each("low", ["", "6-6", "6-6 6-6"])
def test_113_banks_wrong_set_is_refused(low: str) -> None:
    dealer = dealt(WEAK, STRONG)
    dealer.decide(1, Key.SET_LOW_HAND, "4-1 6-4")
    assert refusals(dealer.decide(DEALER, Key.SET_LOW_HAND, low)) == ["why.bank_wrong_set"]


def test_115_surrender_before_bank_sets() -> None:
    (line,) = settled(dealt(STRONG, WEAK).decide(1, Key.SURRENDER))
    assert (line.outcome, line.returned, line.article) == ("surrender", 0, "115")
    dealer = dealt(STRONG, WEAK)
    dealer.decide(1, Key.SET_LOW_HAND, "5-1 5-1")
    assert dealer.asked == [(DEALER, Key.SET_LOW_HAND), (1, Key.SURRENDER)]
    assert dealer.table.state.game.cards.keys() == {"dealer"}
    (line,) = settled(dealer.decide(1, Key.SURRENDER))
    assert (line.outcome, line.article) == ("surrender", "115")
    assert "1" not in dealer.table.state.game.cards


def test_116_player_bank_bets_nothing() -> None:
    dealer = dealt(STRONG, WEAK)
    dealer.decide(1, Key.SURRENDER)
    dealer.chips(1, "main", 0)
    dealer.press(Key.CONFIRM)
    dealer.press(Key.CARDS_SHUFFLED)
    assert dealer.asked == [(1, Key.TAKE_BANK)]
    dealer.decide(1, Key.TAKE_BANK)
    refused = dealer.table.state.game.chips_refusal((place(1, "main"), None), Cents(1000))
    assert refused is not None
    assert refused.article == "116"


# what the dealer's hands turn to


def test_tile_is_keyed_by_sides_and_picked_up_to_twice() -> None:
    dealer = dealt(STRONG, WEAK)
    five_one, six_six = tiles("5-1 6-6")
    for tile, picks in ((five_one, 2), (six_six, 3)):
        for _ in range(picks):
            for key in (*keys_to_card(tile, TILE_SET), Key.PICK_CARD):
                assert refusals(dealer.press(key)) == []
    assert dealer.table.state.key_entry.low == (five_one, five_one)
    assert settled(dealer.press(Key.SET_LOW_HAND)) == []


@each("pack", [TILE_SET, PAN_9_PACK, (*FULL_PACK, JOKER_CARD)])
def test_all_cards_of_a_pack_and_no_others_are_selectable(pack: Sequence[Card]) -> None:
    for card in pack:
        entry = CardEntry(pack, chosen=True)
        for key in keys_to_card(card, pack):
            entry = entry.after_key(key)
        assert entry.card is card
    entry = CardEntry(pack)
    for key in range(500):
        entry = entry.after_key(Key.NEXT_SUIT if key % 3 else Key.NEXT_RANK)
        assert entry.card in pack
