"""A bank's configuration file: TOML, read whole or refused with all its faults."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from typing import Final

from drivers.sas.polls import MAX_JACKPOT_CENTS, MAX_JACKPOT_LEVELS
from drivers.sas.responses import DENOMINATIONS
from firmware.core.games.slot_machine import ADDRESSES, FULL_RETURN, LEAST_RETURN, PERMILLE_RANGE
from firmware.core.vocabulary.money import Cents
from firmware.shell.config.faults import ConfigError, ConfigFaults
from firmware.shell.config.floor import read_floor
from firmware.shell.config.reader import SectionReader
from firmware.shell.config.rules_section import read_rule_pack
from firmware.shell.config.settings import FloorSetting
from firmware.shell.config.source import config_text, parsed_document, require_kind
from firmware.shell.rules.pack_files import default_pack
from firmware.shell.rules.rule_pack import RulePack
from firmware.slots.terms import DEFAULT_COPIES, BankTerms, GameTerms, MachineTerms, Progressive
from hal.server_address import is_url

MAX_MACHINES: Final = 64
"""Machines on a wire: even if all are silent, each is polled within 5 s."""
MAX_COINS: Final = 10**6
MAX_ODDS: Final = 10**9
MAX_GROUP: Final = 255
RETURN_RANGE: Final = range(LEAST_RETURN, FULL_RETURN + 1)
GAME_NUMBERS: Final = range(1, 10**4)
PAY_TABLE_NAME_LENGTHS: Final = range(1, 7)
"""The length of a pay table's name, in ASCII letters."""
CREDIT_CENTS: Final = tuple(sorted(DENOMINATIONS.values()))
EQUAL_KEYS: Final = ("denomination", "coins", "odds", "pay_table")
"""The keys that machines of one jackpot have in common (92)."""


@dataclass(frozen=True, slots=True)
class BankConfig:
    """The configuration of a bank, passed whole to everything that serves it.

    A new optional key is read here and used where it is needed; no constructor between names it.
    """

    terms: BankTerms
    """The registration, which the journal stores."""
    floor: FloorSetting | None = None
    """None if no pit is shown the bank."""
    rule_pack: RulePack = field(default_factory=default_pack)
    """The house, whose words and currency the bank has."""


def load_config(path: Path) -> BankConfig:
    """Read the file. Raises ConfigError with every fault that it has."""
    faults = ConfigFaults()
    try:
        tables = parsed_document(config_text(path))
        require_kind(tables, "bank")
        with SectionReader(tables, "", faults) as document:
            house = read_rule_pack(document, path.parent)
            config = BankConfig(_read_terms(document), read_floor(document), house)
    except ConfigError as error:
        raise ConfigError(error.faults, path, error.house) from None
    if faults.found:
        raise ConfigError(faults.found, path, house.words)
    return config


def _read_terms(document: SectionReader) -> BankTerms:
    machines = read_machines(document, "machine")
    if len(machines) > MAX_MACHINES:
        document.add_fault("machine", "slots.config.many", most=MAX_MACHINES)
    return BankTerms(
        name=document.text("name"),
        port=_read_port(document),
        machine=machines,
        progressive=read_jackpot(document, "machine", machines),
        shut_down=document.has("shut_down") and document.flag("shut_down"),
        copies=_read_copies(document),
    )


def _read_port(document: SectionReader) -> str:
    """Read the port of the machines' wire: it has nine bits, and a serial server passes eight."""
    port = document.text("port")
    if is_url(port):
        document.add_fault("port", "slots.config.nine_bits", value=port)
    return port


def _read_copies(document: SectionReader) -> tuple[str, str]:
    if not document.has("copies"):
        return DEFAULT_COPIES
    copies = [str(copy_path) for copy_path in document.files("copies", len(DEFAULT_COPIES))]
    return (copies[0], copies[1]) if len(copies) == len(DEFAULT_COPIES) else DEFAULT_COPIES


def read_machines(document: SectionReader, section: str) -> dict[int, MachineTerms]:
    """Read the registration of each machine, by its address."""
    with document.table(section) as machines:
        if document.are_sound(section) and not machines.names:
            document.add_fault(section, "slots.config.many", most=MAX_MACHINES)
        return {
            address: _read_machine(machines, str(address))
            for address in _read_numbers(machines, ADDRESSES)
        }


