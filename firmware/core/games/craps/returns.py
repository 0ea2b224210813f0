"""The returns of craps bets in the long run, computed from the definitions that settle them."""

from fractions import Fraction

from firmware.core.game.pack import GameRules
from firmware.core.games.craps.bets import FATES, PARTS, Fate, charged, pays
from firmware.core.vocabulary.rulings import base_name


def returns(rules: GameRules) -> dict[str, Fraction]:
    """Return the share of the stake that each bet returns once it is decided, less the commission.

    A bet with a number is listed as `pass:6`; before it has one, as `pass`.
    """
    return {on: _back(rules, on) - _commission(rules, on) for on in FATES}


def _back(rules: GameRules, on: str) -> Fraction:
    decided = FATES[on].values()
    return Fraction(sum(_worth(rules, on, fate) for fate in decided), len(decided))


def _worth(rules: GameRules, on: str, fate: Fate) -> Fraction:
    match fate.outcome:
        case "win":
            odds = pays(rules, fate.name).odds
            return Fraction(odds.win + odds.stake, odds.stake * PARTS.get(on, 1))
        case "move":
            return _back(rules, fate.name)
        case "push":
            return Fraction(1)
        case "lose":
            return Fraction(0)


def _commission(rules: GameRules, on: str) -> Fraction:
    share = rules.commission.get(base_name(on))
    odds = charged(rules, on)
    return Fraction(share.percent * odds.win, 100 * odds.stake) if share else Fraction(0)
