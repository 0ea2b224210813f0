"""The CUSUM of `croupier meters --theory` at sound tables, and at tables that are not: `drift`.

A year of every game: whoever plays bets by chance on what has a figure that holds however it is
played. Notes are counted as they are set, due once in a million rounds of each side at the most,
and so that they are due once in a thousand; they must not come more often, by three standard
deviations. Then whole shoes of Baccara are stacked: in some of their rounds the cards are such that
the Player wins, on whom one more player then bets. Last a wheel has one pocket that is too wide,
and a player knows it.
"""

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from random import Random
from typing import Final, cast

from firmware.core.games.roulette.roulette import Roulette
from firmware.core.vocabulary.bets import Bet
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.events import CardRead, ResultSeen
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import NOMINAL_STAKE, Cents
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import BetSettled
from firmware.odds.drift import FALSE_NOTE_INTERVAL, Cusum
from firmware.odds.edges import EdgeTable
from firmware.odds.expected_hold import Wager, round_wagers
from firmware.odds.odds import PIECES, stored_figures
from firmware.odds.scripted_round import begin_round
from firmware.odds.store import SHIPPED, Store
from firmware.shell.config.defaults import default_table
from tests.campaigns.odds.odds_players import constantly
from tests.campaigns.odds.odds_rounds import Rounds
from tests.campaigns.progress import say
from tests.kits.quebec import every_side_bet, game_class, open_game

A_YEAR: Final = 100_000
"""A round every 66 seconds, five hours a day."""
OFTEN: Final = 1000
"""The rounds to a false note, few enough to see some."""
DUE: Final = (FALSE_NOTE_INTERVAL, OFTEN)
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
WIDE: Final = 3
BY_ONE_WHO_KNOWS: Final = Bet(Place(9, f"straight:{LOADED}"), Cents(40 * NOMINAL_STAKE))
BEHIND_CUT: Final = 20
PARTNER: Final = Bet(Place(9, "player"), Cents(10 * NOMINAL_STAKE))
STACKED: Final = (1.0, 0.5, 0.25)
"""The shares of the rounds that are stacked."""


class Bettors:
    """Those at one table: in each round they make up to four of the bets that have an edge, and
    those that are needed for them.
    """

    def __init__(self, name: str, chance: Random) -> None:
        self._chance = chance
        needs = game_class(name).REQUIRED_OPTIONS
        self.game = open_game(
            name,
            default_table(name).game_options if needs else every_side_bet(name),
        )
        self._edges = EdgeTable(self.game, stored_figures(name, self.game, Store(None, SHIPPED)))
        self._needed = NEEDED.get(name, ())
        later = (*self._needed, *self.game.DECISION_PLACES)
        self._places = [on for on in self.game.BETS if self._has_edge(on) and on not in later]

    def _has_edge(self, on: str) -> bool:
        return self._edges.edge_on(on, self.game.nominal_stake(on)) is not None

    @property
    def counted(self) -> bool:
        """Whether any bet of the game has an edge."""
        return bool(self._places) or any(map(self._has_edge, self._needed))

    def bets(self) -> list[Bet]:
        """Return the bets of the next round."""
        many = min(len(self._places), self._chance.randint(1, 4))
        found = [Bet(Place(1, on), self.game.nominal_stake(on)) for on in self._needed]
        for on in self._chance.sample(self._places, many):
            cents = self.game.nominal_stake(on) * self._chance.choice(FACTORS)
            found.append(Bet(Place(1, on), Cents(cents)))
        return found

    def wagers(self, lines: Sequence[BetSettled]) -> list[Wager]:
        """Return the settled bets with an edge."""
        return [bet for bet in round_wagers(lines, self._edges) if bet.edge]


# the rounds of a table, without an end


def rounds(name: str, chance: Random) -> Iterator[list[Wager]]:
    """Yield the settled bets of each round of a sound table."""
    table, decide = Bettors(name, chance), constantly(Key.STAND, most=False)
    dealt = Rounds(table.game, chance)
    while table.counted:
        yield table.wagers(dealt.play(table.bets(), decide))


def loaded(chance: Random) -> Iterator[list[Wager]]:
    """Yield those of a wheel that has one pocket that is too wide."""
    table = Bettors("roulette", chance)
    pockets = (*cast("Roulette", table.game).numbers_on_table, *[LOADED] * (WIDE - 1))
    while True:
        begin_round(table.game, [*table.bets(), BY_ONE_WHO_KNOWS])
        table.game.take_result(ResultSeen((chance.choice(pockets),)))
        yield table.wagers(table.game.lines)


def shoes(chance: Random, stacked: float = 0.0) -> Iterator[list[Wager]]:
    """Yield those of whole shoes of Baccara, some of whose rounds are stacked."""
    table, left = Bettors("baccarat", chance), list[Card]()
    while True:
        if len(left) < BEHIND_CUT:
            left = [card for card in table.game.pack for _ in range(table.game.decks)]
            chance.shuffle(left)
        is_stacked = chance.random() < stacked
        bets = [*table.bets(), *[PARTNER] * is_stacked]
        cards = _dealt(table, bets, left)
        while is_stacked and not _partner_wins(table.game.lines):
            chance.shuffle(left)
            cards = _dealt(table, bets, left)
        del left[-cards:]
        yield table.wagers(table.game.lines)


def _dealt(table: Bettors, bets: Sequence[Bet], left: Sequence[Card]) -> int:
    """Play a round from the end of the cards that are left; return how many it took."""
    begin_round(table.game, bets)
    cards = 0
    while not table.game.finished:
        cards += 1
        table.game.take(CardRead(left[-cards]))
    return cards


def _partner_wins(lines: Sequence[BetSettled]) -> bool:
    return any(line.bet.place == PARTNER.place and line.outcome == "win" for line in lines)


# the notes


def most(rounds: int, rare: int = OFTEN) -> float:
    """Return how many false notes there may be: the bound of both sides, and three deviations."""
    bound = 2 * rounds / rare
    return bound + 3 * sqrt(bound)


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
    """Print the notes; return 1 if they are too many, or if an unsound table has none."""
    parser = argparse.ArgumentParser(prog="drift", description=__doc__)
    parser.add_argument("rounds", nargs="?", type=int, default=A_YEAR)
    parser.add_argument("games", nargs="*", metavar="GAME", help="all, if none is named")
    options = parser.parse_args(arguments)
    bad = False
    for name in options.games or PIECES:
        found = notes(rounds(name, Random(name)), options.rounds)
        bad |= any(found[rare] > most(options.rounds, rare) for rare in DUE)
        say(f"{name}: {options.rounds:,} rounds, {_counted(found, options.rounds)}")
    for share in STACKED:
        after = found_after(shoes(Random(options.rounds), share), A_YEAR)
        say(f"{share:.0%} of the rounds of Baccara stacked: found after {after}")
        bad |= after is None
    wheels = [found_after(loaded(Random(seed)), A_YEAR) for seed in range(SEEDS)]
    say(f"a loaded wheel is found after {sorted(map(str, wheels))}")
    return int(bad or None in wheels)


def _counted(found: Mapping[int, int], many: int) -> str:
    return ", ".join(
        f"{count} notes due once in {rare:,} (at most {most(many, rare):.1f})"
        for rare, count in found.items()
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
