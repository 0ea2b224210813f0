"""The facts of named cards, against a second wording of each and published counts of hands."""

from collections import Counter
from itertools import combinations, islice

from firmware.core.game.card_facts import card_facts
from firmware.core.ranks import five_cards, four_cards, three_cards
from firmware.core.vocabulary.cards import FULL_PACK, parse_card
from tests.kits.offenders import each


@each(
    "cards, facts",
    [
        ("AS 2S 3S", {"in_a_row": True, "suits": 1, "total": 16, "hand": "straight_flush"}),
        ("QS KH AD", {"in_a_row": True, "colours": 2, "total": 21, "hand": "straight"}),
        ("KS AH 2D", {"in_a_row": False, "low": 2, "high": 14, "hand": "high_card"}),
        ("8S 8S 8S", {"ranks": 1, "suits": 1, "pair": True, "hand": "three_of_a_kind"}),
        ("TH JH", {"hand": "high_card", "total": 20, "colours": 1}),
        ("AS AH", {"pair": True, "total": 12, "hand": "pair"}),
        ("TS JS QS KS AS", {"hand": "royal_flush"}),
        ("2S 2H 2D KS KH", {"hand": "full_house", "ranks": 2}),
        ("2S 3S 4S 5S", {"hand": "straight_flush"}),
        ("2S 2H 2D 2C 9H 9S", {"hand": "four_of_a_kind"}),
    ],
)
def test_facts_of_a_set(cards: str, facts: dict[str, object]) -> None:
    found = card_facts([parse_card(name) for name in cards.split()])
    assert {name: found[name] for name in facts} == facts


def test_hands_are_the_poker_games_own() -> None:
    """The names that Three Card, Four Card and Caribbean Stud rank alike, over sampled hands."""
    for size, ranking in ((3, three_cards), (4, four_cards), (5, five_cards)):
        for cards in islice(combinations(FULL_PACK, size), 0, None, 997):
            assert card_facts(cards)["hand"] == ranking(cards).combination.value


def test_hands_of_three_cards_are_as_many_as_in_the_books() -> None:
    """Three Card Poker's counts: 48 straight flushes, 52 trips, 720, 1 096, 3 744, 16 440."""
    counts = Counter(card_facts(cards)["hand"] for cards in combinations(FULL_PACK, 3))
    assert counts == {
        "straight_flush": 48,
        "three_of_a_kind": 52,
        "straight": 720,
        "flush": 1096,
        "pair": 3744,
        "high_card": 16440,
    }
