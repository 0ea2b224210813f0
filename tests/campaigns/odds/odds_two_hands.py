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
from firmware.core.vocabulary.money import NOMINAL
from firmware.odds import house_ways
from firmware.odds.against import Ints
from firmware.odds.house_ways import Setting, gains, of_four, settings
from firmware.odds.pai_gow import SIZE, Compared
from firmware.shell.rules.rules import open_game
from tests.campaigns.odds.odds_rounds import Decide

SETS: Final[Mapping[str, house_ways.SetHand]] = {
    "pai-gow": house_ways.of_four,
    "pai-gow-poker": house_ways.of_seven,
}


def two_hands(set_hand: house_ways.SetHand) -> Decide:
    """Return who sets every hand, the dealer's too, the house way."""

    def decide(game: Game) -> None:
        choice = next(one for one in game.choices if one.do is Key.SET)
        cards = game.hands[choice.spot]  # type: ignore[attr-defined]
        game.decide(Decision(choice, low=set_hand(game, cards).low))

    return decide


class BestOfTiles:
    """Sets four tiles as brings most against a dealer who sets his the house way."""

    def __init__(self) -> None:
        self._lows = cache(self._found)

    def __call__(self, game: Game) -> None:
        """Set the hand of the first spot so, and the dealer's the house way."""
        choice = next(one for one in game.choices if one.do is Key.SET)
        cards = game.hands[choice.spot]  # type: ignore[attr-defined]
        low = self._lows()[_names(cards)] if choice.spot else _names(of_four(game, cards).low)
        game.decide(Decision(choice, low=_picked(cards, low)))

    def _found(self) -> dict[tuple[str, ...], tuple[str, ...]]:
        """Return by the names of four tiles those of the low hand."""
        game = cast("PaiGow", open_game("pai-gow", {}))
        compared = Compared(game)
        ((_, won),) = gains(game, SIZE, [NOMINAL], of_four)
        found = {}
        for row, hand in zip(compared.dealt.rows, compared.dealt.hands, strict=True):
            against = compared.against(row)

            def worth(one: Setting, against: Ints = against) -> Fraction:
                ends = compared.ends(one, against)
                return sum((n * gain for n, gain in zip(ends, won, strict=True)), Fraction(0))

            found[_names(hand)] = _names(max(settings(game, hand), key=worth).low)
        return found


def _names(cards: Iterable[Card]) -> tuple[str, ...]:
    return tuple(sorted(card.name for card in cards))


def _picked(cards: Sequence[Card], names: Sequence[str]) -> list[Card]:
    """Return cards of these names, each one once."""
    left = list(cards)
    return [
        left.pop(next(at for at, card in enumerate(left) if card.name == name)) for name in names
    ]
