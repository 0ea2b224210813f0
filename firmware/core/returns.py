"""The returns of bets in the long run, stake included, as exact fractions.

They are computed from the code that settles the bets: the game itself is played over every result
that its instrument can show. A bet that is carried over is played on, as a chain of rounds.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

from firmware.core.game.game import Game
from firmware.core.game.pack import GameRules
from firmware.core.games.craps import returns as craps_returns
from firmware.core.games.craps.bets import FATES
from firmware.core.games.craps.craps import Craps
from firmware.core.games.keno import prizes as keno_prizes
from firmware.core.games.keno.keno import Keno
from firmware.core.games.roulette.roulette import Roulette
from firmware.core.games.sic_bo import FACES, SicBo
from firmware.core.games.wheel_of_fortune import WheelOfFortune
from firmware.core.vocabulary.events import ResultSeen
from firmware.core.vocabulary.instruments import Symbols
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import Bet, BetSettled, base_name

Results = Mapping[Symbols, int]
"""Every result of an instrument, and in how many equally likely ways it comes."""


class Worth(NamedTuple):
    """How probable each return of a bet of 1 is, with the odds and articles by which it may win."""

    chances: Mapping[Fraction, Fraction]
    wins: frozenset[tuple[str, str]] = frozenset()

    @property
    def back(self) -> Fraction:
        """The return in the long run."""
        return sum((chance * back for back, chance in self.chances.items()), Fraction(0))


def worths(kind: type[Game], rules: GameRules, options: Mapping[str, Any]) -> dict[str, Worth]:
    """Return the worth of every place of a table with these options. Raises OptionRefused."""
    return worths_at(kind(rules, options))


def worths_at(game: Game) -> dict[str, Worth]:
    """Return the worth of every place; empty for card games.

    For Craps the keys are the names of `craps.bets`, for Keno the counts of picks. Commissions are
    deducted, unrounded.
    """
    match game:
        case Craps():
            every = craps_returns.chances(game.rules)
            return {on: Worth(chances) for on, chances in every.items()}
        case Keno():
            paid = game.paytable
            return {picks: Worth(keno_prizes.chances(paid, int(picks))) for picks in paid}
        case Roulette() | SicBo() | WheelOfFortune():
            results = _results(game)
            return {on: _worth(game, on, results) for on in game.BETS}
    return {}


def _results(game: Roulette | SicBo | WheelOfFortune) -> Results:
    """Articles 68, 95.1 and 117: pockets, faces and parts are equal."""
    match game:
        case Roulette():
            return {(number,): 1 for number in game.numbers}
        case SicBo():
            return dict.fromkeys(product(FACES, repeat=3), 1)
        case _:
            segments = game.options["segments"]
            return {(symbol,): many for symbol, (many, _) in segments.items()}


class _Ended(NamedTuple):
    """One possible settlement of a bet, with its probability."""

    chance: Fraction
    line: BetSettled


def _worth(game: Game, on: str, results: Results) -> Worth:
    stake = game.nominal(on)
    ends = list(_ends(game, Bet(Place(1, on), stake), results, {}))
    chances: dict[Fraction, Fraction] = {}
    for chance, line in ends:
        back = Fraction(line.returned + line.paid - line.commission, stake)
        chances[back] = chances.get(back, Fraction(0)) + chance
    wins = frozenset((line.odds or "", line.article or "") for _, line in ends if line.paid)
    return Worth(chances, wins)


def _ends(game: Game, bet: Bet, results: Results, memory: Mapping[str, Any]) -> Iterator[_Ended]:
    """Yield every way in which a bet ends, starting from the state in `memory`."""
    every = sum(results.values())
    for symbols, ways in results.items():
        chance = Fraction(ways, every)
        game.remember(memory)
        game.open()
        game.close([bet])
        game.take_result(ResultSeen(symbols))
        if game.lines:
            yield from (_Ended(chance, line) for line in game.lines)
        else:
            game.open()
            later = _ends(game, bet, results, game.memory)
            yield from (_Ended(chance * then, line) for then, line in later)


def paid_as(kind: type[Game], bet: str) -> tuple[str, ...]:
    """Return the other bets on whose numbers a bet is paid, as the parts of a horn."""
    if kind is not Craps:
        return ()
    fates = (fate for on, rolls in FATES.items() if base_name(on) == bet for fate in rolls.values())
    names = dict.fromkeys(base_name(fate.name) for fate in fates if fate.outcome == "win")
    return tuple(name for name in names if name != bet)
