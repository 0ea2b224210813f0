"""Tables of decisions: each hand finds its own decision in the rows."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.core.vocabulary.cards import FULL_PACK, Card, parse_card
from firmware.odds.decision_table import HIGHEST_FIRST, REMAINING_HANDS, decision_rows
from firmware.odds.figure import AdviceRow

FEW = [card for card in FULL_PACK if card.rank in "23TA" and card.suit != "C"]


def hand(names: str) -> tuple[Card, ...]:
    return tuple(map(parse_card, names.split()))


def ranks_of(cards: Sequence[Card]) -> str:
    counts = Counter(card.rank for card in cards)
    return "".join(sorted(counts.elements(), key=lambda r: (-counts[r], HIGHEST_FIRST.index(r))))


def looked_up(rows: Sequence[AdviceRow], cards: Sequence[Card]) -> str:
    """Return what a reader of the table does, who goes down the rows."""
    ranks = ranks_of(cards)
    shape = "".join(str(ranks.count(rank)) for rank in dict.fromkeys(ranks))
    suited = str(max(Counter(card.suit for card in cards).values()))
    first = HIGHEST_FIRST.index(ranks[0])
    for row in rows:
        of, suits, named = row.hand.split("|")
        if of in ("", shape) and (not suits or suited in suits.split(",")):
            bound = HIGHEST_FIRST.index(named[-1]) if named[:1] in ("≥", "≤") else 0
            if (
                named in ("", REMAINING_HANDS)
                or (named[0] == "≥" and first <= bound)
                or (named[0] == "≤" and first >= bound)
                or ranks in named.split(" ")
            ):
                return row.decision
    raise AssertionError(f"no row has {cards}")


@settings(max_examples=30)
@given(
    size=st.sampled_from([3, 4]),
    suits=st.sets(st.integers(1, 4)),
    pairs=st.integers(0, 12),
    ranks_held=st.sets(st.sampled_from("AT32")),
)
def test_every_hand_finds_its_decision(
    size: int, suits: set[int], pairs: int, ranks_held: set[str]
) -> None:
    def decided(cards: Sequence[Card]) -> str:
        ranks = ranks_of(cards)
        if ranks[0] == ranks[1]:
            return "keep" if HIGHEST_FIRST.index(ranks[0]) <= pairs else "withdraw"
        suited = max(Counter(card.suit for card in cards).values())
        return "keep" if suited in suits or ranks_held <= set(ranks) else "withdraw"

    hands = {cards: decided(cards) for cards in combinations(FEW, size)}
    rows = decision_rows(hands)
    assert [cards for cards, do in hands.items() if looked_up(rows, cards) != do] == []


@pytest.mark.parametrize(
    ("hands", "rows"),
    [
        ({"AS KS": "keep", "2S 3H": "keep"}, [("||", "keep")]),
        (
            {"TS TH 2S": "keep", "TS TH AS": "keep", "9S 9H AS": "withdraw"},
            [("21||≥ TT", "keep"), ("21||≤ 99", "withdraw")],
        ),
        (
            {"AS KS QS": "keep", "AS KH QS": "withdraw", "AS KH QD": "withdraw"},
            [("111|3|", "keep"), ("111|2,1|", "withdraw")],
        ),
        (
            {"5S 3H 2D": "withdraw", "5S 4H 2D": "keep", "5S 4H 3D": "keep"},
            [("111||532", "withdraw"), ("111||others", "keep")],
        ),
        (
            {"5S 3S 2D": "keep", "5S 3H 2S": "withdraw", "5S 4H 2H": "keep", "5S 4H 3H": "keep"},
            [("111||532", "keep/withdraw"), ("111||others", "keep")],
        ),
    ],
)
def test_table_is_minimal_for_groups(hands: dict[str, str], rows: list[tuple[str, str]]) -> None:
    assert list(decision_rows({hand(names): do for names, do in hands.items()})) == rows
