"""The figures of `croupier odds` against rounds by chance: campaign `odds-played`.

The core is dealt a shuffled shoe, and `odds_players` decides. What each bet has brought on average
must be within three standard deviations of its figure; of a hundred sound figures, one in four runs
has one beyond. All plays advance together, and the sums are kept, so that an interrupted run goes
on: delete the file after a change of the code.
"""

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import sqrt
from pathlib import Path
from random import Random
from typing import Final

import msgspec

from firmware.core.game.game import Game
from firmware.core.vocabulary.bets import Bet
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import BetSettled
from firmware.odds.figure import Figure
from firmware.odds.odds import stored_figures
from firmware.odds.store import SHIPPED, Store
from tests.campaigns.odds.odds_players import player
from tests.campaigns.odds.odds_rounds import Decide, Rounds
from tests.kits.quebec import every_side_bet, open_game

STAKE: Final = Cents(1000)
BEYOND: Final = 3.0
AT_ONCE: Final = 10_000
"""So many rounds are played before the next play, each lot with a chance of its own."""
SUMS: Final = Path(".venv/.odds-played.json")
DECISIONS: Final = SUMS.with_name(".odds-decisions")
"""The folder of decisions that are kept beside it."""

OF_21: Final = ("twelve_to_sixteen", "over_13", "under_13")
LAID: Final[Mapping[str, Sequence[str]]] = {
    "baccarat": ("player", "banker", "tie"),
    "blackjack": ("main", *OF_21),
    "blackjack resplit": ("main",),
    "blackjack-multi-action": ("main:1", "main:2", "main:3"),
    "blackjack-multi-action hole_card": ("main:1", "main:2", "main:3"),
    "boston-poker": ("ante", "first", "bonus"),
    "caribbean-stud": ("ante", "progressive"),
    "casino-war": ("main", "tie"),
    "crazy-four-poker": ("ante", "super_bonus", "queens_up"),
    "four-card-poker": ("ante", "aces_up"),
    "pai-gow": ("main",),
    "pai-gow-poker": ("main", "remaining_under_26", "remaining_26", "remaining_over_26", "lucky:7"),
    "poker-3-5-7": ("three", "five", "seven"),
    "poker-grand-prix": ("first", "second", "third", "bonus"),
    "red-dog": ("main",),
    "super-pan-9": ("main",),
    "three-card-poker": ("ante", "pair_plus"),
}
TOGETHER: Final[Mapping[tuple[str, str], Sequence[str]]] = {
    ("boston-poker", "ante"): ("ante", "first", "second"),
    ("crazy-four-poker", "ante"): ("ante", "super_bonus", "raise"),
}
ADDED: Final[Mapping[str, Sequence[str]]] = {
    "ante": ("ante", "raise"),
    "main": ("main", "raise", "war"),
}


