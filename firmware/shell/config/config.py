"""The configuration of a table: one TOML file, read whole or refused with all its faults."""

import re
import tomllib
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, Final, get_args

from drivers.wiring import Wiring
from firmware.core.game.game import Game
from firmware.core.game.limits import BetLimits, LateEntry
from firmware.core.game.options import CHIP, LINK, OptionRefused
from firmware.core.game.pack import GameRules
from firmware.core.table.amounts import Amounts
from firmware.core.table.meters import MODULO
from firmware.core.table.rules import IMPLAUSIBLE
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.shell.config.bets import keys_of, limited, wired
from firmware.shell.config.console import read_console
from firmware.shell.config.faults import ConfigError, ConfigFault, Faults
from firmware.shell.config.floor import read_floor
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
from firmware.shell.rules.rules import game_kind, game_rules, served_games
from firmware.shell.words.os_words import os_reason
from firmware.shell.words.words import LANGUAGES

__all__ = [
    "DEFAULT_TABLE",
    "Config",
    "ConfigError",
    "default_document",
    "default_table",
    "load",
    "load_console",
    "parse",
]

DEFAULT_TABLE: Final = Path(__file__).with_name("default_table.toml")
"""Seven spots of Baccara, the table used without a configuration."""

DEFAULT_CARDS: Final = Path(__file__).with_name("default_cards.toml")
"""Seven spots dealt with tagged cards, for games whose shoe does not follow them."""

DEFAULT_LAYOUT: Final = Path(__file__).with_name("default_layout.toml")
"""A table of a wheel, of dice or of balls, whose players bet on one layout."""

DEFAULT_ROOM: Final = Path(__file__).with_name("default_room.toml")
"""A poker table, whose dealer keys what its players do."""

LARGEST_BYTES: Final = 1 << 16
JOURNAL_COPIES: Final = 2
SEGMENT_MIB: Final = (1, 1, 64)
"""The least, the usual and the most; two copies of a segment are read at once."""
KEEP_MIB: Final = (64, 4096, 1 << 20)
MOST_CENTS: Final = 1_000_000_000
AMOUNTS: Final = tuple(amounts.value for amounts in Amounts)
LATE_ENTRIES: Final[tuple[LateEntry, ...]] = get_args(LateEntry)


def default_table(
    game: str, *, spots: int | None = None, wheel: bool = True, **set_options: object
) -> Config:
    """Return the default table of a game: it has every bet.

    Without its `wheel` the dealer keys the result. Raises RulesError if there is no such game,
    ConfigError on an option that it forbids or on more `spots` than it may have.
    """
    if game == "baccarat" and spots is None:
        return load(DEFAULT_TABLE)
    return _read(default_document(game, spots=spots, wheel=wheel, **set_options))


def default_document(
    game: str, *, spots: int | None = None, wheel: bool = True, **set_options: object
) -> dict[str, Any]:
    """Return that table as a file would have it. Raises RulesError if there is no such game."""
    if game == "baccarat" and spots is None:
        return tomllib.loads(DEFAULT_TABLE.read_text(encoding="utf-8"))
    kind, rules = game_kind(game), game_rules(game)
    usual = DEFAULT_CARDS if rules.decks else DEFAULT_ROOM if kind.PANEL else DEFAULT_LAYOUT
    table = tomllib.loads(usual.read_text(encoding="utf-8"))
    table["table"] |= {
        "name": game,
        "game": game,
        "spots": spots or min(table["table"]["spots"], rules.seats_at(set_options).most),
    }
    options = table.pop("games", {}).get(game, {})
    if rules.decks is not None:
        side_bets = [*kind.SIDE_BETS, *kind.HIDDEN_SIDE_BETS]
        options |= {"decks": rules.decks.usual, "side_bets": side_bets}
    table["game"] = options = options | set_options
    if options.get("readers") != "seats":
        table.pop("seats", None)
    each = table.pop("limits", {}).get("each")
    if held := limited(kind, rules, options):
        table["limits"] = dict.fromkeys(held, each)
    else:
        table.pop("chips", None)
    instruments = table.pop("instruments", {})
    table |= instruments.get(game, {}) if wheel else {}
    balls = kind.INSTRUMENT is not None and kind.INSTRUMENT.step == "balls"
    keys = keys_of(
        kind,
        options,
        read="wheel" in table or balls,
        started=balls or "host_started" in table.get("wheel", {}),
        chips=len(table["table"]["denominations_cents"]),
    )
    inputs = table["keys"]["inputs"]
    inputs |= {key: number for number, key in enumerate(keys, start=len(inputs))}
    return table


def load(path: Path) -> Config:
    """Read the file. Raises ConfigError with every fault that it has."""
    try:
        return parse(_text(path))
    except ConfigError as error:
        raise ConfigError(error.faults, path) from None


def load_console(path: Path) -> ConsoleSetting | None:
    """Read only the console's section, so that the console works in spite of mistakes elsewhere.

    Raises ConfigError on a mistake in that section.
    """
    faults = Faults()
    setting = read_console(Reader(_toml(_text(path)), "", faults))
    if faults.found:
        raise ConfigError(faults.found)
    return setting


def parse(source: str) -> Config:
    """Read the text of a file. Raises ConfigError with every fault that it has."""
    return _read(_toml(source))


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_BYTES + 1)
    except FileNotFoundError:
        raise _refused("no_file") from None
    except OSError as error:
        raise _refused("unreadable", reason=os_reason(error)) from None
    if len(data) > LARGEST_BYTES:
        raise _refused("too_large", most=LARGEST_BYTES)
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise _refused("not_utf8", line=data.count(b"\n", 0, error.start) + 1) from None


