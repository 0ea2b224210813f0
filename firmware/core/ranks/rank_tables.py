"""Ranking by table: the sum of the cards' keys identifies the hand, in any order of its cards.

A sum of rank keys counts the cards of every rank, a sum of suit keys those of every suit. Each
nearly always fits in one digit of Python's integers, which makes adding and looking up fast. Seven
cards are looked up in lists, by the place of their ranks and by sums of smaller keys: a dict of as
many hands would not fit in a processor's cache.
"""

from collections import Counter
from collections.abc import Callable, Collection
from functools import cache
from itertools import combinations_with_replacement
from typing import Final

from firmware.core.ranks.place_index import empty_rows, place_by_key_sum
from firmware.core.ranks.rank import Rank
from firmware.core.ranks.scale import RANKS_ASCENDING, RankingScale
from firmware.core.vocabulary.cards import (
    CARD_SUITS,
    FLUSH_KEYS,
    JOKER_KEY,
    RANK_DIGITS,
    RANK_FIELD_BITS,
    RANK_KEY_BASE,
    RANK_KEYS,
    SUIT_BITS,
    SUIT_KEYS,
    Card,
)

SEVEN_CARDS: Final = 7
FLUSH_SIZE: Final = 5
FIELD_MASK: Final = (1 << RANK_FIELD_BITS) - 1


class RankTable(dict[int, Rank]):
    """Ranks by the sum of rank keys, each computed at its first use."""

    def __init__(self, ranking_scale: RankingScale, max_cards: int, *, is_suited: bool) -> None:
        super().__init__()
        self.ranking_scale, self.max_cards, self.is_suited = ranking_scale, max_cards, is_suited

    def __missing__(self, rank_key_sum: int) -> Rank:
        self[rank_key_sum] = rank = self.compute_rank(rank_key_sum)
        return rank

    def better_with_flush(self, best_rank: Rank, flush_key: int, cards: Collection[Card]) -> Rank:
        """Return the better rank: `best_rank`, or that of the cards in the suit of this
        flush key.
        """
        flush_rank = self[sum([card.rank_key for card in cards if card.suit_key & flush_key])]
        return flush_rank if flush_rank.strength > best_rank.strength else best_rank

    def compute_rank(self, rank_key_sum: int) -> Rank:
        """Return the best rank among these cards. Raises ValueError for too few or too many."""
        ranks, hand_size = ranks_in_sum(rank_key_sum), self.ranking_scale.hand_size
        if rank_key_sum >= JOKER_KEY or not hand_size <= len(ranks) <= self.max_cards:
            raise _hand_size_error(self, len(ranks))
        if len(ranks) == hand_size:
            return self.ranking_scale.rank(ranks, is_suited=self.is_suited)
        return max(self[rank_key_sum - RANK_KEYS[rank]] for rank in set(ranks))


class JokerTable(RankTable):
    """The same for hands of which one card may be the joker."""

    def compute_rank(self, rank_key_sum: int) -> Rank:
        """Article 39: the joker is an ace or a missing card, whichever ranks highest."""
        if rank_key_sum < JOKER_KEY:
            return super().compute_rank(rank_key_sum)
        ranks = ranks_in_sum(rank_key_sum - JOKER_KEY)
        if rank_key_sum >= 2 * JOKER_KEY or len(ranks) != self.ranking_scale.hand_size - 1:
            raise _hand_size_error(self, len(ranks))
        joker_ranks = (set(RANKS_ASCENDING) - set(ranks)) | {"A"}
        return max(
            self.ranking_scale.rank(ranks + rank, is_suited=self.is_suited) for rank in joker_ranks
        )


def ranks_in_sum(rank_key_sum: int) -> str:
    """Return the ranks of the cards of a sum of rank keys, the joker apart."""
    return "".join(
        rank
        * (
            (rank_key_sum >> RANK_FIELD_BITS * digit_field & FIELD_MASK)
            // RANK_KEY_BASE**rank_place
            % RANK_KEY_BASE
        )
        for digit_field, field_ranks in enumerate(RANK_DIGITS)
        for rank_place, rank in enumerate(field_ranks)
    )


def _hand_size_error(rank_table: RankTable, card_count: int) -> ValueError:
    """Return the error; it omits the cards, which may not be public yet."""
    hand_size, max_cards = rank_table.ranking_scale.hand_size, rank_table.max_cards
    return ValueError(f"{card_count} cards that are no hand of {hand_size} to {max_cards}")


HandRanking = Callable[[Collection[Card]], Rank]


