"""One round of a card game, played by the game itself with hands that are given."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from firmware.core.game.course import Choice, Decision, To
from firmware.core.game.game import Game
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.events import CardRead
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.rulings import Bet, BetSettled

Hands = Mapping[int, Sequence[Card]]
"""The cards of each spot; the dealer's under 0."""
Decide = Callable[[Sequence[Choice]], Decision]


def played(
    game: Game, bets: Iterable[Bet], hands: Hands, decide: Decide, number: int = 1
) -> Sequence[BetSettled]:
    """Return the lines of a round; `number` is drawn if one is.

    Raises Forbidden if the game refuses the decision.
    """
    left: dict[int, Iterator[Card]] = {spot: iter(hand) for spot, hand in hands.items()}
    begin(game, bets)
    while not game.finished:
        if game.awaits_number:
            game.take_number(number)
        elif game.choices:
            game.decide(decide(game.choices))
        elif isinstance(game.due, To):
            game.take(CardRead(next(left[game.due.spot])))
    return game.lines


def begin(game: Game, bets: Iterable[Bet]) -> None:
    """Open a round with the lot as it is displayed at first, and close it with these bets."""
    game.open()
    game.remember({})
    game.close(bets)


def profit(lines: Iterable[BetSettled], places: Iterable[str], unit: Cents) -> Fraction:
    """Return what these bets bring together, less the commission, in units of one stake."""
    wanted = frozenset(places)
    own = (line for line in lines if line.bet.place.on in wanted)
    cents = sum(line.returned + line.paid - line.commission - line.bet.cents for line in own)
    return Fraction(cents, unit)
