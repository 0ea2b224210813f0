"""The CUSUM of `croupier meters --theory` through a year of play at one table of every game.

Whoever plays bets by chance on what has a figure that holds however it is played. Notes are counted
as they are set, due once in a million rounds of each side at the most, and so that they are due
once in a thousand. The rounds are those of shuffled cards, `drift` deals whole shoes. Then a wheel
has one pocket that is too wide, and a player knows it.
"""

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Final, cast

from firmware.cli.commands.odds import all_side_bets_options
from firmware.core.games.roulette.roulette import Roulette
from firmware.core.vocabulary.events import ResultSeen
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import NOMINAL_STAKE, Cents
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import Bet, BetSettled
from firmware.odds.drift import FALSE_NOTE_INTERVAL, Cusum
from firmware.odds.edges import EdgeTable
from firmware.odds.expected_hold import Wager, round_wagers
from firmware.odds.odds import PIECES, stored_figures
from firmware.odds.scripted_round import begin_round
from firmware.odds.store import SHIPPED, Store
from firmware.shell.config.defaults import default_table
from firmware.shell.rules.rules import game_class, open_game
from tests.campaigns.odds.drift import OFTEN, most
from tests.campaigns.odds.odds_players import constantly
from tests.campaigns.odds.odds_rounds import Rounds

A_YEAR: Final = 100_000
"""A round every 66 seconds, five hours a day."""
DUE: Final = (FALSE_NOTE_INTERVAL, OFTEN)
WIDE: Final = 3
SEEDS: Final = 9
FACTORS: Final = (1, 1, 2, 5)
"""Stakes are so many times the usual one."""
NEEDED: Final[Mapping[str, Sequence[str]]] = {
    "blackjack": ("main",),
    "blackjack-multi-action": ("main:1", "main:2", "main:3"),
    "boston-poker": ("ante", "first"),
    "casino-war": ("main",),
    "crazy-four-poker": ("ante", "super_bonus"),
    "four-card-poker": ("ante",),
    "pai-gow-poker": ("main",),
    "poker-3-5-7": ("three", "five"),
    "poker-grand-prix": ("first", "second", "third"),
    "three-card-poker": ("ante",),
}
"""The bets without which there are no others."""
LOADED: Final = "17"
BY_ONE_WHO_KNOWS: Final = Bet(Place(9, f"straight:{LOADED}"), Cents(40 * NOMINAL_STAKE))


class Bettors:
    """Those at one table: in each round they make up to four of the bets that have an edge, and
    those that are needed for them.
    """

    def __init__(self, name: str, chance: Random) -> None:
        self._chance = chance
        needs = game_class(name).REQUIRED_OPTIONS
        self.game = open_game(
            name, default_table(name).game_options if needs else all_side_bets_options(name)
        )
        self.edges = EdgeTable(self.game, stored_figures(name, self.game, Store(None, SHIPPED)))
        self._needed = NEEDED.get(name, ())
        held = (on for on in self.game.BETS if self.edges.edge_on(on, self.game.nominal_stake(on)))
        later = (*self._needed, *self.game.DECISION_PLACES)
        self.places = [on for on in held if on not in later]

    @property
    def counted(self) -> bool:
        """Whether any bet of the game has an edge."""
        needed = (self.edges.edge_on(on, self.game.nominal_stake(on)) for on in self._needed)
        return bool(self.places) or any(needed)

    def bets(self) -> list[Bet]:
        """Return the bets of the next round."""
        many = min(len(self.places), self._chance.randint(1, 4))
        found = [Bet(Place(1, on), self.game.nominal_stake(on)) for on in self._needed]
        for on in self._chance.sample(self.places, many):
            cents = self.game.nominal_stake(on) * self._chance.choice(FACTORS)
            found.append(Bet(Place(1, on), Cents(cents)))
        return found


def rounds(name: str, chance: Random) -> Iterator[list[Wager]]:
    """Yield the settled bets of each round of a sound table, without an end."""
    table, decide = Bettors(name, chance), constantly(Key.STAND, most=False)
    dealt = Rounds(table.game, chance)
    while table.counted:
        yield _counted(dealt.play(table.bets(), decide), table.edges)


def loaded(chance: Random, wide: int = WIDE) -> Iterator[list[Wager]]:
    """Yield those of a wheel that has one pocket as wide as so many."""
    table = Bettors("roulette", chance)
    pockets = (*cast("Roulette", table.game).numbers_on_table, *[LOADED] * (wide - 1))
    while True:
        begin_round(table.game, [*table.bets(), BY_ONE_WHO_KNOWS])
        table.game.take_result(ResultSeen((chance.choice(pockets),)))
        yield _counted(table.game.lines, table.edges)


def _counted(lines: Sequence[BetSettled], edges: EdgeTable) -> list[Wager]:
    """Return the bets with an edge."""
    return [bet for bet in round_wagers(lines, edges) if bet.edge]


def notes(dealt: Iterator[list[Wager]], many: int) -> dict[int, int]:
    """Return the notes of both sides in so many rounds, by the rounds in which one is due at the
    most.
    """
    watches = [
        (rare, Cusum(is_excess=more, note_interval=rare)) for rare in DUE for more in (False, True)
    ]
    found = dict.fromkeys(DUE, 0)
    for at, bets in zip(range(many), dealt, strict=False):
        for rare, watch in watches:
            found[rare] += watch.add_round(at, bets) is not None
    return found


def found_after(dealt: Iterator[list[Wager]], many: int) -> int | None:
    """Return the rounds until the note of too little gain; None if it does not come."""
    watch = Cusum(is_excess=False)
    for at, bets in zip(range(1, 1 + many), dealt, strict=False):
        if watch.add_round(at, bets):
            return at
    return None


def main(arguments: Sequence[str]) -> int:
    """Print the notes of each game; return 1 if they are too many or a loaded wheel has none."""
    parser = argparse.ArgumentParser(prog="drift-year", description=__doc__)
    parser.add_argument("rounds", nargs="?", type=int, default=A_YEAR)
    parser.add_argument("games", nargs="*", metavar="GAME", help="all, if none is named")
    options = parser.parse_args(arguments)
    every, bad = dict.fromkeys(DUE, 0), False
    for name in options.games or PIECES:
        if next(rounds(name, Random(name)), None) is None:
            sys.stdout.write(f"{name}: no bet with an edge\n")
            continue
        found = notes(rounds(name, Random(name)), options.rounds)
        every = {rare: every[rare] + found[rare] for rare in DUE}
        bad |= any(found[rare] > most(options.rounds, rare) for rare in DUE)
        sys.stdout.write(f"{name}: {options.rounds:,} rounds, {_said(found, options.rounds)}\n")
        sys.stdout.flush()
    after = [found_after(loaded(Random(seed)), A_YEAR) for seed in range(SEEDS)]
    sys.stdout.write(f"all: {every}; a loaded wheel is found after {sorted(map(str, after))}\n")
    return int(bad or None in after)


def _said(found: Mapping[int, int], many: int) -> str:
    return ", ".join(
        f"{count} notes due once in {rare:,} (at most {most(many, rare):.1f})"
        for rare, count in found.items()
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
