"""The file of a tournament's hall: TOML, read whole or refused with all its faults."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from firmware.core.game.options import OptionRefused
from firmware.core.tournament.prizes import total
from firmware.core.tournament.terms import GAMES, MOST_PLAYERS, Terms, terms_of
from firmware.core.vocabulary.panel import Text
from firmware.shell.config.faults import ConfigError, Faults
from firmware.shell.config.floor import TOKEN, read_floor
from firmware.shell.config.reader import Reader, shown
from firmware.shell.config.settings import FloorSetting
from firmware.shell.config.source import document, text_of
from firmware.shell.rules.rules import games

COPIES: Final = (Path("journal/first"), Path("journal/second"))
"""Where the journal is in the hall's folder, if the file does not say otherwise."""


@dataclass(frozen=True, slots=True)
class HallSetting:
    """The settings of a hall."""

    tournament: str
    title: str
    """The tournament's name as people read it."""
    game: str
    terms: Terms
    tables: dict[str, int]
    """The tables' names on the floor, and their numbers in the hall."""
    copies: tuple[Path, Path]
    floor: FloorSetting | None


def load_hall(path: Path, known: Sequence[str]) -> HallSetting:
    """Read the file; `known` are the games a tournament may be of, besides those of the house.

    Raises ConfigError with every fault that it has.
    """
    faults = Faults()
    try:
        with Reader(document(text_of(path)), "", faults) as top:
            setting = _setting(top, (*games(), *known))
    except ConfigError as error:
        raise ConfigError(error.faults, path) from None
    if faults.found or setting is None:
        raise ConfigError(faults.found, path)
    return setting


def _setting(top: Reader, known: tuple[str, ...]) -> HallSetting | None:
    name, game = _token(top, "tournament"), top.choice("game", GAMES)
    terms = _terms(top, game, known)
    title = top.text("title") if top.has("title") else name
    tables, copies, floor = _tables(top), _copies(top), read_floor(top)
    if terms is None:
        return None
    return HallSetting(name, title, game, terms, tables, copies, floor)


def _token(top: Reader, name: str) -> str:
    value = top.text(name)
    if value and not TOKEN.fullmatch(value):
        top.fault(name, "no_token", value=shown(value))
    return value


def _terms(top: Reader, game: str, known: tuple[str, ...]) -> Terms | None:
    with top.table("options") as options:
        found = {name: options.option(name) for name in options.names}
    if not top.sound("options", "game"):
        return None
    try:
        terms = terms_of(game, found, known)
    except OptionRefused as refused:
        top.fault("options", "option", what=refused.why)
        return None
    if not _leaves_prizes(terms):
        top.fault("options", "option", what=Text("hall.option.unit"))
    return terms


def _leaves_prizes(terms: Terms) -> bool:
    """Return whether each place has a prize after rounding, with the most entries there can be."""
    least = total(terms, MOST_PLAYERS * terms.entry_cents) * min(terms.prizes) // 100
    return least >= terms.prize_unit


def _tables(top: Reader) -> dict[str, int]:
    if not top.has("tables"):
        return {}
    with top.table("tables") as tables:
        found = {name: tables.integer(name, 1, 99) for name in tables.names}
        for name, number in found.items():
            tables.hold(name, "hall_table", number)
            if not TOKEN.fullmatch(name):
                tables.fault(name, "no_token", value=shown(name))
    return found


def _copies(top: Reader) -> tuple[Path, Path]:
    if not top.has("journal"):
        return COPIES
    with top.table("journal") as journal:
        found = journal.files("copies", len(COPIES))
    return (found[0], found[1]) if len(found) == len(COPIES) else COPIES
