"""Pai Gow: every four tiles of the player against every four of the dealer.

Equal tiles are one kind. The player makes the best setting against a dealer who follows the house
way; or he follows it himself.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from math import comb
from typing import Any, NamedTuple

import numpy as np

from firmware.core.games.pai_gow import PaiGow
from firmware.core.vocabulary.cards import TILES_BY_NAME, Card
from firmware.odds.dealer_hands import IntArray, RowArray
from firmware.odds.figure import BEST, Figure
from firmware.odds.house_ways import (
    HOUSE_WAY,
    HandSetting,
    allowed_settings,
    gains_by_stake,
    set_four_tiles,
)
from firmware.odds.pay_table_bets import profit_chances
from firmware.odds.strategies import stakes_shown

HAND_SIZE = 4
MIMIC_PLAY = "mimic"


class _TileHands(NamedTuple):
    """All hands of four tiles, as counts of each kind, one row each."""

    tiles_per_kind: IntArray
    kind_counts: RowArray
    hands: Sequence[Sequence[Card]]


def main(game: PaiGow) -> Iterator[Figure]:
    """At each stake, since the commission rises by steps (111)."""
    hands_and_settings = list(HandComparison(game).hands_with_settings())
    for stake, gains_by_wins in gains_by_stake(game, HAND_SIZE, stakes_shown(game), set_four_tiles):
        for play in (BEST, MIMIC_PLAY):
            totals_by_wins = [0, 0, 0]
            for count, hand_settings in hands_and_settings:
                best_setting = max(
                    hand_settings,
                    key=lambda win_counts: sum(
                        win_count * win_gain
                        for win_count, win_gain in zip(win_counts, gains_by_wins, strict=True)
                    ),
                )
                chosen_setting = best_setting if play == BEST else hand_settings[0]
                totals_by_wins = [
                    running_total + count * win_count
                    for running_total, win_count in zip(totals_by_wins, chosen_setting, strict=True)
                ]
            chances = profit_chances(zip(gains_by_wins, totals_by_wins, strict=True))
            yield Figure("main", chances, "main", play, stake, dealer=HOUSE_WAY)


WinCounts = list[int]
"""The dealer's hands against which it wins neither, one or both comparisons."""


class HandComparison:
    """The player's hands, each against all of the dealer's."""

    def __init__(self, game: PaiGow) -> None:
        self._odds_game = game
        self.tile_kinds = list(TILES_BY_NAME.values())
        self.tile_hands = _deal_tile_hands(game, self.tile_kinds)
        self._house_settings = [set_four_tiles(game, hand) for hand in self.tile_hands.hands]
        self._hand_counts = _count_hands(
            self.tile_hands.tiles_per_kind, self.tile_hands.kind_counts
        )
        low_ranks, high_ranks = zip(
            *(house_setting.ranks for house_setting in self._house_settings), strict=True
        )
        self._low_ranks, self._high_ranks = _rank_codes(low_ranks), _rank_codes(high_ranks)
        self._known_wins: dict[Any, RowArray] = {}

    def hands_with_settings(self) -> Iterator[tuple[int, list[WinCounts]]]:
        """Yield for each hand its count, and the win counts of each setting, the house way
        first.
        """
        hand_rows = zip(
            self.tile_hands.kind_counts,
            self.tile_hands.hands,
            self._house_settings,
            self._hand_counts,
            strict=True,
        )
        for hand_kinds, hand, house_setting, hand_count in hand_rows:
            dealer_counts = self.count_dealer_hands(hand_kinds)
            further_settings = {
                tile_setting.ranks: tile_setting
                for tile_setting in allowed_settings(self._odds_game, hand)
            }
            settings_by_ranks = {house_setting.ranks: house_setting} | further_settings
            yield (
                int(hand_count),
                [
                    self.win_counts(tile_setting, dealer_counts)
                    for tile_setting in settings_by_ranks.values()
                ],
            )

    def count_dealer_hands(self, hand_kinds: RowArray) -> IntArray:
        """Return how many of each of the dealer's hands remain without these tiles."""
        tiles_per_kind, kind_counts = self.tile_hands.tiles_per_kind, self.tile_hands.kind_counts
        dealer_hand_counts = self._hand_counts.copy()
        for tile_kind in np.flatnonzero(hand_kinds):
            count_before = _TILE_COMBINATIONS[tiles_per_kind[tile_kind], kind_counts[:, tile_kind]]
            count_after = _TILE_COMBINATIONS[
                tiles_per_kind[tile_kind] - hand_kinds[tile_kind], kind_counts[:, tile_kind]
            ]
            # exact: the count is a product of binomials, one for each kind
            dealer_hand_counts = dealer_hand_counts * count_after // count_before
        return dealer_hand_counts

    def win_counts(self, own_setting: HandSetting, dealer_counts: IntArray) -> WinCounts:
        hands_won = self._beats_dealer(own_setting, 0).astype(np.int8) + self._beats_dealer(
            own_setting, 1
        )
        return [int(dealer_counts[hands_won == count].sum()) for count in range(3)]

    def _beats_dealer(self, own_setting: HandSetting, hand_index: int) -> RowArray:
        """Return which of the dealer's low (0) or high (1) hands the setting beats, by the game's
        own rule.
        """
        distinct_ranks, rank_index = (self._low_ranks, self._high_ranks)[hand_index]
        known_key = hand_index, own_setting.ranks[hand_index]
        if known_key not in self._known_wins:
            beaten_ranks = [
                self._odds_game.beats(own_setting.ranks, (rank, rank))[hand_index]
                for rank in distinct_ranks
            ]
            self._known_wins[known_key] = np.array(beaten_ranks)[rank_index]
        return self._known_wins[known_key]


_TILE_COMBINATIONS = np.array(
    [[comb(copies, chosen) for chosen in range(HAND_SIZE + 1)] for copies in range(3)], np.int64
)


def _deal_tile_hands(game: PaiGow, tile_kinds: Sequence[Card]) -> _TileHands:
    tiles_per_kind = np.array([game.pack.count(tile) for tile in tile_kinds])
    kind_choices = combinations_with_replacement(range(len(tile_kinds)), HAND_SIZE)
    kind_counts = np.array([np.bincount(hand, minlength=len(tile_kinds)) for hand in kind_choices])
    kind_counts = kind_counts[(kind_counts <= tiles_per_kind).all(axis=1)]
    hands_of_tiles = [
        [tile_kinds[index] for index in np.repeat(np.arange(len(tile_kinds)), hand_kinds).tolist()]
        for hand_kinds in kind_counts
    ]
    return _TileHands(tiles_per_kind, kind_counts, hands_of_tiles)


def _count_hands(tiles_per_kind: IntArray, kind_counts: RowArray) -> IntArray:
    return np.asarray(np.prod(_TILE_COMBINATIONS[tiles_per_kind[None, :], kind_counts], axis=1))


def _rank_codes(ranks: Sequence[Any]) -> tuple[list[Any], IntArray]:
    """Return the distinct ranks, and the index of each hand's rank."""
    distinct_ranks = list(dict.fromkeys(ranks))
    rank_place = {rank: index for index, rank in enumerate(distinct_ranks)}
    return distinct_ranks, np.array([rank_place[rank] for rank in ranks])
