"""The decision of the poker games against the dealer: raise, or lose the bets so far."""

from firmware.core.game.card_game import CardGame
from firmware.core.game.course import Choice, Course, DecisionStake, next_decision
from firmware.core.vocabulary.keys import Key


def raise_or_fold(
    game: CardGame, spot: int, raise_choice: Choice, bet_names: tuple[str, ...], article: str
) -> Course:
    """Have a spot raise, or lose these bets by the article."""
    decision = yield from next_decision(raise_choice, Choice(spot, Key.FOLD))
    if decision.do is Key.FOLD:
        for bet_name in bet_names:
            game.lose(game.bet(spot, bet_name), article)


def exact_raise(game: CardGame, spot: int, bet_name: str) -> Choice:
    """Return a raise by the one amount that the ante allows."""
    stake_cents = game.stake_by(game.bet(spot, "ante"), bet_name)
    return Choice(spot, Key.RAISE, (DecisionStake.exactly(bet_name, stake_cents),))
