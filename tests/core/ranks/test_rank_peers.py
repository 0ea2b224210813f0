"""Random hands of five and seven cards, beside two evaluators of others."""

import pytest

from firmware.core.ranks import Rank, best_five, five_cards
from firmware.core.vocabulary.cards import Card
from tests.kits.core.plain_ranks import Ranking, hands, out_of_order
from tests.kits.examples import examples

DEALT = examples(2_500, 100_000)
TOPS = {10: "straight_flush", 166: "four_of_a_kind", 322: "full_house", 1599: "flush",
        1609: "straight", 2467: "three_of_a_kind", 3325: "two_pairs", 6185: "pair",
        7462: "high_card"}  # fmt: skip
"""Both number the 7462 hands from the best; a combination's last one here."""


def theirs(card: Card) -> str:
    return card.rank + card.suit.lower()


def combination(number: int) -> str:
    return "royal_flush" if number == 1 else next(TOPS[top] for top in TOPS if number <= top)


def disagreements(both: list[tuple[Rank, int]]) -> list[object]:
    """Return hands that the peer calls or orders otherwise."""
    misnamed = [pair for pair in both if pair[0].combination != combination(pair[1])]
    return misnamed or out_of_order((rank, -number) for rank, number in both)


@pytest.mark.parametrize(("rank", "size"), [(five_cards, 5), (best_five, 7)])
def test_phevaluator_agrees(rank: Ranking, size: int) -> None:
    reason = "phevaluator is not installed"
    evaluate = pytest.importorskip("phevaluator", reason=reason).evaluate_cards
    dealt = hands(size, DEALT, seed=size)
    assert not disagreements([(rank(cards), evaluate(*map(theirs, cards))) for cards in dealt])


@pytest.mark.parametrize(("rank", "size"), [(five_cards, 5), (best_five, 7)])
def test_treys_agrees(rank: Ranking, size: int) -> None:
    treys = pytest.importorskip("treys", reason="treys is not installed")
    evaluator, new = treys.Evaluator(), treys.Card.new
    dealt = hands(size, DEALT, seed=size)
    assert not disagreements(
        [(rank(cards), evaluator.evaluate([new(theirs(c)) for c in cards], [])) for cards in dealt]
    )
