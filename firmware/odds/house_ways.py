"""How the dealer sets his hands at Pai gow poker and at Pai Gow.

The articles leave him free (52, 115). This is a house way of our own, by which he looks at no other
hand: the highest low hand that leaves the high one what it keeps, then the highest high hand.
`docs/odds.md` has it for people.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any, Final, NamedTuple

from firmware.core.game.course import DEALER, Choice, Decision
from firmware.core.games.two_hands import TwoHands
from firmware.core.games.two_tiles import MOST_POINTS
from firmware.core.ranks import Combination
from firmware.core.vocabulary.cards import JOKER, Card
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import Bet
from firmware.odds.played import played, profit

HOUSE_WAY: Final = "house_way"
"""Its name in a figure: who computes with it must say so."""

Game = TwoHands[Any]

WORTH: Final = {each: worth for worth, each in enumerate(reversed(Combination))}
SMALL_FOURS: Final = "23456"
"""Four of these are kept together; four of a higher rank are split."""
ACE_BESIDE: Final = "23456789T"
"""Two pairs of these are kept together if there is an ace for the low hand."""


class Setting(NamedTuple):
    """One way to set a hand; a greater one has the higher low hand."""

    ranks: tuple[Any, Any]
    """Of the low hand and of the high one."""
    low: tuple[Card, ...]


SetHand = Callable[[Any, Sequence[Card]], Setting]


def settings(game: Game, cards: Sequence[Card]) -> Iterator[Setting]:
    """Yield every way to set these cards that the game allows."""
    for at, other in combinations(range(len(cards)), 2):
        low = cards[at], cards[other]
        high = [*cards[:at], *cards[at + 1 : other], *cards[other + 1 :]]
        if ranks := game.rank(low, high):
            yield Setting(ranks, low)


def of_four(game: Game, tiles: Sequence[Card]) -> Setting:
    """Set four tiles: the high hand keeps a combination (101), or else nine points."""
    every = list(settings(game, tiles))
    worth = max(one.ranks[1].worth for one in every)
    kept = min(worth, MOST_POINTS + 1) if worth >= MOST_POINTS else 0
    return max((one for one in every if one.ranks[1].worth >= kept), key=_by_rank)


def of_seven(game: Game, cards: Sequence[Card]) -> Setting:
    """Set seven cards: the highest low hand that leaves the high one what it keeps."""
    every = list(settings(game, cards))
    kept = _kept(cards, every)
    return max((one for one in every if _at_least(one, kept)), key=_by_rank)


def _by_rank(setting: Setting) -> tuple[Any, Any]:
    return setting.ranks


def _at_least(setting: Setting, kept: Combination) -> bool:
    return WORTH[setting.ranks[1].combination] >= WORTH[kept]


def _kept(cards: Sequence[Card], every: Sequence[Setting]) -> Combination:
    """Return the least that the high hand keeps; the joker is an ace."""
    counts = Counter("A" if card is JOKER else card.rank for card in cards)
    alike = sorted((count for count in counts.values() if count > 1), reverse=True)
    match alike:
        case [5, *_]:
            return Combination.THREE_OF_A_KIND
        case [4, *_]:
            small = next(rank for rank, n in counts.items() if n == alike[0]) in SMALL_FOURS
            return Combination.FOUR_OF_A_KIND if small else Combination.PAIR
        case [3, _, *_]:
            return Combination.THREE_OF_A_KIND
        case [2, 2, 2]:
            return Combination.TWO_PAIRS
        case [2, 2]:
            pairs = all(rank in ACE_BESIDE for rank, n in counts.items() if n > 1)
            return Combination.TWO_PAIRS if pairs and "A" in counts else Combination.PAIR
    if any(_at_least(one, Combination.STRAIGHT) for one in every):
        return Combination.STRAIGHT
    if alike == [3]:
        return Combination.PAIR if counts["A"] > 1 else Combination.THREE_OF_A_KIND
    return Combination.PAIR if alike else Combination.HIGH_CARD


class _Example(NamedTuple):
    """Two hands and their low hands: the player's, then the bank's."""

    hands: tuple[Sequence[Card], Sequence[Card]]
    lows: tuple[tuple[Card, ...], tuple[Card, ...]]


def gains(
    game: Game, size: int, stakes: Sequence[Cents], set_hand: SetHand
) -> Iterator[tuple[Cents, list[Fraction]]]:
    """Yield by stake what a hand brings that wins neither, one or both of the bank's hands.

    The game settles an example of each, with the commission.
    """
    examples = dict(_examples(game, size, set_hand))
    for stake in stakes:
        yield stake, [_gain(game, stake, examples[won]) for won in range(3)]


def _examples(game: Game, size: int, set_hand: SetHand) -> Iterator[tuple[int, _Example]]:
    pack = list(game.pack)
    for one in range(len(pack) - 2 * size):
        for other in range(one + size, len(pack) - size):
            hands = pack[one : one + size], pack[other : other + size]
            own, bank = (set_hand(game, hand) for hand in hands)
            won = game.wins(own.ranks, bank.ranks)
            yield sum(won), _Example(hands, (own.low, bank.low))


def _gain(game: Game, stake: Cents, example: _Example) -> Fraction:
    own, bank = example.hands
    rest = list(game.pack)
    for card in (*own, *bank):
        rest.remove(card)
    size = len(own)
    others = {at // size + 2: rest[at : at + size] for at in range(0, len(rest), size)}
    lows = {1: example.lows[0], DEALER: example.lows[1]}

    def decide(choices: Sequence[Choice]) -> Decision:
        choice = next(one for one in choices if one.do is Key.SET)
        return Decision(choice, low=lows[choice.spot])

    bets = [Bet(Place(1, "main"), stake)]
    return profit(played(game, bets, {**others, 1: own, DEALER: bank}, decide), ["main"], stake)
