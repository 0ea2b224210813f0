"""Figures that are kept, so that they are computed once: those that are shipped, then the user's.

A file has the figures of one piece of a game. Its name has the digest of all that they depend on,
so a file of other rules, of other options or of another version is never read. An unreadable file
is computed again, and a folder that can't be written is done without.
"""

import hashlib
import os
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Final

import msgspec

from firmware.core.game.game import Game
from firmware.core.vocabulary.money import Cents
from firmware.odds.figure import Advice, Figure

VERSION: Final = 2
"""Raised when the same rules and options are to give other figures."""

SHIPPED: Final = Path(__file__).with_name("shipped")

Ratio = str
"""A fraction as `n/d`."""


class _Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    bet: str
    per: str
    play: str
    stake: Cents | None
    chances: list[tuple[Ratio, Ratio]]
    advice: list[tuple[str, str]]
    bound: str
    least: Ratio | msgspec.UnsetType = msgspec.UNSET
    break_even: Cents | msgspec.UnsetType = msgspec.UNSET
    dealer: str | msgspec.UnsetType = msgspec.UNSET


def own_folder() -> Path:
    """Return the user's folder of figures."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base, "croupier", "odds")


def file_name(game: str, piece: str, opened: Game, without: Collection[str] = ()) -> str:
    """Return the name of the file of a piece, with the digest of the numbers by which the game
    settles and of all options but those on which its figures do not depend.

    An option that a table leaves as it is counts for nothing, so a new one changes no name.
    """
    rules, usual = opened.rules, type(opened)(opened.rules, {}).options | {"decks": None}
    numbers = rules.pays, rules.commission, rules.stakes, rules.tables
    options = {
        name: value
        for name, value in opened.options.items()
        if name not in without and value != usual[name]
    }
    depends = msgspec.json.encode([VERSION, *numbers, options], order="sorted")
    return f"{game}.{piece}.{hashlib.sha256(depends).hexdigest()[:24]}.json"


class Store:
    """Figures by the name of their file."""

    def __init__(self, own: Path | None, *others: Path) -> None:
        """Look in all of these folders, and write to `own`, if there is one."""
        self._own = own
        self._folders = (*others, *([own] if own else []))

    def find(self, name: str) -> list[Figure] | None:
        """Return the figures that are kept under a name."""
        for folder in self._folders:
            try:
                kept = msgspec.json.decode((folder / name).read_bytes(), type=list[_Kept])
                return [_taken(each) for each in kept]
            except (OSError, ValueError, ZeroDivisionError):
                continue
        return None

    def keep(self, name: str, figures: Sequence[Figure]) -> None:
        """Write figures under a name: wholly, or not at all."""
        if self._own is None:
            return
        part = self._own / f".{name}.{os.getpid()}"
        try:
            self._own.mkdir(parents=True, exist_ok=True)
            part.write_bytes(msgspec.json.encode(list(map(_given, figures))))
            part.replace(self._own / name)
        except OSError:
            with suppress(OSError):
                part.unlink()

    def forget(self, names: Iterable[str]) -> None:
        """Take away what was kept under these names."""
        if self._own is not None:
            for name in names:
                with suppress(OSError):
                    (self._own / name).unlink()


def written(ratio: Fraction) -> Ratio:
    return f"{ratio.numerator}/{ratio.denominator}"


def _given(figure: Figure) -> _Kept:
    chances = [
        (written(profit), written(chance)) for profit, chance in sorted(figure.chances.items())
    ]
    advice = [(each.hand, each.do) for each in figure.advice]
    least = msgspec.UNSET if figure.least is None else written(figure.least)
    even = msgspec.UNSET if figure.break_even is None else figure.break_even
    dealer = figure.dealer or msgspec.UNSET
    of = figure.bet, figure.per, figure.play, figure.stake
    return _Kept(*of, chances, advice, figure.bound, least, even, dealer)


def _taken(kept: _Kept) -> Figure:
    chances = _fractions(kept.chances)
    advice = tuple(Advice(*each) for each in kept.advice)
    least = None if kept.least is msgspec.UNSET else Fraction(kept.least)
    even = None if kept.break_even is msgspec.UNSET else kept.break_even
    dealer = "" if kept.dealer is msgspec.UNSET else kept.dealer
    of = kept.bet, chances, kept.per, kept.play, kept.stake
    return Figure(*of, advice, kept.bound, least, even, dealer)


def _fractions(pairs: Iterable[tuple[Ratio, Ratio]]) -> dict[Fraction, Fraction]:
    """Raises ValueError if the chances are not those of a whole."""
    found = {Fraction(profit): Fraction(chance) for profit, chance in pairs}
    if sum(found.values()) != 1:
        raise ValueError("chances that do not sum to 1")
    return found
