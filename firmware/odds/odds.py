"""The figures of a game, piece by piece: each from the store, or computed and stored."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from importlib import import_module
from types import ModuleType
from typing import Any, Final, NamedTuple

from firmware.core.game.declared_bets import DeclaredBets
from firmware.core.game.game import Game
from firmware.core.game.options import JACKPOT_LINK, JACKPOT_OPTIONS, ROUNDING
from firmware.core.games.baccarat import BURN, COMMISSION_DUE, SEVERAL_BETTORS
from firmware.core.games.blackjack.switches import INSURANCE_FOR_LESS, SWITCHES, UNLIKE_TENS
from firmware.core.games.poker.three_card_poker import (
    DEALER_OPENS,
    FOLD_TAKES_PAIR_PLUS,
    PAIR_PLUS_ALONE,
    TIE,
)
from firmware.core.games.roulette.roulette import Roulette
from firmware.core.games.sic_bo import SicBo
from firmware.core.games.wheel_of_fortune import WheelOfFortune
from firmware.core.returns import without_caps
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.odds.capped_figures import figures_as_capped, is_counted_as_capped
from firmware.odds.figure import Figure, mix_chances
from firmware.odds.rounded_figures import figures_as_rounded, with_exact_amounts
from firmware.odds.store import Store, figure_file_name

PieceFunction = Callable[..., Iterator[Figure]]
"""Yields the figures of some bets of an opened game, or those of one part of its deals."""

PartShares = Callable[[Any], Mapping[str, Fraction]]
"""Returns the parts of a piece and their probabilities; listed in its module's `PARTS`."""

ReportProgress = Callable[[int, int], None]
"""Called with the number of parts computed so far, and of all parts."""

BLACKJACK_SIDE_PIECES: Final = (
    "blackjack:insurance",
    *("blackjack_side_bets:side_bets", "blackjack_side_bets:progressive"),
)

PIECES: Final[Mapping[str, tuple[str, ...]]] = {
    "baccarat": ("comparison_games:baccarat",),
    "blackjack": ("blackjack:main", *BLACKJACK_SIDE_PIECES),
    "blackjack-multi-action": ("blackjack_multi_action:main", *BLACKJACK_SIDE_PIECES),
    "boston-poker": ("pay_table_bets:boston_bonus", "duels:boston_poker"),
    "caribbean-stud": ("pay_table_bets:progressive", "duels:caribbean_stud"),
    "casino-war": ("comparison_games:casino_war",),
    "craps": ("instruments:instrument",),
    "crazy-four-poker": ("pay_table_bets:queens_up", "duels:crazy_four_poker"),
    "four-card-poker": ("pay_table_bets:aces_up", "duels:four_card_poker"),
    "keno": ("instruments:instrument",),
    "pai-gow": ("pai_gow:main",),
    "pai-gow-poker": ("pai_gow_poker:main", "pai_gow_poker_side_bets:side_bets"),
    "poker-3-5-7": ("pay_table_bets:three", "pay_table_bets:five", "withdrawable_bets:seven"),
    "poker-grand-prix": (
        *("withdrawable_bets:first", "withdrawable_bets:second"),
        *("pay_table_bets:third", "pay_table_bets:grand_prix_bonus"),
    ),
    "red-dog": ("comparison_games:red_dog",),
    "roulette": ("instruments:instrument",),
    "sic-bo": ("instruments:instrument",),
    "super-pan-9": ("comparison_games:super_pan_9",),
    "three-card-poker": ("duels:three_card_poker", "pay_table_bets:pair_plus"),
    "ultimate-holdem": ("ultimate_holdem:ante", "trips:trips"),
    "wheel-of-fortune": ("instruments:instrument",),
}
"""By game: `module:function` in this package, imported when needed. The function's name is part of
the stored files' names, so it may not change.
"""

