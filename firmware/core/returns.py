"""The returns of bets in the long run, stake included, as exact fractions.

They are computed from the code that settles the bets: the game itself is played over every result
that its instrument can show. A bet that is carried over is played on, as a chain of rounds.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple, TypeVar

from msgspec.structs import replace

from firmware.core.game.game import Game
from firmware.core.game.pack import GameRules
from firmware.core.games.craps import bet_returns as craps_returns
from firmware.core.games.craps.bets import BET_EFFECTS
from firmware.core.games.craps.craps import Craps
from firmware.core.games.keno import prizes as keno_prizes
from firmware.core.games.keno.keno import Keno
from firmware.core.games.roulette.roulette import Roulette
from firmware.core.games.sic_bo import DIE_FACES, SicBo
from firmware.core.games.wheel_of_fortune import WheelOfFortune
from firmware.core.vocabulary.bets import Bet, base_bet_name
from firmware.core.vocabulary.events import ResultSeen
from firmware.core.vocabulary.instruments import Symbols
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import BetSettled

InstrumentResults = Mapping[Symbols, int]
"""Every result of an instrument, and in how many equally likely ways it comes."""


class BetWorth(NamedTuple):
    """How probable each return of a bet of 1 is, with the odds and articles by which it may win."""

    chances: Mapping[Fraction, Fraction]
    wins: frozenset[tuple[str, str]] = frozenset()

    @property
    def back(self) -> Fraction:
        """The return in the long run."""
        return sum(
            (probability * return_rate for return_rate, probability in self.chances.items()),
            Fraction(0),
        )


AnyGame = TypeVar("AnyGame", bound=Game)


def without_caps(game: AnyGame) -> AnyGame:
    """Return the game as a table without maximum payments plays it."""
    if not game.payment_caps:
        return game
    options = {name: value for name, value in game.given_options.items() if name != "max_payout"}
    return type(game)(replace(game.rules, max_payout={}), options)


def bet_worths(
    game_class: type[Game], rules: GameRules, options: Mapping[str, Any]
) -> dict[str, BetWorth]:
    """Return the worth of every place of a table with these options. Raises OptionRefused."""
    return table_worths(game_class(rules, options))


def table_worths(game: Game) -> dict[str, BetWorth]:
    """Return the worth of every place without a maximum payment; empty for card games.

    For Craps the keys are the names of `craps.bets`, for Keno the counts of picks. Commissions are
    deducted, unrounded.
    """
    game = without_caps(game)
    match game:
        case Craps():
            craps_chances = craps_returns.chances(game.rules)
            return {
                bet_name: BetWorth(return_chances)
                for bet_name, return_chances in craps_chances.items()
            }
        case Keno():
            keno_paytable = game.paytable
            return {
                pick_count: BetWorth(keno_prizes.chances(keno_paytable, int(pick_count)))
                for pick_count in keno_paytable
            }
        case Roulette() | SicBo() | WheelOfFortune():
            return _played_worths(game, _instrument_results(game))
    return {}


def _instrument_results(game: Roulette | SicBo | WheelOfFortune) -> InstrumentResults:
    """Articles 68, 95.1 and 117: pockets, faces and parts are equal."""
    match game:
        case Roulette():
            return {(number,): 1 for number in game.numbers_on_table}
        case SicBo():
            # three dice alike to a bet in any order: 56 results of different weights
            return Counter(tuple(sorted(dice_faces)) for dice_faces in product(DIE_FACES, repeat=3))
        case _:
            wheel_segments = game.options["segments"]
            return {
                (wheel_symbol,): multiplicity
                for wheel_symbol, (multiplicity, _) in wheel_segments.items()
            }


class _BetEnd(NamedTuple):
    """One way in which a bet is settled: the cents that come back, odds and article if it wins."""

    returned_cents: int
    winning_line: tuple[str, str] | None


def _played_worths(game: Game, instrument_results: InstrumentResults) -> dict[str, BetWorth]:
    """Place every bet at once, and play over all results."""
    every_bet = [Bet(Place(1, bet_name), game.nominal_stake(bet_name)) for bet_name in game.BETS]
    end_probabilities = _end_probabilities(game, every_bet, instrument_results, {})
    return {
        bet.place.on: _bet_worth(bet.cents, end_probabilities[bet.place.on]) for bet in every_bet
    }


def _bet_worth(stake_cents: int, end_probabilities: Mapping[_BetEnd, Fraction]) -> BetWorth:
    return_chances: dict[Fraction, Fraction] = {}
    for bet_end, probability in end_probabilities.items():
        return_rate = Fraction(bet_end.returned_cents, stake_cents)
        return_chances[return_rate] = return_chances.get(return_rate, Fraction(0)) + probability
    return BetWorth(
        return_chances,
        frozenset(bet_end.winning_line for bet_end in end_probabilities if bet_end.winning_line),
    )


def _end_probabilities(
    game: Game,
    every_bet: Sequence[Bet],
    instrument_results: InstrumentResults,
    game_memory: Mapping[str, Any],
) -> dict[str, dict[_BetEnd, Fraction]]:
    """Return how probable each end of each bet is, starting from the state in `game_memory`.

    A result that leaves all of it as it was is no end: another one follows.
    """
    end_counts = {bet.place.on: Counter[_BetEnd]() for bet in every_bet}
    chained_ends: list[tuple[str, _BetEnd, Fraction]] = []
    result_count = sum(instrument_results.values())
    for symbols, multiplicity in instrument_results.items():
        _play_result(game, every_bet, symbols, game_memory)
        for settled_line in game.lines:
            end_counts[settled_line.bet.place.on][_line_end(settled_line)] += multiplicity
        settled_names = {settled_line.bet.place.on for settled_line in game.lines}
        # bets that this result carries over play on from the state that it left
        if carried_bets := [bet for bet in every_bet if bet.place.on not in settled_names]:
            game.open()
            if game.memory == game_memory:
                result_count -= multiplicity
                continue
            later_ends = _end_probabilities(game, carried_bets, instrument_results, game.memory)
            chained_ends += [
                (bet_name, bet_end, multiplicity * probability)
                for bet_name, end_weights in later_ends.items()
                for bet_end, probability in end_weights.items()
            ]
    probabilities = {
        bet_name: {bet_end: Fraction(times, result_count) for bet_end, times in ends.items()}
        for bet_name, ends in end_counts.items()
    }
    for bet_name, bet_end, chain_weight in chained_ends:
        probabilities[bet_name][bet_end] = probabilities[bet_name].get(
            bet_end, Fraction(0)
        ) + Fraction(chain_weight, result_count)
    return probabilities


def _play_result(
    game: Game, every_bet: Sequence[Bet], symbols: Symbols, game_memory: Mapping[str, Any]
) -> None:
    # opening carries bets over from the result before
    game.open()
    game.remember(game_memory)
    game.close(every_bet)
    game.take_result(ResultSeen(symbols))


def _line_end(settled_line: BetSettled) -> _BetEnd:
    winning_line = (
        (settled_line.odds or "", settled_line.article or "") if settled_line.paid else None
    )
    return _BetEnd(
        settled_line.returned + settled_line.paid - settled_line.commission, winning_line
    )


def paid_as_bets(game_class: type[Game], bet: str) -> tuple[str, ...]:
    """Return the other bets on whose numbers a bet is paid, as the parts of a horn."""
    if not issubclass(game_class, Craps):
        return ()
    roll_fates = (
        roll_fate
        for bet_name, fates_by_roll in BET_EFFECTS.items()
        if base_bet_name(bet_name) == bet
        for roll_fate in fates_by_roll.values()
    )
    base_names = dict.fromkeys(
        base_bet_name(roll_fate.name) for roll_fate in roll_fates if roll_fate.outcome == "win"
    )
    return tuple(name for name in base_names if name != bet)
