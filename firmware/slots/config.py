"""Reads a bank's TOML file. A mistake is refused with its key and the allowed values."""

import tomllib
from collections.abc import Iterator
from math import isfinite
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from drivers.sas import polls
from drivers.sas.responses import DENOMINATIONS
from firmware.core.games.slot_bank import ADDRESSES, FULL_RETURN, LEAST_RETURN, PERMILLE_RANGE
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.config.faults import ConfigError, ConfigFaults
from firmware.shell.config.floor import read_floor
from firmware.shell.config.reader import SectionReader
from firmware.shell.config.settings import FloorSetting
from firmware.shell.words.decode_words import decode_reason
from firmware.slots.terms import BankTerms, GameTerms, MachineTerms, Progressive

ConfigTable = TypeVar("ConfigTable")

FLOOR_SECTION: Final = "floor"
"""The uplink's section; the journal stores no part."""

MAX_MACHINES: Final = 64
"""Machines on a wire: even if all are silent, each is polled within 5 s."""
CREDIT_RANGE: Final = range(1, 256)
GROUP_NUMBERS: Final = range(1, 256)
LEVEL_NUMBERS: Final = range(1, polls.MAX_JACKPOT_LEVELS + 1)
RETURN_RANGE: Final = range(LEAST_RETURN, FULL_RETURN + 1)
GAME_NUMBERS: Final = range(1, 10**4)
PAY_TABLE_NAME_LENGTHS: Final = range(1, 7)
"""The length of a pay table's name, in ASCII letters."""


def read_bank_terms(config_path: Path) -> BankTerms:
    """Return the bank of a file. Raises OSError; RequestFailed with the mistake."""
    tables = _read_tables(config_path)
    try:
        return _bank_terms(
            {
                section_name: tables[section_name]
                for section_name in tables
                if section_name != FLOOR_SECTION
            }
        )
    except RequestFailed as refusal:
        raise _config_refusal(config_path, refusal.why) from None


def read_floor_settings(config_path: Path) -> FloorSetting | None:
    """Return the floor settings of a bank's file, None without the section.

    Raises OSError, RequestFailed; ConfigError with every mistake in that section.
    """
    config_faults, tables = ConfigFaults(), _read_tables(config_path)
    with SectionReader(
        {
            section_name: tables[section_name]
            for section_name in tables
            if section_name == FLOOR_SECTION
        },
        "",
        config_faults,
    ) as reader:
        floor_settings = read_floor(reader)
    if config_faults.found:
        raise ConfigError(config_faults.found, config_path)
    return floor_settings


def _read_tables(config_path: Path) -> dict[str, Any]:
    """Return the tables of a TOML file. Raises OSError, RequestFailed."""
    try:
        return tomllib.loads(config_path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError):
        raise _config_refusal(config_path, Text("slots.config.no_toml")) from None


def _bank_terms(tables: dict[str, Any]) -> BankTerms:
    """Raises RequestFailed."""
    machines = {
        table_number: _machine_terms(f"machine.{table_number}", table)
        for table_number, table in _numbered_tables("machine", tables.get("machine"), ADDRESSES)
    }
    terms = _convert_table("", BankTerms, {**tables, "machine": machines})
    # refuse the first mistake, if there is one
    for reason in (*_machine_faults(terms), *_jackpot_faults(terms)):
        raise RequestFailed(reason)
    return terms


def _machine_terms(key_path: str, tables: dict[str, Any]) -> MachineTerms:
    """Raises RequestFailed."""
    games_by_number = {
        table_number: _convert_table(f"{key_path}.games.{table_number}", GameTerms, table)
        for table_number, table in _numbered_tables(
            f"{key_path}.games", tables.get("games", {}), GAME_NUMBERS
        )
    }
    return _convert_table(key_path, MachineTerms, {**tables, "games": games_by_number})


