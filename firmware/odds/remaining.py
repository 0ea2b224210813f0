"""The side bets of Pai gow poker: on the four cards that are left (48), and on a number (48.1)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from firmware.core.game.course import Choice, Decision
from firmware.core.games.poker.pai_gow_poker import POSITIONS, PaiGowPoker, value
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import NOMINAL
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import Bet
from firmware.odds.figure import Figure, mixed
from firmware.odds.played import played, profit

LEFT = 4
NUMBERS = range(1, len(POSITIONS) + 1)


def side_bets(game: PaiGowPoker) -> Iterator[Figure]:
    """Every bet that this table shows; the game settles an example of each total."""
    examples: dict[int, Sequence[Card]] = {}
    ways: Counter[int] = Counter()
    for cards in combinations(game.pack, LEFT):
        total = sum(map(value, cards))
        examples.setdefault(total, cards)
        ways[total] += 1
    every = sum(ways.values())
    for on in game.BETS[1:]:
        if on.startswith("lucky:"):
            drawn = [(Fraction(1, len(NUMBERS)), number) for number in NUMBERS]
            ends = [(chance, _gain(game, on, examples[26], number)) for chance, number in drawn]
        else:
            parts = ((Fraction(count, every), examples[total]) for total, count in ways.items())
            ends = [(chance, _gain(game, on, left)) for chance, left in parts]
        if on.partition(":")[0] in game.side_bets:
            yield Figure(on, mixed((chance, {gain: Fraction(1)}) for chance, gain in ends), on)


def _gain(game: PaiGowPoker, on: str, left: Sequence[Card], number: int = 1) -> Fraction:
    dealt = [card for card in game.pack if card not in left]
    hands = {spot: dealt[at * 7 : at * 7 + 7] for at, spot in enumerate(POSITIONS)}
    bets = [Bet(Place(1, each), NOMINAL) for each in ("main", on)]
    return profit(played(game, bets, hands, _surrendered, number), [on], NOMINAL)


def _surrendered(choices: Sequence[Choice]) -> Decision:
    """The main bet does not matter to the others: its hands are given up."""
    return Decision(next(choice for choice in choices if choice.do is Key.SURRENDER))
