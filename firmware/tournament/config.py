"""A tournament's configuration file: TOML, read whole or refused with all its faults."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from drivers.escpos.kind import EscPosWiring, read_wiring
from firmware.core.poker_room.engine.terms import HOLDEM_TOURNAMENT
from firmware.core.tournament.terms import (
    FORMER_ROLE,
    OPTION_TYPES,
    ROLE,
    TOURNAMENT_GAMES,
    TournamentTerms,
    read_terms,
    terms_refusals,
)
from firmware.core.vocabulary.panel import Text
from firmware.shell.config.faults import ConfigError, ConfigFaults
from firmware.shell.config.floor import SUBJECT_TOKEN, read_floor
from firmware.shell.config.reader import SectionReader
from firmware.shell.config.rules_section import read_rule_pack
from firmware.shell.config.settings import FloorSetting
from firmware.shell.config.source import config_text, parsed_document, require_kind
from firmware.shell.config.values import displayed_value
from firmware.shell.rules.pack_files import default_pack
from firmware.shell.rules.rule_pack import RulePack

DEFAULT_COPIES: Final = (Path("journal/first"), Path("journal/second"))
"""The journal's copies in the state directory, if the file names no others."""


@dataclass(frozen=True, slots=True)
class TournamentConfig:
    """The configuration of a tournament, passed whole to everything that serves it.

    A new optional key is read here and used where it is needed; no constructor between names it.
    """

    tournament: str
    """The tournament's name in files and on the floor."""
    game: str
    terms: TournamentTerms
    title: str = ""
    """As in the file; `heading` is the name to show."""
    licence: str = ""
    """The number of the licence, for tickets and sheets (004 9)."""
    too_few: str = ""
    """The measures if too few players come, as the licence has them (004 9)."""
    tables: Mapping[str, int] = field(default_factory=dict)
    """The numbers of the tournament's tables, by their names on the floor."""
    copies: tuple[Path, Path] = DEFAULT_COPIES
    floor: FloorSetting | None = None
    printer: EscPosWiring | None = None
    """The ticket printer at the desk, if it has one."""
    notices: tuple[Text, ...] = ()
    """Former names in the file, with the present ones; they are still read."""

    rule_pack: RulePack = field(default_factory=default_pack)
    """The rules of its games, and its currency."""

    @property
    def heading(self) -> str:
        """The tournament's name for people, on screens and sheets."""
        return self.title or self.tournament


def load_config(path: Path) -> TournamentConfig:
    """Read the file. Raises ConfigError with every fault that it has."""
    faults = ConfigFaults()
    try:
        tables = parsed_document(config_text(path))
        require_kind(tables, "tournament")
        with SectionReader(tables, "", faults) as config_reader:
            rule_pack = read_rule_pack(config_reader, path.parent)
            config = _read_config(config_reader, rule_pack)
    except ConfigError as error:
        raise ConfigError(error.faults, path, error.house) from None
    if faults.found or config is None:
        raise ConfigError(faults.found, path, rule_pack.words)
    return config


def _read_config(config_reader: SectionReader, pack: RulePack) -> TournamentConfig | None:
    name = _read_token(config_reader, "tournament")
    game_name = config_reader.choice("game", TOURNAMENT_GAMES)
    with config_reader.table("options") as options_reader:
        options = {
            option: options_reader.option(option)
            for option in OPTION_TYPES
            if options_reader.has(option)
        }
    terms = _read_terms(config_reader, game_name, options, pack)
    title, licence, too_few = (
        config_reader.text(key) if config_reader.has(key) else ""
        for key in ("title", "licence", "too_few")
    )
    tables, copies = _read_tables(config_reader), _read_copies(config_reader)
    floor_config, printer = read_floor(config_reader), _read_printer(config_reader)
    if terms is None:
        return None
    return TournamentConfig(
        name,
        game_name,
        terms,
        title=title,
        licence=licence,
        too_few=too_few,
        tables=tables,
        copies=copies,
        floor=floor_config,
        printer=printer,
        notices=_notices(options),
        rule_pack=pack,
    )


def _notices(options: Mapping[str, object]) -> tuple[Text, ...]:
    if options.get("role") != FORMER_ROLE:
        return ()
    return (Text("config.renamed", {"where": "options.role", "given": FORMER_ROLE, "name": ROLE}),)


def _read_token(config_reader: SectionReader, key: str) -> str:
    value = config_reader.text(key)
    if value and not SUBJECT_TOKEN.fullmatch(value):
        config_reader.add_fault(key, "config.no_token", value=displayed_value(value))
    return value


def _read_terms(
    config_reader: SectionReader,
    game_name: str,
    options: Mapping[str, object],
    pack: RulePack,
) -> TournamentTerms | None:
    if not config_reader.are_sound("options", *(f"options.{name}" for name in options)):
        return None
    # of an unknown game: what no tournament allows
    known_games, bounds = pack.tournament_games, pack.rules(HOLDEM_TOURNAMENT).bounds
    game_names = (game_name,) if config_reader.are_sound("game") else TOURNAMENT_GAMES
    refused_at_each = [
        {
            refusal.name: refusal.why
            for refusal in terms_refusals(game, options, known_games, bounds)
        }
        for game in game_names
    ]
    refused_names = set.intersection(*map(set, refused_at_each))
    for name, why in refused_at_each[0].items():
        if name in refused_names:
            config_reader.add_fault(f"options.{name}", "config.option", what=why)
    if refused_names:
        return None
    return read_terms(game_name, options, known_games, bounds=bounds, unit=pack.unit)


def _read_tables(config_reader: SectionReader) -> dict[str, int]:
    if not config_reader.has("tables"):
        return {}
    with config_reader.table("tables") as table_reader:
        numbers = {
            table_name: table_reader.integer(table_name, 1, 99) for table_name in table_reader.names
        }
        for table_name, number in numbers.items():
            if table_reader.are_sound(table_name):
                table_reader.hold(table_name, "hall_table", number)
            if not SUBJECT_TOKEN.fullmatch(table_name):
                table_reader.add_fault(
                    table_name, "config.no_token", value=displayed_value(table_name)
                )
    return numbers


def _read_printer(config_reader: SectionReader) -> EscPosWiring | None:
    if not config_reader.has("printer"):
        return None
    with config_reader.table("printer") as printer_reader:
        printer_reader.choice("part", (EscPosWiring.part,))
        return read_wiring(printer_reader)


def _read_copies(config_reader: SectionReader) -> tuple[Path, Path]:
    if not config_reader.has("journal"):
        return DEFAULT_COPIES
    with config_reader.table("journal") as journal_reader:
        copy_paths = journal_reader.files("copies", len(DEFAULT_COPIES))
    return (
        (copy_paths[0], copy_paths[1]) if len(copy_paths) == len(DEFAULT_COPIES) else DEFAULT_COPIES
    )
