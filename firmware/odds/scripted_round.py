"""One round of a card game, played by the game itself with given hands."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from firmware.core.game.course import Choice, Decision, SpotCard
from firmware.core.game.game import Game
from firmware.core.vocabulary.bets import Bet
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.events import CardRead
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.rulings import BetSettled

HandCards = Mapping[int, Sequence[Card]]
"""The cards of each spot; the dealer is spot 0."""
DecisionFunction = Callable[[Sequence[Choice]], Decision]


def play_round(
    game: Game,
    bets: Iterable[Bet],
    hands: HandCards,
    choose_decision: DecisionFunction,
    drawn_number: int = 1,
) -> Sequence[BetSettled]:
    """Return the settled lines of a round; `drawn_number` is used if the game draws one.

    Raises Forbidden if the game refuses a decision.
    """
    cards_left: dict[int, Iterator[Card]] = {spot: iter(hand) for spot, hand in hands.items()}
    begin_round(game, bets)
    while not game.finished:
        if game.awaits_number:
            game.take_number(drawn_number)
        elif game.choices:
            game.decide(choose_decision(game.choices))
        elif isinstance(game.due, SpotCard):
            game.take(CardRead(next(cards_left[game.due.spot])))
    return game.lines


def begin_round(game: Game, bets: Iterable[Bet]) -> None:
    """Open a round with the jackpot at its start, and close it with these bets."""
    game.open()
    game.remember({})
    game.close(bets)


def bet_profit(
    settled_lines: Iterable[BetSettled], bet_names: Iterable[str], unit_stake: Cents
) -> Fraction:
    """Return the profit of these bets together, commission deducted, in units of one stake."""
    counted_places = frozenset(bet_names)
    counted_lines = (
        settled_line
        for settled_line in settled_lines
        if settled_line.bet.place.on in counted_places
    )
    profit_cents = sum(
        settled_line.returned + settled_line.paid - settled_line.commission - settled_line.bet.cents
        for settled_line in counted_lines
    )
    return Fraction(profit_cents, unit_stake)
