"""The configuration of a table: one TOML file, read whole or refused with all its faults."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from drivers.wiring import Wiring
from firmware.core.game.game import Game
from firmware.core.game.options import CHIP, LINK, OptionRefused
from firmware.core.game.pack import GameRules
from firmware.shell.config.bets import limited, wired
from firmware.shell.config.console import read_console
from firmware.shell.config.faults import ConfigError, Faults
from firmware.shell.config.floor import read_floor
from firmware.shell.config.limits import check_limits, read_limits
from firmware.shell.config.parts import kind_of
from firmware.shell.config.reader import Reader
from firmware.shell.config.sections import read_wiring
from firmware.shell.config.settings import (
    Config,
    ConsoleSetting,
    JournalSetting,
    LotSetting,
    TableSetting,
)
from firmware.shell.config.source import document, hold_table, text_of
from firmware.shell.config.table import read_table
from firmware.shell.config.tournament import read_tournament
from firmware.shell.rules.rules import game_kind, game_rules
from firmware.shell.words.words import LANGUAGES

JOURNAL_COPIES: Final = 2
SEGMENT_MIB: Final = (1, 1, 64)
"""The least, the usual and the most; two copies of a segment are read at once."""
KEEP_MIB: Final = (64, 4096, 1 << 20)


def load(path: Path) -> Config:
    """Read the file. Raises ConfigError with every fault that it has."""
    try:
        return parse(text_of(path))
    except ConfigError as error:
        raise ConfigError(error.faults, path) from None


def load_console(path: Path) -> ConsoleSetting | None:
    """Read only the console's section, so that the console works in spite of mistakes elsewhere.

    Raises ConfigError on a mistake in that section.
    """
    faults = Faults()
    setting = read_console(Reader(document(text_of(path)), "", faults))
    if faults.found:
        raise ConfigError(faults.found)
    return setting


def parse(source: str) -> Config:
    """Read the text of a file. Raises ConfigError with every fault that it has."""
    return read(document(source))


def read(table: Mapping[str, object]) -> Config:
    """Read what a file has. Raises ConfigError with every fault that it has."""
    hold_table(table)
    faults = Faults()
    with Reader(table, "", faults) as top:
        config = _config(top)
    if faults.found:
        raise ConfigError(faults.found)
    return config


def _config(top: Reader) -> Config:
    language = top.choice("language", LANGUAGES) if top.has("language") else LANGUAGES[0]
    table = read_table(top)
    kind, rules = game_kind(table.game), game_rules(table.game)
    lot = _lot(top)
    set_elsewhere = _rounding(table) | ({LINK: lot.name} if lot else {})
    options = _allowed(top, kind, rules, _game_options(top, rules) | set_elsewhere)
    limits = read_limits(top, limited(kind, rules, options))
    if table.smallest_chip is not None and top.sound("game", "limits"):
        check_limits(top, kind(rules, options), limits)
    _check_table(top, table, kind, rules.seats_at(options).most)
    bets = wired(kind, rules, limits, options)
    config = Config(
        language=language,
        table=table,
        game_options=options,
        limits=limits,
        journal=_journal(top),
        control=_control(top),
        trust=_trust(top),
        console=read_console(top),
        floor=read_floor(top),
        lot=lot,
        tournament=read_tournament(top, table.game, kind, rules, options),
        wiring=read_wiring(top, table, kind, bets, options, dealt=rules.decks is not None),
    )
    _check_shuffling(top, kind, options.get("decks"), config.wiring)
    return config


def _check_table(top: Reader, table: TableSetting, kind: type[Game], most: int) -> None:
    """Refuse spots and ways to know amounts that the game does not have."""
    if table.spots > most:
        top.fault("table.spots", "range", value=str(table.spots), least=1, most=most)
    if table.amounts.by_dealer and kind.FREE_AMOUNTS:
        top.fault("table.amounts", "free_amounts")
    if kind.PANEL and not table.amounts.known:
        top.fault("table.amounts", "among_players")
    if table.amounts.by_dealer and kind.LAYOUT:
        top.fault("table.amounts", "shared_layout")


def _game_options(top: Reader, rules: GameRules) -> dict[str, object]:
    decks = rules.decks
    if decks is None and not top.has("game"):
        return {}
    with top.table("game") as options:
        packs = {"decks": options.integer("decks", decks.least, decks.most)} if decks else {}
        if CHIP in options.names:
            options.fault(CHIP, "of_table")
        if LINK in options.names:
            options.fault(LINK, "of_lot")
        others = (name for name in options.names if name not in packs)
        return {**packs, **{name: options.option(name) for name in others}}


def _rounding(table: TableSetting) -> dict[str, object]:
    return {} if table.smallest_chip is None else {CHIP: table.smallest_chip}


def _check_shuffling(top: Reader, kind: type[Game], decks: object, wiring: Wiring) -> None:
    """One or two packs are shuffled by machine, but for three games (7), and the machine is their
    shoe too (8).
    """
    if decks not in (1, 2) or kind.REDEALS:
        return
    if not (kind.BY_HAND or top.has("shuffler")):
        top.fault("shuffler", "by_machine")
    apart = wiring.shoe is not None and not kind_of("shoe", wiring.shoe).at_mouth
    if apart and top.has("shuffler") and top.sound("shoe"):
        top.fault("shoe", "not_the_shuffler")


def _allowed(
    top: Reader, kind: type[Game], rules: GameRules, options: dict[str, object]
) -> dict[str, object]:
    """Return the options as set, or only the packs if one is malformed."""
    if not top.sound("game", *(f"game.{name}" for name in options)):
        return options
    try:
        kind(rules, options)
    except OptionRefused as refused:
        top.fault("game", "option", what=refused.why)
        sound = options if refused.well_formed else ("decks",)
        return {name: value for name, value in options.items() if name in sound}
    return options


def _journal(top: Reader) -> JournalSetting:
    with top.table("journal") as journal:
        copies = tuple(journal.files("copies", JOURNAL_COPIES))
        segment = _mib(journal, "segment_mib", SEGMENT_MIB)
        keep = _mib(journal, "keep_mib", KEEP_MIB)
        return JournalSetting(copies, segment, keep)


def _mib(journal: Reader, name: str, bounds: tuple[int, int, int]) -> int:
    """Return the bytes under a key that may be left out."""
    least, usual, most = bounds
    return (journal.integer(name, least, most) if journal.has(name) else usual) << 20


def _control(top: Reader) -> Path:
    with top.table("control") as control:
        return control.file("socket")


def _lot(top: Reader) -> LotSetting | None:
    if not top.has("lot"):
        return None
    with top.table("lot") as lot:
        return LotSetting(lot.text("name"), lot.file("keeper"), lot.file("people"))


def _trust(top: Reader) -> Path | None:
    if not top.has("trust"):
        return None
    with top.table("trust") as trust:
        return trust.file("maker")
