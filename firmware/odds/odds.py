"""The figures of a game: piece by piece, each from the store or else computed and kept."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from importlib import import_module
from types import ModuleType
from typing import Any, Final, NamedTuple

from firmware.core.game.game import Game
from firmware.core.game.options import CHIP, LINK, LOT
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.odds.figure import Figure, mixed
from firmware.odds.store import Store, file_name

Piece = Callable[..., Iterator[Figure]]
"""It yields the figures of some bets of a game that is open, or those of one part of its deals."""

Shares = Callable[[Any], Mapping[str, Fraction]]
"""It returns the parts of a piece, and how probable each is; its module's `PARTS` names it."""

Told = Callable[[int, int], None]
"""Called with the number of parts computed so far, and of all parts of a piece."""

BESIDE_BLACKJACK: Final = (
    "twenty_one:insurance",
    *("first_cards:side_bets", "first_cards:progressive"),
)

PIECES: Final[Mapping[str, tuple[str, ...]]] = {
    "baccarat": ("comparing:baccarat",),
    "blackjack": ("twenty_one:main", *BESIDE_BLACKJACK),
    "blackjack-multi-action": ("multi_action:main", *BESIDE_BLACKJACK),
    "boston-poker": ("paid_hands:boston_bonus", "duels:boston_poker"),
    "caribbean-stud": ("paid_hands:progressive", "duels:caribbean_stud"),
    "casino-war": ("comparing:casino_war",),
    "craps": ("instruments:instrument",),
    "crazy-four-poker": ("paid_hands:queens_up", "duels:crazy_four_poker"),
    "four-card-poker": ("paid_hands:aces_up", "duels:four_card_poker"),
    "keno": ("instruments:instrument",),
    "pai-gow": ("of_tiles:main",),
    "pai-gow-poker": ("of_seven:main", "remaining:side_bets"),
    "poker-3-5-7": ("paid_hands:three", "paid_hands:five", "kept:seven"),
    "poker-grand-prix": (
        *("kept:first", "kept:second"),
        *("paid_hands:third", "paid_hands:grand_prix_bonus"),
    ),
    "red-dog": ("comparing:red_dog",),
    "roulette": ("instruments:instrument",),
    "sic-bo": ("instruments:instrument",),
    "super-pan-9": ("comparing:super_pan_9",),
    "three-card-poker": ("duels:three_card_poker", "paid_hands:pair_plus"),
    "wheel-of-fortune": ("instruments:instrument",),
}
"""By game: the functions of this package that compute its figures, imported when needed."""

OF_SIDE_BETS: Final = ("side_bets", "progressive_table", LINK, *LOT)
"""The options of side bets alone."""
OF_POKER: Final = ("decks", "deal", CHIP)
"""Each hand is dealt from one pack (67.1), in any order, and its payments are whole multiples."""
INDIFFERENT: Final[Mapping[str, tuple[str, ...]]] = {
    "comparing": ("deal",),
    **dict.fromkeys(("duels", "kept"), (*OF_POKER, *OF_SIDE_BETS)),
    "paid_hands": (*OF_POKER, LINK),
    "of_tiles": ("deal",),
    "of_seven": (*OF_SIDE_BETS, "deal", "generator"),
    "remaining": ("deal", CHIP),
    **dict.fromkeys(("twenty_one", "multi_action"), (*OF_SIDE_BETS, "hands", "deal", CHIP)),
    "first_cards": (
        *("stand_all_17", "special_hands", "double_any", "double_after_split", "resplit"),
        *("hands", "deal", CHIP, LINK),
    ),
}
"""By module: the options that change none of its figures."""

AT_ONCE: Final = "instruments"
"""The module whose figures take no time, and are not kept."""


def figures(
    name: str, game: Game, store: Store, told: Told = lambda _, __: None
) -> Iterator[Figure]:
    """Yield the figures of a game. Each computed piece, and each part of a long one, is kept, so an
    interrupted reckoning goes on where it was interrupted.

    Raises CannotBeDone if the house does not play this game, or if a library is missing.
    """
    if name not in PIECES:
        raise CannotBeDone(Text("chances.no_house", {"game": name}))
    for piece in PIECES[name]:
        yield from _piece(name, piece, game, store, told)


def known(name: str, game: Game, store: Store) -> Iterator[Figure]:
    """Yield the figures of a game that need no reckoning: those that are kept, or take no time."""
    for piece in PIECES.get(name, ()):
        module, _, function = piece.partition(":")
        if module == AT_ONCE:
            yield from _load(module, function)(game)
        else:
            yield from store.find(file_of(name, piece, game)) or ()


def file_of(name: str, piece: str, game: Game) -> str:
    """Return the name of the file of a piece."""
    module, _, function = piece.partition(":")
    return file_name(name, function, game, INDIFFERENT.get(module, ()))


def _piece(name: str, piece: str, game: Game, store: Store, told: Told) -> list[Figure]:
    module, _, function = piece.partition(":")
    if module == AT_ONCE:
        return list(_load(module, function)(game))
    file = file_of(name, piece, game)
    found = store.find(file)
    if found is None:
        found = _computed(_Work(file, game, store, told), module, function)
        store.keep(file, found)
    return found


class _Work(NamedTuple):
    """One piece that is being computed."""

    file: str
    game: Game
    store: Store
    told: Told


def _computed(work: _Work, module: str, function: str) -> list[Figure]:
    compute: Piece = _load(module, function)
    shares: Shares | None = getattr(_module(module), "PARTS", {}).get(function)
    if shares is None:
        return list(compute(work.game))
    parts = dict(shares(work.game))
    names = [f"{work.file}.{part}" for part in parts]
    found = []
    for done, (part, share) in enumerate(parts.items()):
        work.told(done, len(parts))
        kept = work.store.find(names[done])
        if kept is None:
            kept = list(compute(work.game, part))
            work.store.keep(names[done], kept)
        found.append((share, kept))
    work.store.forget(names)
    return joined(found)


def joined(parts: Sequence[tuple[Fraction, Sequence[Figure]]]) -> list[Figure]:
    """Return the figures of several parts of the deals, given the probability of each."""
    first = parts[0][1]
    return [
        each._replace(
            chances=mixed((share, figures[at].chances) for share, figures in parts),
            least=_least([(share, figures[at]) for share, figures in parts]),
            advice=tuple(row for _, figures in parts for row in figures[at].advice),
        )
        for at, each in enumerate(first)
    ]


def _least(parts: Sequence[tuple[Fraction, Figure]]) -> Fraction | None:
    if all(figure.least is None for _, figure in parts):
        return None
    return sum((share * figure.least_ev for share, figure in parts), Fraction(0))


def _module(name: str) -> ModuleType:
    try:
        return import_module(f"firmware.odds.{name}")
    except ModuleNotFoundError as error:
        raise CannotBeDone(Text("chances.needs", {"library": str(error.name)})) from None


def _load(module: str, function: str) -> Piece:
    found: Piece = getattr(_module(module), function)
    return found