SIDE_BET_OPTIONS: Final = ("side_bets", "progressive_table", JACKPOT_LINK, *JACKPOT_OPTIONS)
"""Options that concern side bets alone."""
POKER_OPTIONS: Final = ("decks", "deal")
"""Each hand is dealt from one pack (67.1), in any order."""
INDIFFERENT_OPTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "comparison_games": ("deal", BURN, SEVERAL_BETTORS, COMMISSION_DUE),
    **dict.fromkeys(
        ("duels", "withdrawable_bets"),
        (*POKER_OPTIONS, *SIDE_BET_OPTIONS, FOLD_TAKES_PAIR_PLUS, PAIR_PLUS_ALONE),
    ),
    # nobody folds a hand that Pair plus pays
    "pay_table_bets": (
        *(*POKER_OPTIONS, JACKPOT_LINK),
        *(DEALER_OPENS, TIE, FOLD_TAKES_PAIR_PLUS, PAIR_PLUS_ALONE),
    ),
    "trips": POKER_OPTIONS,
    "ultimate_holdem": (*POKER_OPTIONS, *SIDE_BET_OPTIONS),
    "pai_gow": ("deal",),
    "pai_gow_poker": (*SIDE_BET_OPTIONS, "deal", "generator"),
    "pai_gow_poker_side_bets": ("deal",),
    # the best play never splits tens
    **dict.fromkeys(
        ("blackjack", "blackjack_multi_action"),
        (*SIDE_BET_OPTIONS, "hands", "deal", INSURANCE_FOR_LESS, UNLIKE_TENS),
    ),
    "blackjack_side_bets": (
        *("stand_all_17", "special_hands", "double_any", "double_after_split", "resplit"),
        *("hands", "deal", JACKPOT_LINK, *SWITCHES),
    ),
}
"""By module: the options that change none of its figures."""

DECIDING_TABLES: Final[Mapping[str, tuple[str, ...]]] = {
    "ultimate_holdem:ante": ("blind",),
    "trips:trips": ("trips",),
}
"""By piece: the pay tables that decide its figures, where not every one of the game does."""

COUNTED_AS_ROUNDED: Final = ("withdrawable_bets:seven",)
"""Pieces that are counted with the table's own rounding: the half of a withdrawn bet (67.47)."""

DECLARED_PIECE: Final = "declared_odds:declared"

INSTANT_MODULE: Final = "instruments"
"""The module whose figures are computed at once, and not stored."""


def game_figures(
    game_name: str,
    game: Game,
    store: Store,
    report_progress: ReportProgress = lambda _, __: None,
    bet: str | None = None,
) -> Iterator[Figure]:
    """Yield the figures of a game; of a declared `bet`, those of declared bets alone. Each computed
    piece, and each part of a long one, is stored, so an interrupted computation continues there.

    Raises RequestFailed if the house does not play this game, or if a library is missing.
    """
    if game_name not in PIECES:
        raise RequestFailed(Text("chances.no_house", {"game": game_name}))
    pieces = pieces_of(game_name, game)
    if DECLARED_PIECE in pieces and isinstance(game, DeclaredBets) and bet in game.TERMS:
        pieces = (DECLARED_PIECE,)
    for piece in pieces:
        figures = _piece_figures(game_name, piece, game, store, report_progress)
        yield from _figures_of_table(piece, game, figures)


def stored_figures(game_name: str, game: Game, store: Store) -> Iterator[Figure]:
    """Yield the figures of a game that are stored, or computed at once."""
    for piece in pieces_of(game_name, game):
        module, _, function = piece.partition(":")
        if module == INSTANT_MODULE:
            figures = list(_load_piece(module, function)(_counted_game(piece, game)))
        else:
            figures = store.find_figures(piece_file(game_name, piece, game)) or []
        yield from _figures_of_table(piece, game, figures)


def pieces_of(game_name: str, game: Game) -> tuple[str, ...]:
    """Return the pieces of a game's figures, that of declared bets included; none if the house does
    not play it.
    """
    own_pieces = PIECES.get(game_name, ())
    if not isinstance(game, DeclaredBets) or isinstance(game, Roulette | SicBo | WheelOfFortune):
        return own_pieces
    return (*own_pieces, DECLARED_PIECE)


def piece_file(game_name: str, piece: str, game: Game) -> str:
    """Return the file name of a piece."""
    module, _, function = piece.partition(":")
    counted_game = _counted_game(piece, game)
    return figure_file_name(
        game_name,
        function,
        counted_game,
        INDIFFERENT_OPTIONS.get(module, ()),
        DECIDING_TABLES.get(piece),
    )


