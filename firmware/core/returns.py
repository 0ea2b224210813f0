"""The returns of bets in the long run, stake included, as exact fractions.

They are computed from the code that settles the bets: the game itself is played over every result
that its instrument can show. A bet that is carried over is played on, as a chain of rounds.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
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
            return _played(game, _results(game))
    return {}


def _results(game: Roulette | SicBo | WheelOfFortune) -> Results:
    """Articles 68, 95.1 and 117: pockets, faces and parts are equal."""
    match game:
        case Roulette():
            return {(number,): 1 for number in game.numbers}
        case SicBo():
            return Counter(tuple(sorted(dice)) for dice in product(FACES, repeat=3))
        case _:
            segments = game.options["segments"]
            return {(symbol,): many for symbol, (many, _) in segments.items()}


class _End(NamedTuple):
    """One way in which a bet is settled: the cents that come back, odds and article if it wins."""

    back: int
    win: tuple[str, str] | None


def _played(game: Game, results: Results) -> dict[str, Worth]:
    """Lay every bet at once, and play over all results."""
    bets = [Bet(Place(1, on), game.nominal(on)) for on in game.BETS]
    ends = _ends(game, bets, results, {})
    return {bet.place.on: _worth(bet.cents, ends[bet.place.on]) for bet in bets}


def _worth(stake: int, ends: Mapping[_End, Fraction]) -> Worth:
    chances: dict[Fraction, Fraction] = {}
    for end, chance in ends.items():
        back = Fraction(end.back, stake)
        chances[back] = chances.get(back, Fraction(0)) + chance
    return Worth(chances, frozenset(end.win for end in ends if end.win))


def _ends(
    game: Game, bets: Sequence[Bet], results: Results, memory: Mapping[str, Any]
) -> dict[str, dict[_End, Fraction]]:
    """Return how probable each end of each bet is, starting from the state in `memory`."""
    ways = {bet.place.on: Counter[_End]() for bet in bets}
    chained: list[tuple[str, _End, Fraction]] = []
    for symbols, many in results.items():
        game.remember(memory)
        game.open()
        game.close(bets)
        game.take_result(ResultSeen(symbols))
        for line in game.lines:
            ways[line.bet.place.on][_end(line)] += many
        settled = {line.bet.place.on for line in game.lines}
        if carried := [bet for bet in bets if bet.place.on not in settled]:
            game.open()
            later = _ends(game, carried, results, game.memory)
            chained += [(on, end, many * p) for on, of in later.items() for end, p in of.items()]
    every = sum(results.values())
    found = {on: {end: Fraction(n, every) for end, n in of.items()} for on, of in ways.items()}
    for on, end, weight in chained:
        found[on][end] = found[on].get(end, Fraction(0)) + Fraction(weight, every)
    return found


def _end(line: BetSettled) -> _End:
    win = (line.odds or "", line.article or "") if line.paid else None
    return _End(line.returned + line.paid - line.commission, win)


def paid_as(kind: type[Game], bet: str) -> tuple[str, ...]:
    """Return the other bets on whose numbers a bet is paid, as the parts of a horn."""
    if kind is not Craps:
        return ()
    fates = (fate for on, rolls in FATES.items() if base_name(on) == bet for fate in rolls.values())
    names = dict.fromkeys(base_name(fate.name) for fate in fates if fate.outcome == "win")
    return tuple(name for name in names if name != bet)
