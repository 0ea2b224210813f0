"""The figures of a game: piece by piece, each from the store or else computed and kept."""

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Any, Final

from firmware.core.game.game import Game
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.odds.figure import Figure
from firmware.odds.store import Store, file_name

Piece = Callable[[Any], Iterator[Figure]]
"""It yields the figures of some bets of a game that is open."""

PIECES: Final[Mapping[str, tuple[str, ...]]] = {
    "baccarat": ("comparing:baccarat",),
    "blackjack": ("first_cards:side_bets",),
    "blackjack-multi-action": ("first_cards:side_bets",),
    "boston-poker": ("paid_hands:boston_bonus",),
    "caribbean-stud": ("paid_hands:progressive", "duels:caribbean_stud"),
    "casino-war": ("comparing:casino_war",),
    "craps": ("instruments:instrument",),
    "crazy-four-poker": ("paid_hands:queens_up", "duels:crazy_four_poker"),
    "four-card-poker": ("paid_hands:aces_up", "duels:four_card_poker"),
    "keno": ("instruments:instrument",),
    "pai-gow-poker": ("remaining:side_bets",),
    "poker-3-5-7": ("paid_hands:three", "paid_hands:five"),
    "poker-grand-prix": ("paid_hands:third", "paid_hands:grand_prix_bonus"),
    "red-dog": ("comparing:red_dog",),
    "roulette": ("instruments:instrument",),
    "sic-bo": ("instruments:instrument",),
    "super-pan-9": ("comparing:super_pan_9",),
    "three-card-poker": ("duels:three_card_poker", "paid_hands:pair_plus"),
    "wheel-of-fortune": ("instruments:instrument",),
}
"""By game: the functions of this package that compute its figures, imported when needed."""

AT_ONCE: Final = "instruments"
"""The module whose figures take no time, and are not kept."""


def figures(name: str, game: Game, store: Store) -> Iterator[Figure]:
    """Yield the figures of a game. What is computed is kept, so an interrupted reckoning goes on at
    the piece at which it was interrupted.

    Raises CannotBeDone if there are none of this game, or if a library is missing.
    """
    if name not in PIECES:
        raise CannotBeDone(Text("chances.not_yet", {"game": name}))
    for piece in PIECES[name]:
        yield from _piece(name, piece, game, store)


def _piece(name: str, piece: str, game: Game, store: Store) -> list[Figure]:
    module, _, function = piece.partition(":")
    if module == AT_ONCE:
        return list(_load(module, function)(game))
    file = file_name(name, function, game)
    found = store.find(file)
    if found is None:
        found = list(_load(module, function)(game))
        store.keep(file, found)
    return found


def _load(module: str, function: str) -> Piece:
    try:
        found: Piece = getattr(import_module(f"firmware.odds.{module}"), function)
    except ModuleNotFoundError as error:
        raise CannotBeDone(Text("chances.needs", {"library": str(error.name)})) from None
    return found
