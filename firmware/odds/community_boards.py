"""The boards of hold'em: what every two cards make of five, and which dealers they beat there.

One board represents all that differ by a permutation of suits: 134,459 for 2,598,960. On it all
1,326 hands of two cards are ranked at once. Those of a dealer who has none of the player's cards
are counted by inclusion and exclusion: all hands below, minus those below with one of his cards.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np

from firmware.core.ranks import Combination, best_five
from firmware.core.vocabulary.cards import FULL_PACK
from firmware.odds.dealer_hands import IntArray, RowArray, all_hands, suit_classes
from firmware.odds.hand_strengths import HandStrengths, sum_hands

PACK_SIZE: Final = len(FULL_PACK)
HOLES: Final = all_hands(PACK_SIZE, 2)
"""Every two cards, one row each."""
HOLES_ON_BOARD: Final = 1081
"""Those without a card of a board."""
DEALER_HANDS: Final = 990
"""Those without a card of a board and of a player's two."""
BOARDS_PER_BATCH: Final = 256
"""Boards ranked in one batch, which bounds the memory."""
FLUSH_ON_BOARD: Final = 3
"""The cards of a suit without which no two others make a flush."""
NO_HAND: Final = -1
"""The code of two cards of which the board has one."""
PLACE_BITS: Final = 11

DEALER_CASES: Final = tuple((result, opens) for result in (1, 0, -1) for opens in (True, False))
"""What the dealer may hold: a hand that loses to the player's, ties or wins, and a pair or not."""


class BoardBatch(NamedTuple):
    """Some boards, one row each, and of every two cards a column."""

    boards: RowArray
    class_sizes: IntArray
    """How many boards each represents."""
    lines: RowArray
    """The combination of two cards with the board, as an index into `COMBINATIONS`."""
    codes: RowArray
    """Their strength together, NO_HAND if they have a card of the board's."""
    lowest_pair: int
    """The code of the lowest hand that has a pair or better."""

    @property
    def is_held(self) -> RowArray:
        """Whether two cards have none of the board's."""
        return np.asarray(self.codes != NO_HAND)

    def case_counts(self) -> list[RowArray]:
        """Return how many hands of the dealer are of each of DEALER_CASES; none against cards that
        can't be held.
        """
        below, up_to = _free_of_own_cards(*standings(self.codes), *_standings_by_card(self.codes))
        without_pair = _hands_without_pair(self.codes, self.lowest_pair)
        is_without_pair = self.codes < self.lowest_pair
        # a hand without a pair beats and ties only such hands
        beaten_closed = np.where(is_without_pair, below, without_pair)
        tied_closed = np.where(is_without_pair, up_to - below, 0)
        better_closed = without_pair - beaten_closed - tied_closed
        counts = (
            *(below - beaten_closed, beaten_closed),
            *(up_to - below - tied_closed, tied_closed),
            *(DEALER_HANDS - up_to - better_closed, better_closed),
        )
        return [case_count * self.is_held for case_count in counts]


COMBINATIONS: Final = tuple(Combination)


class CommunityBoards:
    """All boards, in batches."""

    def __init__(self) -> None:
        self._strengths = HandStrengths(best_five, 5, 7)
        ordered_ranks = self._strengths.ordered_ranks
        self._line_by_code = np.array(
            [COMBINATIONS.index(hand_rank.combination) for hand_rank in ordered_ranks], np.int8
        )
        self._lowest_pair = next(
            code
            for code, hand_rank in enumerate(ordered_ranks)
            if hand_rank.combination is not Combination.HIGH_CARD
        )
        self._hole_sums = sum_hands(FULL_PACK, HOLES)
        self._pair_sums, self._pair_of_hole = np.unique(
            self._hole_sums.rank_key_sums, return_inverse=True
        )

    def batches(self) -> Iterator[BoardBatch]:
        """Yield one board of each class."""
        boards, class_sizes = suit_classes(FULL_PACK, 5)
        for start in range(0, len(boards), BOARDS_PER_BATCH):
            part = slice(start, start + BOARDS_PER_BATCH)
            yield self.batch_of(boards[part], class_sizes[part])

    def batch_of(self, boards: RowArray, class_sizes: IntArray) -> BoardBatch:
        """Return these boards with all that two cards make of them."""
        codes = self._codes_on(boards)
        return BoardBatch(boards, class_sizes, self._line_by_code[codes], codes, self._lowest_pair)

    def _codes_on(self, boards: RowArray) -> RowArray:
        """Return the strength code of every two cards on each board."""
        board_sums = sum_hands(FULL_PACK, boards)
        by_pair = self._strengths.offsuit_codes(
            board_sums.rank_key_sums[:, None] + self._pair_sums[None, :]
        )
        codes = by_pair[:, self._pair_of_hole]
        for suit_bits, hole_bits in zip(
            board_sums.suit_bits, self._hole_sums.suit_bits, strict=True
        ):
            rows = np.flatnonzero(np.bitwise_count(suit_bits) >= FLUSH_ON_BOARD)
            flush_bits = suit_bits[rows, None] | hole_bits[None, :]
            codes[rows] = self._strengths.with_flushes(codes[rows], [flush_bits])
        has_card = np.zeros((len(boards), PACK_SIZE), bool)
        np.put_along_axis(has_card, boards.astype(np.int64), values=True, axis=1)
        codes[has_card[:, HOLES[:, 0]] | has_card[:, HOLES[:, 1]]] = NO_HAND
        return codes.astype(np.int32)


