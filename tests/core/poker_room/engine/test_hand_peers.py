"""The hands of the room's games beside an independent library: who wins, high and low."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from pokerkit import (
    EightOrBetterLowHand,
    OmahaEightOrBetterLowHand,
    OmahaHoldemHand,
    RegularLowHand,
    StandardHighHand,
)

from firmware.core.poker_room.engine.hands import BestHand, best_high_hand, best_low_hand
from firmware.core.poker_room.engine.state import PlayerHand, PokerGame
from firmware.core.poker_room.engine.variants import VARIANTS
from firmware.core.vocabulary.cards import FULL_PACK, Card
from firmware.core.vocabulary.money import Cents
from tests.kits.examples import examples

DEALS = examples(30, 20_000)

CASES: list[tuple[str, Callable[..., BestHand | None], Any]] = [
    ("holdem", best_high_hand, StandardHighHand),
    ("omaha", best_high_hand, OmahaHoldemHand),
    ("omaha-hi-lo", best_low_hand, OmahaEightOrBetterLowHand),
    ("stud", best_high_hand, StandardHighHand),
    ("stud-hi-lo", best_low_hand, EightOrBetterLowHand),
    ("razz", best_low_hand, RegularLowHand),
]


def written(cards: tuple[Card, ...]) -> str:
    return "".join(card.rank + card.suit.lower() for card in cards)


def dealt(poker: str, chance: Random) -> PokerGame:
    """Return a showdown of two hands, on one board or with cards of their own."""
    variant, cards = VARIANTS[poker], iter(chance.sample(FULL_PACK, 20))

    def take(count: int) -> tuple[Card, ...]:
        return tuple(next(cards) for _ in range(count))

    hands = {
        spot: PlayerHand(
            Cents(0), shown=take(variant.hole_cards), up=take(4 if variant.stud else 0)
        )
        for spot in (1, 2)
    }
    return PokerGame(1, hands, board=take(0 if variant.stud else 5))


def peer(kind: Any, game: PokerGame, spot: int) -> Any:
    """Return the library's hand, None if it is none."""
    hand = game.hands[spot]
    return kind.from_game_or_none(written((*hand.shown, *hand.up)), written(game.board))


def order(one: Any, other: Any) -> int:
    """Return how two hands compare; one that is none is below."""
    if one is None or other is None:
        return (one is not None) - (other is not None)
    return int(one > other) - int(one < other)


@pytest.mark.parametrize(("poker", "best", "kind"), CASES, ids=[case[0] for case in CASES])
def test_same_hand_wins(poker: str, best: Callable[..., BestHand | None], kind: Any) -> None:
    chance, variant = Random(poker), VARIANTS[poker]
    for _ in range(DEALS):
        game = dealt(poker, chance)
        one, two = (best(variant, game, game.hands[spot]) for spot in (1, 2))
        ours = order(one and one.strength, two and two.strength)
        assert ours == order(peer(kind, game, 1), peer(kind, game, 2)), game
