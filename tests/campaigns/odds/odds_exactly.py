"""Figures by a second reckoning of every deal, too long for the tests: campaign `odds-exactly`.

Deals are counted by rules and pay tables that are written here once more, and each profit's
probability must be that of `croupier odds`, as a fraction. What Blackjack brings must be the same
to twelve decimals.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from firmware.odds.figure import BEST, Chances, Figure
from firmware.odds.odds import stored_figures
from firmware.odds.store import SHIPPED, Store
from tests.campaigns.odds import (
    odds_of_21,
    odds_of_boston,
    odds_of_fou,
    odds_of_tiles,
    odds_withdrawable,
)
from tests.kits.quebec import every_side_bet, open_game

Bets = Iterator[tuple[str, Chances]]
"""Bets, and the chances of each by the best play."""

GAMES: Final[Mapping[str, Callable[[], Bets]]] = {
    "boston-poker": odds_of_boston.bets,
    "crazy-four-poker": odds_of_fou.bets,
    "pai-gow": odds_of_tiles.bets,
    "poker-3-5-7": odds_withdrawable.seven,
    "poker-grand-prix": odds_withdrawable.grand_prix,
}
BLACKJACK: Final = "blackjack"
STAKE: Final = 1000
"""Where the return depends on it."""
NEAR: Final = 1e-12

Compared = Iterator[tuple[str, Fraction, bool]]
"""What is counted here, what it brings, and whether both ways agree."""


def compared(name: str) -> Compared:
    """Compare the chances of the best play."""
    figures = {of.bet: of for of in _figures(name) if of.play == BEST}
    for bet, chances in GAMES[name]():
        there = {gain: chance for gain, chance in chances.items() if chance}
        yield f"{name} {bet}", figures[bet].expected_profit, there == figures[bet].chances


def blackjack() -> Compared:
    """Compare what Blackjack's main bet brings."""
    figures = {of.play: of for of in _figures(BLACKJACK) if of.bet == "main"}
    for play, brings in odds_of_21.plays(open_game(BLACKJACK, {}).decks):
        ev = figures[play].expected_profit
        yield f"blackjack main {play}", ev, abs(brings - float(ev)) < NEAR


def _figures(name: str) -> Iterator[Figure]:
    every = stored_figures(name, open_game(name, every_side_bet(name)), Store(None, SHIPPED))
    return (figure for figure in every if figure.stake in (None, STAKE))


def main(arguments: Sequence[str]) -> int:
    """Print each figure; return 1 if one differs."""
    parser = argparse.ArgumentParser(prog="odds-exactly", description=__doc__)
    games = [BLACKJACK, *GAMES]
    parser.add_argument("games", nargs="*", choices=[[], *games], metavar="GAME")
    wrong = 0
    for name in parser.parse_args(arguments).games or games:
        for what, ev, same in blackjack() if name == BLACKJACK else compared(name):
            sys.stdout.write(f"{what}: {float(ev):+.12f}, {'equal' if same else 'DIFFERENT'}\n")
            wrong += not same
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