def make_ranking(
    ranking_scale: RankingScale,
    max_cards: int | None = None,
    rank_table: type[RankTable] = RankTable,
) -> HandRanking:
    """Return a function that ranks the best hand of the scale within `max_cards`."""
    max_cards = max_cards or ranking_scale.hand_size
    offsuit_ranks, suited_ranks = (
        rank_table(ranking_scale, max_cards, is_suited=False),
        rank_table(ranking_scale, max_cards, is_suited=True),
    )
    flush_keys = _flush_keys_by_sum(ranking_scale.hand_size)

    def rank(cards: Collection[Card]) -> Rank:
        rank_key_sum, suit_key_sum = 0, 0
        for card in cards:
            rank_key_sum += card.rank_key
            suit_key_sum += card.suit_key
        best_rank, flush_key = offsuit_ranks[rank_key_sum], flush_keys[suit_key_sum]
        return (
            suited_ranks.better_with_flush(best_rank, flush_key, cards) if flush_key else best_rank
        )

    # the two sizes that are ranked by the million have functions of their own
    match max_cards:
        case 5:
            return _five_card_ranking(offsuit_ranks, rank)
        case 7:
            return _seven_card_ranking(offsuit_ranks, suited_ranks, rank)
        case _:
            return rank


@cache
def _flush_keys_by_sum(hand_size: int) -> list[int]:
    """Return, by the sum of suit keys, the key of the suit with enough cards for a flush; 0 for
    none.
    """
    flush_keys = [0] * (1 << SUIT_BITS * len(SUIT_KEYS))
    for suit_key in SUIT_KEYS.values():
        for suit_key_sum in range(len(flush_keys)):
            if suit_key_sum // suit_key % (1 << SUIT_BITS) >= hand_size:
                flush_keys[suit_key_sum] = suit_key
    return flush_keys


def _five_card_ranking(offsuit_ranks: RankTable, rank: HandRanking) -> HandRanking:
    """Return a ranking equal to `rank`, without its loop for hands of five cards."""

    def rank_five(cards: Collection[Card]) -> Rank:
        try:
            first, second, third, fourth, fifth = cards
        except ValueError:
            return rank(cards)
        if (
            suit := first.suit_key & second.suit_key
        ) and suit & third.suit_key & fourth.suit_key & fifth.suit_key:
            return rank(cards)
        return offsuit_ranks[
            first.rank_key + second.rank_key + third.rank_key + fourth.rank_key + fifth.rank_key
        ]

    return rank_five


def _seven_card_ranking(
    offsuit_ranks: RankTable, suited_ranks: RankTable, rank: HandRanking
) -> HandRanking:
    """Return a ranking equal to `rank`, without its loop for hands of seven cards."""
    flush_keys, place_by_sum = _seven_card_flush_keys(), place_by_key_sum(SEVEN_CARDS)
    known_ranks: list[list[Rank | None]] = empty_rows(SEVEN_CARDS, None)

    def rank_seven(cards: Collection[Card]) -> Rank:
        try:
            first, second, third, fourth, fifth, sixth, seventh = cards
            place_key_sum = (
                first.place_key + second.place_key + third.place_key + fourth.place_key
                + fifth.place_key + sixth.place_key + seventh.place_key
            )  # fmt: skip
            best_rank = known_ranks[place_key_sum >> RANK_FIELD_BITS][
                place_by_sum[place_key_sum & FIELD_MASK]
            ]
        # another number of cards, or the joker: the general function decides, or raises
        except (ValueError, IndexError):
            return rank(cards)
        if best_rank is None:
            best_rank = compute_and_store(place_key_sum, cards)
        flush_key = flush_keys[
            first.flush_key + second.flush_key + third.flush_key + fourth.flush_key
            + fifth.flush_key + sixth.flush_key + seventh.flush_key
        ]  # fmt: skip
        return (
            suited_ranks.better_with_flush(best_rank, flush_key, cards) if flush_key else best_rank
        )

    def compute_and_store(place_key_sum: int, cards: Collection[Card]) -> Rank:
        best_rank = offsuit_ranks.compute_rank(sum(card.rank_key for card in cards))
        known_ranks[place_key_sum >> RANK_FIELD_BITS][place_by_sum[place_key_sum & FIELD_MASK]] = (
            best_rank
        )
        return best_rank

    return rank_seven


def _seven_card_flush_keys() -> list[int]:
    """Return, by the sum of seven flush keys, the key of the suit with five cards or more; 0 for
    none.
    """
    flush_keys = [0] * (SEVEN_CARDS * max(FLUSH_KEYS.values()) + 1)
    for hand_suits in combinations_with_replacement(CARD_SUITS, SEVEN_CARDS):
        suit, equal_cards = Counter(hand_suits).most_common(1)[0]
        if equal_cards >= FLUSH_SIZE:
            flush_keys[sum(map(FLUSH_KEYS.__getitem__, hand_suits))] = SUIT_KEYS[suit]
    return flush_keys