def standings(codes: RowArray) -> tuple[RowArray, RowArray]:
    """Return of each code how many of its row are lower, and how many are no higher."""
    width = codes.shape[1]
    places = np.arange(width, dtype=np.int32)
    keys = (codes << PLACE_BITS) + places
    keys.sort(axis=1)
    order, in_order = (keys & ((1 << PLACE_BITS) - 1)).astype(np.int64), keys >> PLACE_BITS
    is_step = in_order[:, 1:] != in_order[:, :-1]
    starts = np.zeros_like(in_order)
    starts[:, 1:] = np.where(is_step, places[1:], 0)
    ends = np.full_like(in_order, width)
    ends[:, :-1] = np.where(is_step, places[1:], width)
    lower, no_higher = np.empty_like(in_order), np.empty_like(in_order)
    np.put_along_axis(lower, order, np.maximum.accumulate(starts, axis=1), axis=1)
    ends = np.minimum.accumulate(ends[:, ::-1], axis=1)[:, ::-1]
    np.put_along_axis(no_higher, order, ends, axis=1)
    return lower, no_higher


HOLES_WITH_CARD: Final = np.array(
    [np.flatnonzero(np.any(card == HOLES, axis=1)) for card in range(PACK_SIZE)]
)
"""For each card the 51 holes that have it."""
CARDS_BESIDE: Final = HOLES_WITH_CARD.shape[1]
PLACES_BY_CARD: Final = np.argsort(HOLES_WITH_CARD.ravel(), kind="stable").reshape(-1, 2)
"""For each hole its places among the holes of its first card and of its second."""


def _by_own_cards(values_by_card: RowArray) -> RowArray:
    """Return for each hole the sum of the values that it has among the holes of its two cards."""
    return np.asarray(
        values_by_card[:, PLACES_BY_CARD[:, 0]] + values_by_card[:, PLACES_BY_CARD[:, 1]]
    )


def _standings_by_card(codes: RowArray) -> tuple[RowArray, RowArray]:
    """Return for each hole how many with one of its cards are lower, and no higher."""
    rows = codes[:, HOLES_WITH_CARD].reshape(-1, CARDS_BESIDE)
    lower, no_higher = (counts.reshape(len(codes), -1) for counts in standings(rows))
    return _by_own_cards(lower), _by_own_cards(no_higher)


def _free_of_own_cards(
    lower: RowArray, no_higher: RowArray, lower_own: RowArray, no_higher_own: RowArray
) -> tuple[RowArray, RowArray]:
    """Return the dealer's hands below each hole, and those up to it, without its cards and those of
    the board. The holes that nobody can hold are lowest: five have any one card.
    """
    blocked, blocked_with_card = len(HOLES) - HOLES_ON_BOARD, 5
    below = (lower - blocked) - (lower_own - 2 * blocked_with_card)
    # the hole itself has both its cards
    return below, (no_higher - blocked) - (no_higher_own - 2 * blocked_with_card) + 1


def _hands_without_pair(codes: RowArray, lowest_pair: int) -> RowArray:
    """Return for each hole how many hands of the dealer, without its cards, have no pair."""
    is_without = (codes != NO_HAND) & (codes < lowest_pair)
    with_card = is_without[:, HOLES_WITH_CARD].sum(axis=2, dtype=np.int32)
    own = with_card[:, HOLES[:, 0]] + with_card[:, HOLES[:, 1]] - is_without
    return np.asarray(is_without.sum(axis=1, dtype=np.int32)[:, None] - own)