def _counted_game(piece: str, game: Game) -> Game:
    """Return the game by which a piece is counted: that of exact amounts, whose figures hold at any
    multiple of a step, unless the best decisions depend on how the table rounds; and without
    maximum payments, unless the piece counts them.
    """
    if not is_counted_as_capped(piece.partition(":")[0], game):
        game = without_caps(game)
    is_counted_as_rounded = piece in COUNTED_AS_ROUNDED and game.options[ROUNDING]
    return game if is_counted_as_rounded else with_exact_amounts(game)


def _figures_of_table(piece: str, game: Game, figures: Sequence[Figure]) -> Iterator[Figure]:
    if piece not in COUNTED_AS_ROUNDED:
        figures = list(figures_as_rounded(game, figures))
    is_capped = is_counted_as_capped(piece.partition(":")[0], game)
    return iter(figures) if is_capped else figures_as_capped(game, figures)


def _piece_figures(
    game_name: str, piece: str, game: Game, store: Store, report_progress: ReportProgress
) -> list[Figure]:
    module, _, function = piece.partition(":")
    counted_game = _counted_game(piece, game)
    if module == INSTANT_MODULE:
        return list(_load_piece(module, function)(counted_game))
    piece_file_name = piece_file(game_name, piece, game)
    piece_result = store.find_figures(piece_file_name)
    if piece_result is None:
        piece_result = _compute_piece(
            _PieceWork(piece_file_name, counted_game, store, report_progress), module, function
        )
        store.store_figures(piece_file_name, piece_result)
    return piece_result


class _PieceWork(NamedTuple):
    """A piece that is being computed."""

    piece_file_name: str
    game: Game
    store: Store
    report_progress: ReportProgress


def _compute_piece(piece_work: _PieceWork, module: str, function: str) -> list[Figure]:
    compute_figures: PieceFunction = _load_piece(module, function)
    part_shares: PartShares | None = getattr(_odds_module(module), "PARTS", {}).get(function)
    if part_shares is None:
        return list(compute_figures(piece_work.game))
    piece_parts = dict(part_shares(piece_work.game))
    part_files = [f"{piece_work.piece_file_name}.{part_name}" for part_name in piece_parts]
    piece_result = []
    for parts_done, (part_name, probability) in enumerate(piece_parts.items()):
        piece_work.report_progress(parts_done, len(piece_parts))
        part_result = piece_work.store.find_figures(part_files[parts_done])
        if part_result is None:
            part_result = list(compute_figures(piece_work.game, part_name))
            piece_work.store.store_figures(part_files[parts_done], part_result)
        piece_result.append((probability, part_result))
    # the joined piece replaces its parts
    piece_work.store.delete_figures(part_files)
    return join_parts(piece_result)


def join_parts(piece_parts: Sequence[tuple[Fraction, Sequence[Figure]]]) -> list[Figure]:
    """Return the combined figures of the parts, given the probability of each."""
    first_part = piece_parts[0][1]
    return [
        first_figure._replace(
            chances=mix_chances(
                (probability, part_figures[figure_index].chances)
                for probability, part_figures in piece_parts
            ),
            minimum=_joined_minimum(
                [
                    (probability, part_figures[figure_index])
                    for probability, part_figures in piece_parts
                ]
            ),
            advice=tuple(
                advice_row
                for _, part_figures in piece_parts
                for advice_row in part_figures[figure_index].advice
            ),
        )
        for figure_index, first_figure in enumerate(first_part)
    ]


def _joined_minimum(piece_parts: Sequence[tuple[Fraction, Figure]]) -> Fraction | None:
    if all(figure.minimum is None for _, figure in piece_parts):
        return None
    return sum(
        (probability * figure.least_expected_profit for probability, figure in piece_parts),
        Fraction(0),
    )


def _odds_module(module_name: str) -> ModuleType:
    try:
        return import_module(f"firmware.odds.{module_name}")
    except ModuleNotFoundError as error:
        raise RequestFailed(Text("chances.needs", {"library": str(error.name)})) from None


def _load_piece(module: str, function: str) -> PieceFunction:
    piece_function: PieceFunction = getattr(_odds_module(module), function)
    return piece_function