def _read_numbers(tables: SectionReader, allowed_numbers: range) -> list[int]:
    """Return the numbers that name the tables of a section."""
    allowed_names = {str(number): number for number in allowed_numbers}
    for name in tables.names:
        if name not in allowed_names:
            tables.refuse_name(name, "slots.config.numbers", most=allowed_numbers[-1])
    return [allowed_names[name] for name in tables.names if name in allowed_names]


def _read_machine(machines: SectionReader, address: str) -> MachineTerms:
    with machines.table(address) as machine:
        return MachineTerms(
            pay_table=_read_pay_table(machine),
            return_=_read_return(machine),
            deviation=_read_deviation(machine),
            denomination=machine.choice("denomination", CREDIT_CENTS),
            coins=machine.integer("coins", 1, MAX_COINS),
            odds=machine.integer("odds", 1, MAX_ODDS) if machine.has("odds") else None,
            games=_read_games(machine) if machine.has("games") else {},
        )


def _read_games(machine: SectionReader) -> dict[int, GameTerms]:
    with machine.table("games") as games:
        return {
            number: _read_game(games, str(number)) for number in _read_numbers(games, GAME_NUMBERS)
        }


def _read_game(games: SectionReader, number: str) -> GameTerms:
    with games.table(number) as game:
        return GameTerms(_read_pay_table(game), _read_return(game), _read_deviation(game))


def _read_pay_table(game: SectionReader) -> str:
    key = "pay_table"
    pay_table = game.text(key)
    is_short = len(pay_table) in PAY_TABLE_NAME_LENGTHS
    if game.are_sound(key) and not (pay_table.isascii() and is_short):
        game.add_fault(key, "slots.config.pay_table", most=PAY_TABLE_NAME_LENGTHS[-1])
    return pay_table


def _read_return(game: SectionReader) -> int:
    return_hundredths = game.number("return")
    if return_hundredths is not None and return_hundredths not in RETURN_RANGE:
        game.add_fault("return", "slots.config.return")
    return int(return_hundredths) if game.are_sound("return") and return_hundredths else 0


def _read_deviation(game: SectionReader) -> float | None:
    if not game.has("deviation"):
        return None
    deviation = game.number("deviation")
    if deviation is not None and not (isfinite(deviation) and deviation > 0):
        game.add_fault("deviation", "slots.config.deviation")
    return deviation


def read_jackpot(
    document: SectionReader, machine_section: str, machines: Mapping[int, MachineTerms]
) -> Progressive | None:
    """Read the progressive jackpot of these machines; None if they have none."""
    if not document.has("progressive"):
        return None
    with document.table("progressive") as jackpot:
        addresses = tuple(jackpot.whole_numbers("machines"))
        base_cents = jackpot.whole_number("base")
        if base_cents is not None and not 0 <= base_cents <= MAX_JACKPOT_CENTS:
            limit = {"most": MAX_JACKPOT_CENTS, "most_cents": Cents(MAX_JACKPOT_CENTS)}
            jackpot.add_fault("base", "slots.config.base", **limit)
        jackpot_terms = Progressive(
            addresses,
            base_cents or 0,
            jackpot.integer("permille", PERMILLE_RANGE[0], PERMILLE_RANGE[-1]),
            jackpot.integer("group", 1, MAX_GROUP) if jackpot.has("group") else 1,
            jackpot.integer("level", 1, MAX_JACKPOT_LEVELS) if jackpot.has("level") else 1,
        )
    unknown = [address for address in addresses if address not in machines]
    key = "progressive.machines"
    for address in unknown:
        document.add_fault(key, "bank.no_machine", machine=address)
    if len({*addresses}) < len(addresses):
        document.add_fault(key, "slots.config.once")
    # only values that were read without a fault are compared with each other
    compared_keys = (f"{machine_section}.{at}.{name}" for at in addresses for name in EQUAL_KEYS)
    if document.are_sound(key, *compared_keys) and not _are_equal(machines, addresses):
        document.add_fault(key, "slots.config.unequal")
    return jackpot_terms


def _are_equal(machines: Mapping[int, MachineTerms], addresses: tuple[int, ...]) -> bool:
    """Return whether machines may share a jackpot (92); its odds must be given."""
    conditions = {
        tuple(getattr(machines[address], key) for key in EQUAL_KEYS) for address in addresses
    }
    return len(conditions) == 1 and machines[addresses[0]].odds is not None
