"""Figures of one decision by a second exact reckoning, too long for the tests: `make odds-exactly`.

Every deal is counted by rules and pay tables that are written here once more, and each profit's
probability must be that of `croupier odds`, as a fraction.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from firmware.cli.commands.odds import every_bet
from firmware.odds.figure import Chances
from firmware.odds.odds import known
from firmware.odds.store import SHIPPED, Store
from firmware.shell.rules.rules import open_game
from tests.campaigns.odds import odds_kept, odds_of_boston, odds_of_fou, odds_of_tiles

Bets = Iterator[tuple[str, Chances]]
"""Bets, and the chances of each by the best play."""

GAMES: Final[Mapping[str, Callable[[], Bets]]] = {
    "boston-poker": odds_of_boston.bets,
    "crazy-four-poker": odds_of_fou.bets,
    "pai-gow": odds_of_tiles.bets,
    "poker-3-5-7": odds_kept.seven,
    "poker-grand-prix": odds_kept.grand_prix,
}
STAKE: Final = 1000
"""Where the return depends on it."""


def compared(name: str) -> Iterator[tuple[str, Fraction, bool]]:
    """Yield each bet that is counted here, what it brings, and whether all its chances are those
    of the figure.
    """
    figures = {
        figure.bet: figure
        for figure in known(name, open_game(name, every_bet(name)), Store(None, SHIPPED))
        if figure.play == "best" and figure.stake in (None, STAKE)
    }
    for bet, chances in GAMES[name]():
        there = {gain: chance for gain, chance in chances.items() if chance}
        yield bet, figures[bet].ev, there == figures[bet].chances


def main(arguments: Sequence[str]) -> int:
    """Print each bet; return 1 if one differs."""
    parser = argparse.ArgumentParser(prog="odds-exactly", description=__doc__)
    parser.add_argument("games", nargs="*", choices=[[], *GAMES], metavar="GAME")
    wrong = 0
    for name in parser.parse_args(arguments).games or GAMES:
        for bet, ev, same in compared(name):
            sys.stdout.write(f"{name} {bet}: {ev}, {'equal' if same else 'DIFFERENT'}\n")
            wrong += not same
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
