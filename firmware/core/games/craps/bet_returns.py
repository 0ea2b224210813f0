"""The returns of craps bets in the long run, computed from the definitions that settle them."""

from collections.abc import Mapping
from fractions import Fraction

from firmware.core.game.pack import GameRules
from firmware.core.games.craps.bets import BET_EFFECTS, BET_PARTS, RollEffect, charged, payment_of
from firmware.core.vocabulary.bets import base_bet_name


def bet_returns(rules: GameRules) -> dict[str, Fraction]:
    """Return the share of the stake that each bet returns once it is decided, less the commission.

    A bet with a number is listed as `pass:6`; before it has one, as `pass`.
    """
    chances_by_bet = chances(rules).items()
    return {
        bet_name: sum(
            (chance * return_share for return_share, chance in return_chances.items()), Fraction(0)
        )
        for bet_name, return_chances in chances_by_bet
    }


def chances(rules: GameRules) -> dict[str, Mapping[Fraction, Fraction]]:
    """Return the probability of each return of each bet."""
    return {
        bet_name: _chances(
            rules, bet_name, _commission(rules, bet_name), is_won_only=_is_won_only(rules, bet_name)
        )
        for bet_name in BET_EFFECTS
    }


def _is_won_only(rules: GameRules, bet_name: str) -> bool:
    share = rules.commission.get(base_bet_name(bet_name))
    return share is not None and share.when == "won"


def _chances(
    rules: GameRules, bet_name: str, commission: Fraction, *, is_won_only: bool = False
) -> dict[Fraction, Fraction]:
    roll_effects = BET_EFFECTS[bet_name].values()
    # only rolls that decide the bet count: on all others it waits
    roll_chance = Fraction(1, len(roll_effects))
    chances_by_return: dict[Fraction, Fraction] = {}
    for effect in roll_effects:
        for return_share, chance in _effect_returns(rules, bet_name, effect).items():
            is_owed = not is_won_only or return_share > 1
            net_return = return_share - commission if is_owed else return_share
            chances_by_return[net_return] = (
                chances_by_return.get(net_return, Fraction(0)) + chance * roll_chance
            )
    return chances_by_return


def _effect_returns(
    rules: GameRules, bet_name: str, effect: RollEffect
) -> Mapping[Fraction, Fraction]:
    match effect.outcome:
        case "win":
            payment_odds = payment_of(rules, effect.name).odds
            return {
                Fraction(
                    payment_odds.win + payment_odds.stake,
                    payment_odds.stake * BET_PARTS.get(bet_name, 1),
                ): Fraction(1)
            }
        case "move":
            return _chances(rules, effect.name, Fraction(0))
        case "push":
            return {Fraction(1): Fraction(1)}
        case "lose":
            return {Fraction(0): Fraction(1)}


def _commission(rules: GameRules, bet_name: str) -> Fraction:
    commission_share = rules.commission.get(base_bet_name(bet_name))
    payment_odds = charged(rules, bet_name)
    return (
        Fraction(*commission_share.ratio) * Fraction(*payment_odds)
        if commission_share
        else Fraction(0)
    )
