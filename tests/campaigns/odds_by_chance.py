"""The figures of `croupier odds` against rounds by chance: `make odds-played ARGS="ROUNDS GAME…"`.

The core is dealt a shuffled shoe, and the player does the same thing whenever he may. What each bet
has brought on average must be within three standard deviations of its figure; of a hundred sound
figures, one in four runs has one beyond. Best plays that need a look at the cards are not played.
"""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import sqrt
from random import Random
from typing import Final

from firmware.cli.commands.odds import every_bet
from firmware.core.game.course import Choice, Decision
from firmware.core.game.game import Game
from firmware.core.games.blackjack.hand import is_soft, total
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import CardRead
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import Bet
from firmware.odds.figure import BEST, Figure
from firmware.odds.odds import known
from firmware.odds.played import begin, profit
from firmware.odds.store import SHIPPED, Store
from firmware.shell.rules.rules import open_game

STAKE: Final = Cents(1000)
CARDS: Final = 60
"""No round of one player takes more."""
BEYOND: Final = 3.0
DRAWS_TO: Final = 17
MIMIC: Final = "mimic"
CALL: Final = "call"

LAID: Final[Mapping[str, Sequence[str]]] = {
    "baccarat": ("player", "banker", "tie"),
    "blackjack": ("main", "twelve_to_sixteen", "over_13", "under_13"),
    "boston-poker": ("ante", "first", "bonus"),
    "caribbean-stud": ("ante", "progressive"),
    "casino-war": ("main", "tie"),
    "crazy-four-poker": ("ante", "super_bonus", "queens_up"),
    "four-card-poker": ("ante", "aces_up"),
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
DECIDING: Final = {"ante", "main", "super_bonus", "first", "second", "seven"}
"""Bets whose best play looks at the cards."""


def bets_of(name: str, game: Game) -> list[Bet]:
    """Return the bets that are laid together."""
    unit = {on: game.nominal(on) for on in LAID[name]}
    least = min(unit.values()) if name == "boston-poker" else None
    return [
        Bet(Place(1, on), Cents(STAKE * (cents // least) if least else min(cents, STAKE)))
        for on, cents in unit.items()
    ]


Decide = Callable[[Game], None]


def player(name: str, play: str) -> Decide | None:
    """Return who plays so; None if one must look at the cards."""
    if play == MIMIC:
        return as_dealer if name == "blackjack" else None
    if play == CALL:
        return constantly(Key.RAISE, most=False)
    keys = {key.value: key for key in Key} | {BEST: Key.FOLD}
    return constantly(keys[play], most=True) if play in keys else None


def constantly(key: Key, *, most: bool) -> Decide:
    """Return a player who decides so whenever he may, with as many chips as he may or as few."""

    def decide(game: Game) -> None:
        choice = next((one for one in game.choices if one.do is key), game.choices[-1])
        try:
            game.decide(_laid(choice, most=most))
        except Forbidden:
            game.decide(_laid(choice, most=False))

    return decide


def as_dealer(game: Game) -> None:
    """Article 26, for the player; he takes no insurance."""
    keys = {choice.do: choice for choice in game.choices}
    cards = game.cards["1"]
    draws = total(cards) < DRAWS_TO or (total(cards) == DRAWS_TO and is_soft(cards))
    wanted = Key.HIT if draws else Key.STAND
    game.decide(_laid(keys.get(Key.NO_INSURANCE) or keys[wanted], most=False))


def _laid(choice: Choice, *, most: bool) -> Decision:
    return Decision(choice, {s.on: s.most if most else s.least for s in choice.stakes})


def average(
    game: Game, own: Sequence[Figure], name: str, decide: Decide, chance: Random, rounds: int
) -> dict[str, Fraction]:
    """Return what each bet brings a round on average, in units of its own stake."""
    bets = bets_of(name, game)
    shoe = [card for card in game.pack for _ in range(game.decks)]
    stakes = {bet.place.on: bet.cents for bet in bets}
    total = {figure.bet: Fraction(0) for figure in own}
    for _ in range(rounds):
        cards = iter(chance.sample(shoe, min(CARDS, len(shoe))))
        begin(game, bets)
        while not game.finished:
            if game.choices:
                decide(game)
            else:
                game.take(CardRead(next(cards)))
        for on in total:
            counted = TOGETHER.get((name, on)) or ADDED.get(on, (on,))
            total[on] += profit(game.lines, counted, stakes.get(on, STAKE))
    return {on: won / rounds for on, won in total.items()}


def deviations(name: str, rounds: int, chance: Random) -> Iterator[tuple[Figure, float]]:
    """Yield each figure of a play without a look, and by how many standard deviations it is off."""
    game = open_game(name, every_bet(name))
    figures = [
        figure
        for figure in known(name, game, Store(None, SHIPPED))
        if figure.bet in LAID[name] and figure.stake in (None, STAKE)
    ]
    for play in dict.fromkeys(figure.play for figure in figures):
        own = [f for f in figures if f.play == play and not (play == BEST and f.bet in DECIDING)]
        decide = player(name, play)
        if not own or decide is None:
            continue
        found = average(game, own, name, decide, chance, rounds)
        for figure in own:
            spread = sqrt(figure.variance / rounds)
            off = float(found[figure.bet] - figure.ev)
            yield figure, off / spread if spread else 0.0 if not off else float("inf")


def main(arguments: Sequence[str]) -> int:
    """Print each figure with its deviation; return 1 if one is beyond three."""
    rounds = int(arguments[0]) if arguments else 100_000
    beyond = 0
    for name in arguments[1:] or LAID:
        for figure, off in deviations(name, rounds, Random(rounds)):
            said = f"{name} {figure.bet} {figure.play}: {float(figure.ev):+.5f}, {off:+.2f}"
            sys.stdout.write(f"{said}\n")
            beyond += abs(off) > BEYOND
    return int(beyond > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
