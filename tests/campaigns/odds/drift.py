"""The CUSUM of `croupier meters --theory` at tables of Baccara: campaign `drift`, ARGS="ROUNDS".

Whole shoes are dealt by chance, with several players who bet by chance. Notes that are due once in
a thousand rounds must not come more often, by three standard deviations. Then shoes are stacked: in
some of their rounds the cards are such that the Player wins, on whom one more player then bets.
"""

import sys
from collections.abc import Iterator, Sequence
from math import sqrt
from random import Random
from typing import Final

from firmware.core.game.game import Game
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.events import CardRead
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import Bet, BetSettled
from firmware.odds.drift import Cusum
from firmware.odds.edges import EdgeTable
from firmware.odds.expected_hold import Wager, round_wagers
from firmware.odds.odds import stored_figures
from firmware.odds.scripted_round import begin_round
from firmware.odds.store import SHIPPED, Store
from firmware.shell.rules.rules import open_game

OFTEN: Final = 1000
"""The rounds to a false note, few enough to see some."""
BEHIND_CUT: Final = 20
STAKES: Final = (500, 1000, 2500, 10_000)
PLACES: Final = ("player", "banker", "tie")
PARTNER: Final = 9
STACKED: Final = (1.0, 0.5, 0.25)
"""The shares of the rounds that are stacked."""


class Shoes:
    """The rounds of a table, shoe by shoe."""

    def __init__(self, chance: Random, stacked: float = 0.0) -> None:
        self._chance = chance
        self._stacked = stacked
        self._game: Game = open_game("baccarat", {})
        self._edges = EdgeTable(
            self._game, stored_figures("baccarat", self._game, Store(None, SHIPPED))
        )
        self._left: list[Card] = []

    def rounds(self) -> Iterator[list[Wager]]:
        """Yield the settled bets of each round, without an end."""
        while True:
            if len(self._left) < BEHIND_CUT:
                self._left = [card for card in self._game.pack for _ in range(self._game.decks)]
                self._chance.shuffle(self._left)
            stacked = self._chance.random() < self._stacked
            bets = self._bets(partner=stacked)
            while True:
                cards = self._deal(bets)
                won = any(line.outcome == "win" for line in self._game.lines if _is_partner(line))
                if won or not stacked:
                    break
                self._chance.shuffle(self._left)
            del self._left[-cards:]
            yield list(round_wagers(self._game.lines, self._edges))

    def _bets(self, *, partner: bool) -> list[Bet]:
        found = [Bet(Place(PARTNER, "player"), Cents(max(STAKES)))] if partner else []
        for spot in range(1, 1 + self._chance.randint(1, 4)):
            place = Place(spot, self._chance.choice(PLACES))
            found.append(Bet(place, Cents(self._chance.choice(STAKES))))
        return found

    def _deal(self, bets: Sequence[Bet]) -> int:
        """Play the round from the end of the cards that are left; return how many it took."""
        begin_round(self._game, bets)
        cards = 0
        while not self._game.finished:
            cards += 1
            self._game.take(CardRead(self._left[-cards]))
        return cards


def _is_partner(line: BetSettled) -> bool:
    return line.bet.place.spot == PARTNER


def false_notes(rounds: int, chance: Random) -> int:
    """Return the notes of both sides at a sound table, each due once in `OFTEN` rounds at most."""
    watches = [Cusum(is_excess=more, note_interval=OFTEN) for more in (False, True)]
    dealt = zip(range(rounds), Shoes(chance).rounds(), strict=False)
    return sum(watch.add_round(at, bets) is not None for at, bets in dealt for watch in watches)


def most(rounds: int, rare: int = OFTEN) -> float:
    """Return how many false notes there may be: the bound of both sides, and three deviations."""
    bound = 2 * rounds / rare
    return bound + 3 * sqrt(bound)


def found_after(stacked: float, chance: Random, rounds: int) -> int | None:
    """Return the rounds until a stacked table has its note; None if it has none."""
    watch = Cusum(is_excess=False)
    for at, bets in zip(range(1, 1 + rounds), Shoes(chance, stacked).rounds(), strict=False):
        if watch.add_round(at, bets):
            return at
    return None


def main(arguments: Sequence[str]) -> int:
    """Print the notes; return 1 if too many are false, or if a stacked table has none."""
    rounds = int(arguments[0]) if arguments else 100_000
    noted = false_notes(rounds, Random(rounds))
    bad = noted > most(rounds)
    sys.stdout.write(f"{rounds} sound rounds: {noted} notes, at most {most(rounds):.0f}\n")
    for stacked in STACKED:
        after = found_after(stacked, Random(rounds), rounds)
        sys.stdout.write(f"{stacked:.0%} of the rounds stacked: found after {after}\n")
        bad |= after is None
    return int(bad)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
