"""A decision table for hands of a few cards that a person can read.

Hands are grouped by shape, that is which ranks are equal, and by the number of suited cards. A row
of a group has all of its hands, or those from a rank on, or a list of the fewer ones and then the
rest. Its text is `shape|suits|ranks`; the message keys have names for the first two.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from firmware.core.vocabulary.cards import Card
from firmware.odds.figure import AdviceRow

HIGHEST_FIRST: Final = "AKQJT98765432"
REMAINING_HANDS: Final = "others"
EVERY_HAND: Final = "||"

RankShape = str
"""The number of cards of each rank, most first: `211` is a pair and two single cards."""
HandRanks = str
"""The ranks of a hand, most cards first, then the highest first."""
DecisionByRanks = dict[HandRanks, str]


def decision_rows(decision_by_hand: Mapping[Sequence[Card], str]) -> tuple[AdviceRow, ...]:
    """Return the rows. Equal ranks and suits with different decisions get all of these
    decisions.
    """
    if len(set(decision_by_hand.values())) == 1:
        return (AdviceRow(EVERY_HAND, *set(decision_by_hand.values())),)
    shapes_found: dict[RankShape, dict[int, DecisionByRanks]] = {}
    for hand, decision in decision_by_hand.items():
        hand_ranks, suited_count = (
            _ordered_ranks(hand),
            max(Counter(card.suit for card in hand).values()),
        )
        rank_shape = "".join(str(hand_ranks.count(rank)) for rank in dict.fromkeys(hand_ranks))
        decision_by_ranks = shapes_found.setdefault(rank_shape, {}).setdefault(suited_count, {})
        # hands of equal ranks and suits may differ in which cards are suited
        decision_by_ranks[hand_ranks] = "/".join(
            sorted({*decision_by_ranks.get(hand_ranks, decision).split("/"), decision})
        )
    return tuple(
        advice_row
        for rank_shape in sorted(shapes_found, reverse=True)
        for advice_row in _shape_rows(rank_shape, shapes_found)
    )


def _ordered_ranks(hand: Sequence[Card]) -> HandRanks:
    rank_counts = Counter(card.rank for card in hand)
    return "".join(
        sorted(
            rank_counts.elements(),
            key=lambda hand_rank: (-rank_counts[hand_rank], HIGHEST_FIRST.index(hand_rank)),
        )
    )


def _shape_rows(
    rank_shape: RankShape, shapes_found: Mapping[RankShape, Mapping[int, DecisionByRanks]]
) -> Iterator[AdviceRow]:
    """Yield the rows of a shape; numbers of suited cards with equal decisions share rows."""
    decisions_by_suits = shapes_found[rank_shape]
    for decision_by_ranks, equal_counts in groupby(
        sorted(decisions_by_suits, reverse=True), decisions_by_suits.__getitem__
    ):
        suited_counts = list(equal_counts)
        suits_text = (
            ""
            if len(suited_counts) == len(decisions_by_suits)
            else ",".join(map(str, suited_counts))
        )
        for hand_ranks, decision in _divide_ranks(rank_shape, decision_by_ranks):
            yield AdviceRow(f"{rank_shape}|{suits_text}|{hand_ranks}", decision)


def _divide_ranks(
    rank_shape: RankShape, decision_by_ranks: DecisionByRanks
) -> Iterator[tuple[str, str]]:
    """Yield the ranks of each decision in a group, the fewer ones first."""
    ranks_by_decision: dict[str, list[HandRanks]] = {}
    for hand_ranks in sorted(
        decision_by_ranks,
        key=lambda ranks_entry: [HIGHEST_FIRST.index(hand_rank) for hand_rank in ranks_entry],
    ):
        ranks_by_decision.setdefault(decision_by_ranks[hand_ranks], []).append(hand_ranks)
    if len(ranks_by_decision) == 1:
        (decision,) = ranks_by_decision
        yield "", decision
    elif (rank_bounds := _rank_bounds(rank_shape, ranks_by_decision)) is not None:
        yield from rank_bounds
    else:
        *listed_groups, (common_decision, _) = sorted(
            ranks_by_decision.items(), key=lambda decision_group: len(decision_group[1])
        )
        yield from ((" ".join(hand_ranks), decision) for decision, hand_ranks in listed_groups)
        yield REMAINING_HANDS, common_decision


def _rank_bounds(
    rank_shape: RankShape, ranks_by_decision: Mapping[str, list[HandRanks]]
) -> list[tuple[str, str]] | None:
    """Return two groups divided at a rank of the first cards; None if no rank divides them."""
    group_size = int(rank_shape[0])
    first_ranks = {
        decision: [hand_ranks[0] for hand_ranks in group_ranks]
        for decision, group_ranks in ranks_by_decision.items()
    }
    (high_decision, ranks_above), (low_decision, ranks_below), *further_groups = first_ranks.items()
    # a bound on one single card says nothing of the others: such hands are listed
    if (
        group_size == 1
        or further_groups
        or _lowest_place(ranks_above) >= _highest_place(ranks_below)
    ):
        return None
    lowest_above, highest_below = (
        HIGHEST_FIRST[rank_place] * group_size
        for rank_place in (_lowest_place(ranks_above), _highest_place(ranks_below))
    )
    return [(f"≥ {lowest_above}", high_decision), (f"≤ {highest_below}", low_decision)]


def _lowest_place(hand_ranks: Collection[str]) -> int:
    return max(map(HIGHEST_FIRST.index, hand_ranks))


def _highest_place(hand_ranks: Collection[str]) -> int:
    return min(map(HIGHEST_FIRST.index, hand_ranks))
