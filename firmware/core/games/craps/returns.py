"""The returns of craps bets in the long run, computed from the definitions that settle them."""

from collections.abc import Mapping
from fractions import Fraction

from firmware.core.game.pack import GameRules
from firmware.core.games.craps.bets import FATES, PARTS, Fate, charged, pays
from firmware.core.vocabulary.rulings import base_name


def returns(rules: GameRules) -> dict[str, Fraction]:
    """Return the share of the stake that each bet returns once it is decided, less the commission.

    A bet with a number is listed as `pass:6`; before it has one, as `pass`.
    """
    every = chances(rules).items()
    return {on: sum((p * back for back, p in of.items()), Fraction(0)) for on, of in every}


def chances(rules: GameRules) -> dict[str, Mapping[Fraction, Fraction]]:
    """Return how probable each return of each bet is."""
    return {on: _chances(rules, on, _commission(rules, on)) for on in FATES}


def _chances(rules: GameRules, on: str, commission: Fraction) -> dict[Fraction, Fraction]:
    decided = FATES[on].values()
    each = Fraction(1, len(decided))
    found: dict[Fraction, Fraction] = {}
    for fate in decided:
        for back, chance in _ends(rules, on, fate).items():
            left = back - commission
            found[left] = found.get(left, Fraction(0)) + chance * each
    return found


def _ends(rules: GameRules, on: str, fate: Fate) -> Mapping[Fraction, Fraction]:
    match fate.outcome:
        case "win":
            odds = pays(rules, fate.name).odds
            return {Fraction(odds.win + odds.stake, odds.stake * PARTS.get(on, 1)): Fraction(1)}
        case "move":
            return _chances(rules, fate.name, Fraction(0))
        case "push":
            return {Fraction(1): Fraction(1)}
        case "lose":
            return {Fraction(0): Fraction(1)}


def _commission(rules: GameRules, on: str) -> Fraction:
    share = rules.commission.get(base_name(on))
    odds = charged(rules, on)
    return Fraction(share.percent * odds.win, 100 * odds.stake) if share else Fraction(0)