def _toml(source: str) -> dict[str, object]:
    try:
        return tomllib.loads(source)
    except (ValueError, RecursionError) as error:
        raise _not_toml(source, str(error)) from None


def _read(table: Mapping[str, object]) -> Config:
    faults = Faults()
    with Reader(table, "", faults) as top:
        config = _config(top)
    if faults.found:
        raise ConfigError(faults.found)
    return config


def _config(top: Reader) -> Config:
    language = top.choice("language", LANGUAGES) if top.has("language") else LANGUAGES[0]
    table = _table(top)
    kind, rules = game_kind(table.game), game_rules(table.game)
    lot = _lot(top)
    set_elsewhere = _rounding(table) | ({LINK: lot.name} if lot else {})
    options = _allowed(top, kind, rules, _game_options(top, rules) | set_elsewhere)
    seats = rules.seats_at(options)
    if table.spots > seats.most:
        top.fault("table.spots", "range", value=str(table.spots), least=1, most=seats.most)
    limits = _limits(top, limited(kind, rules, options))
    if table.smallest_chip is not None and top.sound("game", "limits"):
        _check_limits(top, kind(rules, options), limits)
    if table.amounts.by_dealer and kind.FREE_AMOUNTS:
        top.fault("table.amounts", "free_amounts")
    if kind.PANEL and not table.amounts.known:
        top.fault("table.amounts", "among_players")
    if table.amounts.by_dealer and kind.LAYOUT:
        top.fault("table.amounts", "shared_layout")
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
        wiring=read_wiring(
            top,
            table,
            kind,
            wired(kind, rules, limits, options),
            options,
            dealt=rules.decks is not None,
        ),
    )
    _check_shuffling(top, kind, options.get("decks"), config.wiring)
    return config


def _table(top: Reader) -> TableSetting:
    with top.table("table") as table:
        denominations = _denominations(table)
        amounts = Amounts(table.choice("amounts", AMOUNTS))
        name, game = table.text("name"), table.choice("game", served_games())
        seats = game_rules(game).seats
        return TableSetting(
            name=name,
            game=game,
            spots=table.integer("spots", 1, seats.most),
            late_entry=_late_entry(table, dealt=game_rules(game).decks is not None),
            denominations=denominations,
            amounts=amounts,
            implausible=_implausible(table),
            smallest_chip=_smallest_chip(table, denominations, amounts),
        )


def _late_entry(table: Reader, *, dealt: bool) -> LateEntry:
    """Read the rule of article 10, which only a table that deals cards has."""
    if dealt:
        return table.choice("late_entry", LATE_ENTRIES)
    if table.has("late_entry"):
        table.fault("late_entry", "no_cards")
    return "allow"


def _implausible(table: Reader) -> Cents:
    name = "implausible_cents"
    return Cents(table.integer(name, 1, MODULO - 1)) if table.has(name) else IMPLAUSIBLE


def _smallest_chip(
    table: Reader, denominations: tuple[Cents, ...], amounts: Amounts
) -> Cents | None:
    name = "smallest_chip_cents"
    if not table.has(name):
        return None
    chip = Cents(table.integer(name, 1, MOST_CENTS))
    if not amounts.known:
        table.fault(name, "chip_unseen")
    elif table.sound(name, "denominations_cents") and (
        denominations[-1:] != (chip,) or any(cents % chip for cents in denominations)
    ):
        table.fault(name, "not_smallest")
    return chip if table.sound(name) else None


def _denominations(table: Reader) -> tuple[Cents, ...]:
    name = "denominations_cents"
    chips = table.wholes(name)
    if chips != sorted({chip for chip in chips if 0 < chip <= MOST_CENTS}, reverse=True):
        table.fault(name, "falling")
    return tuple(map(Cents, chips))


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


def _check_limits(top: Reader, game: Game, limits: Mapping[str, BetLimits]) -> None:
    """Chips make up the limits, and each part of the minimum of a bet that is split."""
    chip = game.rounding.chip
    for bet, held in limits.items():
        least = ("min_cents", held.min_cents, game.least(bet))
        for name, cents, of in (least, ("max_cents", held.max_cents, chip)):
            if cents % of:
                top.fault(f"limits.{bet}.{name}", "not_of_chip", cents=cents, least_cents=of)


def _limits(top: Reader, known: Collection[str]) -> dict[str, BetLimits]:
    if not known and not top.has("limits"):
        return {}
    with top.table("limits") as limits:
        for bet in limits.names:
            if bet not in known and top.sound("table.game", "game"):
                limits.fault(bet, "unknown")
        if top.sound("limits") and not limits.names:
            top.fault("limits", "empty", kind=Text("config.a.dict"))
        return {bet: _bet_limits(limits, bet) for bet in limits.names}


def _bet_limits(limits: Reader, bet: str) -> BetLimits:
    with limits.table(bet) as reader:
        least = Cents(reader.integer("min_cents", 1, MOST_CENTS))
        most = Cents(reader.integer("max_cents", 1, MOST_CENTS))
        if reader.sound("min_cents", "max_cents") and least > most:
            limits.fault(bet, "min_above_max", min_cents=least, max_cents=most)
        return BetLimits(least, most)


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


def _not_toml(source: str, message: str) -> ConfigError:
    if place := re.search(r"\(at line (\d+), column (\d+)\)$", message):
        return _refused("syntax", line=int(place[1]), column=int(place[2]))
    if message.endswith("(at end of document)"):
        *before, last = source.split("\n")
        return _refused("syntax", line=len(before) + 1, column=len(last) + 1)
    return _refused("beyond")


def _refused(why: str, **values: str | int | Text) -> ConfigError:
    return ConfigError([ConfigFault("", Text(f"config.{why}", dict(values)))])