def bets_of(name: str, game: Game) -> list[Bet]:
    """Return the bets that are laid together."""
    unit = {on: game.nominal_stake(on) for on in LAID[name]}
    least = min(unit.values()) if name == "boston-poker" else None
    return [
        Bet(Place(1, on), Cents(STAKE * (cents // least) if least else min(cents, STAKE)))
        for on, cents in unit.items()
    ]


class Sums(msgspec.Struct):
    """What was played so far, and what each bet has brought, in cents."""

    rounds: int = 0
    cents: dict[str, int] = {}


class Play:
    """One way to play one game: its figures, and who plays so."""

    def __init__(self, name: str, game: Game, decide: Decide, figures: Sequence[Figure]) -> None:
        self.name, self.figures = name, figures
        self._decide, self._bets = decide, bets_of(name, game)
        self._table = Rounds(game, Random())
        self._counted = {
            on: frozenset(TOGETHER.get((name, on)) or ADDED.get(on, (on,)))
            for on in (figure.bet for figure in figures)
        }

    @property
    def key(self) -> str:
        return f"{self.name} {self.figures[0].play}"

    def add(self, sums: Sums, rounds: int) -> None:
        """Play so many more rounds."""
        self._table.begin(Random(f"{self.key} {sums.rounds}"))
        for _ in range(rounds):
            lines = self._table.play(self._bets, self._decide)
            for on, counted in self._counted.items():
                sums.cents[on] = sums.cents.get(on, 0) + sum(_won(lines, counted))
        sums.rounds += rounds

    def deviations(self, sums: Sums) -> Iterator[tuple[Figure, float]]:
        """Yield each figure, and by how many standard deviations of it the rounds are off."""
        for figure in self.figures:
            mean = Fraction(sums.cents[figure.bet], sums.rounds * self._unit(figure.bet))
            spread, off = (
                sqrt(figure.variance / sums.rounds),
                float(mean - figure.least_expected_profit),
            )
            yield figure, off / spread if spread else 0.0 if not off else float("inf")

    def _unit(self, on: str) -> Cents:
        return next((bet.cents for bet in self._bets if bet.place.on == on), STAKE)


def _won(lines: Sequence[BetSettled], counted: frozenset[str]) -> Iterator[int]:
    for line in lines:
        if line.bet.place.on in counted:
            yield line.returned + line.paid - line.commission - line.bet.cents


def plays_of(name: str, folder: Path = DECISIONS) -> Iterator[Play]:
    """Yield the plays of a game that `odds_players` can make; with each the side bets too. After
    its name a game may have an option.
    """
    of, *options = name.split()
    game = open_game(of, every_side_bet(of) | dict.fromkeys(options, True))
    figures = [
        figure
        for figure in stored_figures(of, game, Store(None, SHIPPED))
        if figure.bet in LAID[name] and figure.stake in (None, STAKE) and not _is_unknown(figure)
    ]
    for play in dict.fromkeys(figure.play for figure in figures):
        own = [figure for figure in figures if figure.play == play]
        decide = player(name, play, own, folder)
        if decide:
            yield Play(name, game, decide, own)


def _is_unknown(figure: Figure) -> bool:
    """Return whether the best play of two hands to be set is not known, but for a bound."""
    return bool(figure.dealer and figure.bound)


def run(plays: Sequence[Play], rounds: int, sums_path: Path) -> dict[str, Sums]:
    """Play so many rounds of each, the play with the fewest first, and go on from what is kept."""
    found = (
        msgspec.json.decode(sums_path.read_bytes(), type=dict[str, Sums])
        if sums_path.exists()
        else {}
    )
    every = {play.key: found.setdefault(play.key, Sums()) for play in plays}
    while (play := min(plays, key=lambda one: every[one.key].rounds)) and (
        more := min(AT_ONCE, rounds - every[play.key].rounds)
    ) > 0:
        play.add(every[play.key], more)
        sums_path.with_suffix(".new").write_bytes(msgspec.json.encode(found))
        sums_path.with_suffix(".new").replace(sums_path)
    return every


def main(arguments: Sequence[str]) -> int:
    """Print each figure with its deviation; return 1 if one is beyond three."""
    parser = argparse.ArgumentParser(prog="odds-played", description=__doc__)
    parser.add_argument("rounds", nargs="?", type=int, default=100_000)
    parser.add_argument("games", nargs="*", metavar="GAME", help=", ".join(LAID))
    parser.add_argument("--play", help="only this way to play: best, raise, mimic")
    parser.add_argument("--sums", type=Path, default=SUMS, help="the file of the sums so far")
    parser.add_argument("--look", action="store_true", help="print the sums so far, play nothing")
    options = parser.parse_args(arguments)
    folder = options.tournament.with_name(DECISIONS.name)
    every = [play for name in options.games or LAID for play in plays_of(name, folder)]
    plays = [play for play in every if options.play in (None, play.figures[0].play)]
    if not plays:
        parser.error(f"nobody here plays so: {options.play}")
    sums = run(plays, 0 if options.look else options.rounds, options.tournament)
    beyond = 0
    for play in plays:
        for figure, off in play.deviations(sums[play.key]) if sums[play.key].rounds else ():
            said = (
                f"{play.key} {figure.bet}: {float(figure.least_expected_profit):+.6f}, {off:+.2f}"
            )
            sys.stdout.write(f"{said} in {sums[play.key].rounds:,} rounds\n")
            beyond += abs(off) > BEYOND
    return int(beyond > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
