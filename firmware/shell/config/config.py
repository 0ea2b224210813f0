"""The configuration of a table: one TOML file, read whole or refused with all its faults."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from drivers.wiring import Wiring
from firmware.core.game.game import Game
from firmware.core.game.options import JACKPOT_LINK, ROUNDING, SMALLEST_CHIP
from firmware.core.table.amounts import Amounts
from firmware.core.vocabulary.panel import Text
from firmware.shell.config.bets import limited_bets, wired_bets
from firmware.shell.config.console import read_console
from firmware.shell.config.faults import ConfigError, ConfigFaults
from firmware.shell.config.floor import read_floor
from firmware.shell.config.game_options import read_options
from firmware.shell.config.language import unnamed_bets
from firmware.shell.config.limits import check_limits, read_limits
from firmware.shell.config.parts import part_kind
from firmware.shell.config.reader import SectionReader
from firmware.shell.config.rules_section import read_rule_pack
from firmware.shell.config.sections import read_wiring
from firmware.shell.config.settings import (
    Config,
    ConsoleSetting,
    JackpotSetting,
    JournalSetting,
    TableSetting,
)
from firmware.shell.config.source import config_text, parsed_document, require_kind
from firmware.shell.config.table import read_table
from firmware.shell.config.tournament import read_tournament
from firmware.shell.rules.pack_files import ReadFile
from firmware.shell.rules.rule_pack import RulePack
from firmware.shell.words.house_words import house_phrases
from firmware.shell.words.languages import LANGUAGES

JOURNAL_COPIES: Final = 2
JACKPOT_SECTION: Final = "jackpot"
FORMER_JACKPOT_SECTION: Final = "lot"
"""Still read, for tables that were configured before it was renamed."""
SEGMENT_MIB: Final = (1, 1, 64)
"""The least, the usual and the most; two copies of a segment are read at once."""
KEEP_MIB: Final = (64, 4096, 1 << 20)


def load_config(path: Path, rule_pack: RulePack | None = None) -> Config:
    """Read the file, by its own rule pack or by another. Raises ConfigError with every fault that
    it has.
    """
    try:
        return read_config(parsed_document(config_text(path)), path.parent, rule_pack)
    except ConfigError as error:
        raise ConfigError(error.faults, path, error.house) from None


def load_console(path: Path) -> ConsoleSetting | None:
    """Read only the console's section, so that the console works in spite of mistakes elsewhere.

    Raises ConfigError on a mistake in that section.
    """
    faults = ConfigFaults()
    setting = read_console(SectionReader(parsed_document(config_text(path)), "", faults))
    if faults.found:
        raise ConfigError(faults.found)
    return setting


def parse_config(
    source: str, folder: Path | None = None, read: ReadFile = Path.read_bytes
) -> Config:
    """Read the text of a file in a folder; `read` reads its rule pack.

    Raises ConfigError with every fault that it has.
    """
    return read_config(parsed_document(source), folder, read=read)


def read_config(
    table: Mapping[str, object],
    folder: Path | None = None,
    rule_pack: RulePack | None = None,
    read: ReadFile = Path.read_bytes,
) -> Config:
    """Return the configuration in a file's tables, by its own rule pack or by another. Raises
    ConfigError with all its faults.
    """
    require_kind(table, "table")
    faults = ConfigFaults()
    with SectionReader(table, "", faults) as document:
        pack = rule_pack or read_rule_pack(document, folder, read)
        config = _read_sections(document, pack)
    if faults.found:
        phrases = {
            language: house_phrases(phrases, config.table.game)
            for language, phrases in pack.words.items()
        }
        raise ConfigError(faults.found, house=phrases)
    return config


def _read_sections(document: SectionReader, rule_pack: RulePack) -> Config:
    language = document.choice("language", LANGUAGES) if document.has("language") else LANGUAGES[0]
    table = read_table(document, rule_pack)
    game_type, rules = rule_pack.game_class(table.game), rule_pack.rules(table.game)
    jackpot = _read_jackpot(document)
    options = read_options(document, game_type, rules, _other_options(table, jackpot))
    limits = read_limits(document, limited_bets(game_type, rules, options))
    # only values that were read without a fault are compared with each other
    if document.are_sound("game", "limits", *(f"game.{name}" for name in options)):
        check_limits(document, game_type(rules, options), limits)
    _check_table(document, table, game_type, rules.seats_at(options).most)
    _check_amounts(document, table.amounts, game_type, options)
    for on in unnamed_bets(rules, limits, language):
        document.add_fault(f"limits.{on}", "pack.no_words", on=on, language=language)
    bets = wired_bets(game_type, rules, limits, options)
    maker_key, rules_key = _read_trust(document)
    config = Config(
        language=language,
        table=table,
        game_options=options,
        limits=limits,
        journal=_read_journal(document),
        control=_read_control(document),
        trust=maker_key,
        rules_key=rules_key,
        console=read_console(document),
        floor=read_floor(document),
        jackpot=jackpot,
        rule_pack=rule_pack,
        former_names=_former_names(document),
        tournament=read_tournament(document, table.game, game_type, rules, options),
        wiring=read_wiring(
            document, table, game_type, bets, options, deals_cards=rules.decks is not None
        ),
    )
    _check_shuffling(document, game_type, options.get("decks"), config.wiring)
    if table.seats and config.tournament:
        document.add_fault("table.seats", "config.seats_in_tournament")
    return config


def _other_options(table: TableSetting, jackpot: JackpotSetting | None) -> dict[str, object]:
    """Return the options of the game that are written in other sections than its own."""
    chip_option = {} if table.smallest_chip is None else {SMALLEST_CHIP: table.smallest_chip}
    rounding_option = {ROUNDING: table.rounding} if table.rounding else {}
    return {**chip_option, **rounding_option, **({JACKPOT_LINK: jackpot.name} if jackpot else {})}


def _check_table(
    document: SectionReader, table: TableSetting, game_class: type[Game], most_spots: int
) -> None:
    """Refuse spots and ways to know amounts that the game does not have."""
    if table.spots > most_spots:
        document.add_fault(
            "table.spots", "config.range", value=str(table.spots), least=1, most=most_spots
        )
    if game_class.PANEL_KEYS and not table.amounts.are_known:
        document.add_fault("table.amounts", "config.among_players")
    if table.amounts.by_dealer and game_class.SHARED_LAYOUT:
        document.add_fault("table.amounts", "config.shared_layout")


def _check_amounts(
    document: SectionReader,
    amounts: Amounts,
    game_class: type[Game],
    options: Mapping[str, object],
) -> None:
    """Refuse ways to know amounts that the options of a game do not allow."""
    if amounts.by_dealer and game_class.has_free_amounts(options):
        document.add_fault("table.amounts", "config.free_amounts")
    if not amounts.are_known and game_class.marks_commission(options):
        document.add_fault("table.amounts", "config.marks_unseen")


def _check_shuffling(
    document: SectionReader, game_class: type[Game], decks: object, wiring: Wiring
) -> None:
    """One or two packs are shuffled by machine, but for three games (7), and the machine is their
    shoe too (8).
    """
    if decks not in (1, 2) or game_class.REDEALS_IMPOSSIBLE:
        return
    if not (game_class.HAND_SHUFFLED or document.has("shuffler")):
        document.add_fault("shuffler", "config.by_machine")
    separate_shoe = wiring.shoe is not None and not part_kind("shoe", wiring.shoe).reads_at_mouth
    if separate_shoe and document.has("shuffler") and document.are_sound("shoe"):
        document.add_fault("shoe", "config.not_the_shuffler")


def _read_journal(document: SectionReader) -> JournalSetting:
    with document.table("journal") as journal:
        copies = tuple(journal.files("copies", JOURNAL_COPIES))
        segment_bytes = _mebibytes(journal, "segment_mib", SEGMENT_MIB)
        retained_bytes = _mebibytes(journal, "keep_mib", KEEP_MIB)
        return JournalSetting(copies, segment_bytes, retained_bytes)


def _mebibytes(journal: SectionReader, name: str, bounds: tuple[int, int, int]) -> int:
    """Return the bytes under a key that may be left out."""
    minimum, default, maximum = bounds
    return (journal.integer(name, minimum, maximum) if journal.has(name) else default) << 20


def _read_control(document: SectionReader) -> Path:
    with document.table("control") as control:
        return control.file("socket")


def _read_jackpot(document: SectionReader) -> JackpotSetting | None:
    # with both names in a file, the former one is reported as unknown
    section_name = JACKPOT_SECTION if document.has(JACKPOT_SECTION) else FORMER_JACKPOT_SECTION
    if not document.has(section_name):
        return None
    with document.table(section_name) as section:
        return JackpotSetting(section.text("name"), section.file("keeper"), section.file("people"))


def _former_names(document: SectionReader) -> tuple[Text, ...]:
    if FORMER_JACKPOT_SECTION not in document.names:
        return ()
    names = {"given": FORMER_JACKPOT_SECTION, "name": JACKPOT_SECTION}
    return (Text("config.section_renamed", dict(names)),)


def _read_trust(document: SectionReader) -> tuple[Path | None, Path | None]:
    """Return the public keys of the maker and of a rules office, if the table trusts them."""
    if not document.has("trust"):
        return None, None
    with document.table("trust") as trust:
        return trust.file("maker"), trust.file("rules") if trust.has("rules") else None
