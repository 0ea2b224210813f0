"""The store of computed figures: the shipped ones, then the user's.

A file has the figures of one piece of a game. Its name contains the digest of everything that they
depend on, so a file of other rules, other options or another version is never read. An unreadable
file is computed again; if the folder cannot be written, nothing is stored.
"""

import hashlib
import os
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Final

import msgspec

from firmware.core.game.game import Game
from firmware.core.vocabulary.money import Cents
from firmware.odds.figure import AdviceRow, Figure

VERSION: Final = 2
"""Increment it when the same rules and options give other figures."""

SHIPPED: Final = Path(__file__).with_name("shipped")

RatioText = str
"""A fraction as `n/d`."""


class _StoredFigure(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"minimum": "least"}
):
    bet: str
    per: str
    play: str
    stake: Cents | None
    chances: list[tuple[RatioText, RatioText]]
    advice: list[tuple[str, str]]
    bound: str
    minimum: RatioText | msgspec.UnsetType = msgspec.UNSET
    break_even: Cents | msgspec.UnsetType = msgspec.UNSET
    dealer: str | msgspec.UnsetType = msgspec.UNSET


def user_folder() -> Path:
    """Return the user's folder of figures."""
    cache_folder = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(cache_folder, "croupier", "odds")


def figure_file_name(
    game_name: str,
    piece_name: str,
    opened_game: Game,
    irrelevant_options: Collection[str] = (),
    deciding_tables: Collection[str] | None = None,
) -> str:
    """Return the file name of a piece, with the digest of the rule pack's numbers and of all
    options except those that do not affect its figures.

    An option at its default does not count, so a new option changes no name: at the default of the
    game, whatever is usual at a house. `deciding_tables` are the pay tables that count; None for
    every one.
    """
    rules, game_type = opened_game.rules, type(opened_game)
    own_options = {**game_type.OWN_OPTIONS, **game_type.SWITCHES}
    default_options = {
        **game_type(rules, {}).options,
        **{name: values[0] for name, values in own_options.items()},
        "decks": None,
    }
    tables = {
        name: table
        for name, table in rules.tables.items()
        if deciding_tables is None or name in deciding_tables
    }
    pack_numbers = rules.pays, rules.commission, rules.stakes, tables, *_house_numbers(opened_game)
    # the lines of a chosen pay table are among the numbers
    named_tables = () if deciding_tables is None else ("pay_tables",)
    changed_options = {
        option_name: value
        for option_name, value in opened_game.options.items()
        if option_name not in (*irrelevant_options, *named_tables)
        and value != default_options[option_name]
    }
    dependencies = msgspec.json.encode([VERSION, *pack_numbers, changed_options], order="sorted")
    return f"{game_name}.{piece_name}.{hashlib.sha256(dependencies).hexdigest()[:24]}.json"


def _house_numbers(game: Game) -> Iterator[object]:
    """Yield what only some houses have, so that a file of the others keeps its name."""
    if game.rules.bets:
        yield game.rules.bets
    if game.rules.payment_caps:
        yield game.payment_caps
    if game.UNIT != Game.UNIT:
        yield game.UNIT


class Store:
    """Figures by file name."""

    def __init__(self, user_folder_path: Path | None, *shipped_folders: Path) -> None:
        """Read from all of these folders; write to the user's, if it is given."""
        self._own_folder = user_folder_path
        self._search_folders = (*shipped_folders, *([user_folder_path] if user_folder_path else []))

    def find_figures(self, figure_file: str) -> list[Figure] | None:
        """Return the figures of a file; None if no folder has it."""
        for folder in self._search_folders:
            try:
                stored_figures = msgspec.json.decode(
                    (folder / figure_file).read_bytes(), type=list[_StoredFigure]
                )
                return [_from_stored(stored_figure) for stored_figure in stored_figures]
            # a damaged file counts as missing; a denominator of 0 is the third error
            except (OSError, ValueError, ZeroDivisionError):
                continue
        return None

    def store_figures(self, figure_file: str, figures: Sequence[Figure]) -> None:
        """Write figures to a file, atomically."""
        if self._own_folder is None:
            return
        partial_file = self._own_folder / f".{figure_file}.{os.getpid()}"
        try:
            self._own_folder.mkdir(parents=True, exist_ok=True)
            partial_file.write_bytes(msgspec.json.encode(list(map(_to_stored, figures))))
            # atomic: another process never reads half a file
            partial_file.replace(self._own_folder / figure_file)
        except OSError:
            with suppress(OSError):
                partial_file.unlink()

    def delete_figures(self, figure_files: Iterable[str]) -> None:
        """Delete these files."""
        if self._own_folder is not None:
            for figure_file in figure_files:
                with suppress(OSError):
                    (self._own_folder / figure_file).unlink()


def ratio_text(ratio: Fraction) -> RatioText:
    return f"{ratio.numerator}/{ratio.denominator}"


def _to_stored(figure: Figure) -> _StoredFigure:
    chances = [
        (ratio_text(profit), ratio_text(chance))
        for profit, chance in sorted(figure.chances.items())
    ]
    advice = [(advice_row.hand, advice_row.decision) for advice_row in figure.advice]
    minimum_text = msgspec.UNSET if figure.minimum is None else ratio_text(figure.minimum)
    break_even_cents = msgspec.UNSET if figure.break_even is None else figure.break_even
    dealer_text = figure.dealer or msgspec.UNSET
    common_fields = figure.bet, figure.per, figure.play, figure.stake
    return _StoredFigure(
        *common_fields, chances, advice, figure.bound, minimum_text, break_even_cents, dealer_text
    )


def _from_stored(stored_figure: _StoredFigure) -> Figure:
    chances = _read_chances(stored_figure.chances)
    advice = tuple(AdviceRow(*advice_pair) for advice_pair in stored_figure.advice)
    minimum_ratio = (
        None if stored_figure.minimum is msgspec.UNSET else Fraction(stored_figure.minimum)
    )
    break_even_cents = (
        None if stored_figure.break_even is msgspec.UNSET else stored_figure.break_even
    )
    dealer_text = "" if stored_figure.dealer is msgspec.UNSET else stored_figure.dealer
    common_fields = (
        stored_figure.bet,
        chances,
        stored_figure.per,
        stored_figure.play,
        stored_figure.stake,
    )
    return Figure(
        *common_fields, advice, stored_figure.bound, minimum_ratio, break_even_cents, dealer_text
    )


def _read_chances(ratio_pairs: Iterable[tuple[RatioText, RatioText]]) -> dict[Fraction, Fraction]:
    """Raises ValueError if the chances do not sum to 1."""
    read_chances = {Fraction(profit): Fraction(chance) for profit, chance in ratio_pairs}
    if sum(read_chances.values()) != 1:
        raise ValueError("chances that do not sum to 1")
    return read_chances