def _numbered_tables(
    key_path: str, tables: object, allowed_numbers: range
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the tables that are named by a number. Raises RequestFailed."""
    for table_name, table in tables.items() if isinstance(tables, dict) else [("", None)]:
        if not isinstance(table, dict) or table_name not in map(str, allowed_numbers):
            reason = Text("slots.config.numbers", {"most": allowed_numbers[-1]})
            raise RequestFailed(_at_key(f"{key_path}.{table_name}".rstrip("."), reason))
        yield int(table_name), table


def _convert_table(
    key_path: str, table_type: type[ConfigTable], tables: dict[str, Any]
) -> ConfigTable:
    """Convert a table of the file. Raises RequestFailed."""
    # article 93 sets the minimum; checked here, since the key is one of machines and of games
    if "return" in tables and tables["return"] not in RETURN_RANGE:
        raise RequestFailed(_at_key(f"{key_path}.return", Text("slots.config.return")))
    try:
        return msgspec.convert(tables, table_type)
    except msgspec.ValidationError as error:
        raise RequestFailed(_at_key(key_path, decode_reason(error))) from None


def _machine_faults(terms: BankTerms) -> Iterator[Text]:
    if not 0 < len(terms.machine) <= MAX_MACHINES:
        yield Text("slots.config.many", {"most": MAX_MACHINES})
    for address, machine_terms in terms.machine.items():
        key_path = f"machine.{address}"
        if (
            machine_terms.denomination not in DENOMINATIONS.values()
            or machine_terms.coins not in CREDIT_RANGE
        ):
            yield _at_key(key_path, Text("slots.config.coins"))
        if machine_terms.odds is not None and machine_terms.odds < 1:
            yield _at_key(f"{key_path}.odds", Text("slots.config.odds"))
        for game_terms in (machine_terms, *machine_terms.games.values()):
            yield from _game_faults(key_path, game_terms)


def _game_faults(key_path: str, game_terms: GameTerms) -> Iterator[Text]:
    if (
        not game_terms.pay_table.isascii()
        or len(game_terms.pay_table) not in PAY_TABLE_NAME_LENGTHS
    ):
        yield _at_key(
            f"{key_path}.pay_table",
            Text("slots.config.pay_table", {"most": PAY_TABLE_NAME_LENGTHS[-1]}),
        )
    if game_terms.deviation is not None and not (
        isfinite(game_terms.deviation) and game_terms.deviation > 0
    ):
        yield _at_key(f"{key_path}.deviation", Text("slots.config.deviation"))


def _jackpot_faults(terms: BankTerms) -> Iterator[Text]:
    jackpot_terms = terms.progressive
    if jackpot_terms is None:
        return
    unknown_machines = [
        address for address in jackpot_terms.machines if address not in terms.machine
    ]
    if unknown_machines:
        yield _at_key(
            "progressive.machines", Text("bank.no_machine", {"machine": unknown_machines[0]})
        )
    elif len({*jackpot_terms.machines}) < max(1, len(jackpot_terms.machines)):
        yield _at_key("progressive.machines", Text("slots.config.once"))
    elif not _may_share_jackpot([terms.machine[address] for address in jackpot_terms.machines]):
        yield _at_key("progressive.machines", Text("slots.config.unequal"))
    yield from _amount_faults(jackpot_terms)


def _amount_faults(jackpot_terms: Progressive) -> Iterator[Text]:
    if not 0 <= jackpot_terms.base <= polls.MAX_JACKPOT_CENTS:
        base_limits = {
            "most": polls.MAX_JACKPOT_CENTS,
            "most_cents": Cents(polls.MAX_JACKPOT_CENTS),
        }
        yield _at_key("progressive.base", Text("slots.config.base", base_limits))
    if jackpot_terms.permille not in PERMILLE_RANGE:
        yield _at_key("progressive.permille", Text("slots.config.permille"))
    if jackpot_terms.group not in GROUP_NUMBERS or jackpot_terms.level not in LEVEL_NUMBERS:
        yield _at_key("progressive", Text("slots.config.group"))


def _may_share_jackpot(machines: list[MachineTerms]) -> bool:
    """Return whether machines may share a jackpot: same credits, odds, denomination, pay table
    (92).
    """
    jackpot_conditions = {
        (
            machine_terms.coins,
            machine_terms.odds,
            machine_terms.denomination,
            machine_terms.pay_table,
        )
        for machine_terms in machines
    }
    return len(jackpot_conditions) == 1 and machines[0].odds is not None


def _at_key(key_path: str, reason: Text) -> Text:
    return Text("decode.at", {"where": key_path, "what": reason}) if key_path else reason


def _config_refusal(config_path: Path, reason: Text) -> RequestFailed:
    return RequestFailed(Text("slots.config.wrong", {"path": str(config_path), "why": reason}))
