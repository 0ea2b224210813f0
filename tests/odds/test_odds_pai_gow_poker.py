"""The second formulation of Pai gow poker: its house way hand by hand, and its figures."""

from random import Random

import numpy as np
import pytest

from firmware.core.vocabulary.cards import CARDS_BY_NAME, JOKER_CARD, Card
from firmware.odds import house_ways
from firmware.odds.odds import stored_figures
from firmware.odds.store import SHIPPED, Store
from firmware.shell.rules.rules import open_game
from tests.campaigns.odds import odds_pai_gow_poker
from tests.campaigns.odds.odds_pai_gow_poker import dealt, house_way

HANDS = 2_000
BEYOND = 4


def card(number: int) -> Card:
    return (
        JOKER_CARD
        if number == odds_pai_gow_poker.JOKER
        else CARDS_BY_NAME[f"{'23456789TJQKA'[number % 13]}{'SHDC'[number // 13]}"]
    )


def test_both_set_the_same_two_cards_apart() -> None:
    """The ranks of both hands are in the same order, hand for hand."""
    game, chance = open_game("pai-gow-poker", {}), Random(7)
    hands = [chance.sample(range(53), 7) for _ in range(HANDS)]
    low, high = house_way(np.array(hands))
    ours = [house_ways.set_seven_cards(game, list(map(card, hand))).ranks for hand in hands]  # type: ignore[arg-type]
    for at, theirs in enumerate((low.tolist(), high.tolist())):
        ranks: dict[int, object] = {}
        for hand, worth in zip(ours, theirs, strict=True):
            assert ranks.setdefault(worth, hand[at].strength) == hand[at].strength
        assert [ranks[worth] for worth in sorted(ranks)] == sorted(ranks.values())  # type: ignore[type-var]


def test_the_figure_is_what_deals_by_chance_bring() -> None:
    game = open_game("pai-gow-poker", {})
    figures = stored_figures("pai-gow-poker", game, Store(None, SHIPPED))
    (ev,) = (
        f.expected_profit for f in figures if (f.bet, f.play, f.stake) == ("main", "mimic", 1000)
    )
    found = dealt(500, seed=7)
    assert found.gain == pytest.approx(float(ev), abs=BEYOND * found.spread)
