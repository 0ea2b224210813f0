"""Players who set two hands: the house way, or four tiles as brings most."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Final, cast

from firmware.core.game.course import Decision
from firmware.core.game.game import Game
from firmware.core.games.pai_gow import PaiGow
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import NOMINAL_STAKE
from firmware.odds import house_ways
from firmware.odds.dealer_hands import IntArray
from firmware.odds.house_ways import HandSetting, allowed_settings, gains_by_stake, set_four_tiles
from firmware.odds.pai_gow import HAND_SIZE, HandComparison
from tests.campaigns.odds.odds_rounds import Decide
from tests.kits.quebec import open_game

SETS: Final[Mapping[str, house_ways.SetHouseWay]] = {
    "pai-gow": house_ways.set_four_tiles,
    "pai-gow-poker": house_ways.set_seven_cards,
}


def two_hands(set_hand: house_ways.SetHouseWay) -> Decide:
    """Return who sets every hand, the dealer's too, the house way."""

    def decide(game: Game) -> None:
        choice = next(one for one in game.choices if one.do is Key.SET_LOW_HAND)
        cards = game.hands[choice.spot]  # type: ignore[attr-defined]
        game.decide(Decision(choice, low_hand=set_hand(game, cards).low_hand))

    return decide


class BestOfTiles:
    """Sets four tiles as brings most against a dealer who sets his the house way."""

    def __init__(self) -> None:
        self._lows = cache(self._found)

    def __call__(self, game: Game) -> None:
        """Set the hand of the first spot so, and the dealer's the house way."""
        choice = next(one for one in game.choices if one.do is Key.SET_LOW_HAND)
        cards = game.hands[choice.spot]  # type: ignore[attr-defined]
        low = (
            self._lows()[_names(cards)]
            if choice.spot
            else _names(set_four_tiles(game, cards).low_hand)
        )
        game.decide(Decision(choice, low_hand=_picked(cards, low)))

    def _found(self) -> dict[tuple[str, ...], tuple[str, ...]]:
        """Return by the names of four tiles those of the low hand."""
        game = cast("PaiGow", open_game("pai-gow", {}))
        compared = HandComparison(game)
        ((_, won),) = gains_by_stake(game, HAND_SIZE, [NOMINAL_STAKE], set_four_tiles)
        found = {}
        for row, hand in zip(
            compared.tile_hands.kind_counts, compared.tile_hands.hands, strict=True
        ):
            against = compared.count_dealer_hands(row)

            def worth(one: HandSetting, against: IntArray = against) -> Fraction:
                ends = compared.win_counts(one, against)
                return sum((n * gain for n, gain in zip(ends, won, strict=True)), Fraction(0))

            found[_names(hand)] = _names(max(allowed_settings(game, hand), key=worth).low_hand)
        return found


def _names(cards: Iterable[Card]) -> tuple[str, ...]:
    return tuple(sorted(card.name for card in cards))


def _picked(cards: Sequence[Card], names: Sequence[str]) -> list[Card]:
    """Return cards of these names, each one once."""
    left = list(cards)
    return [
        left.pop(next(at for at, card in enumerate(left) if card.name == name)) for name in names
    ]
