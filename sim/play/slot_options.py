"""The options of a slot machines' script, read as the registration of a bank that is served."""

from collections.abc import Mapping
from math import gcd
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from firmware.core.game.options import OptionRefused
from firmware.shell.config.faults import ConfigFaults
from firmware.shell.config.reader import SectionReader
from firmware.shell.script import BankScript
from firmware.shell.tournament_script import SlotPlayStep, SlotResultStep
from firmware.slots.config import CREDIT_CENTS, read_jackpot, read_machines
from firmware.slots.terms import BankTerms, MachineTerms
from sim.play.counted_machines import MOST_CREDITS

MACHINES: Final = "machines"
PAY_TABLE: Final = "SCRIPT"
"""Of every machine: a script names none."""


class CoinSlot(NamedTuple):
    """The coins that a machine of a script takes."""

    coin_cents: int
    jackpot_coins: int
    """The coins of a play for the jackpot (92)."""


class ScriptBank(NamedTuple):
    """The bank of a script, and the coins that its machines take, by address."""

    terms: BankTerms
    coin_slots: dict[int, CoinSlot]


def read_script_bank(script: BankScript) -> ScriptBank:
    """Return the bank of a script. Raises OptionRefused with the first fault of its options."""
    faults = ConfigFaults()
    with SectionReader(_document(script.options), "", faults) as document:
        machines = read_machines(document, MACHINES)
        jackpot = read_jackpot(document, MACHINES, machines)
    for fault in faults.found:
        name = fault.key.partition(".")[0]
        raise OptionRefused(name, script.options.get(name, ""), fault.full_text)
    coin_slots = {
        address: _coin_slot(script.options[MACHINES][str(address)]["denomination"], terms)
        for address, terms in machines.items()
    }
    wired = {
        address: _wired_terms(terms, coin_slots[address].coin_cents, script, address)
        for address, terms in machines.items()
    }
    return ScriptBank(BankTerms("script", "", wired, jackpot), coin_slots)


def _coin_slot(coin_cents: int, terms: MachineTerms) -> CoinSlot:
    return CoinSlot(coin_cents, terms.coins * terms.denomination // coin_cents)


def _document(options: Mapping[str, Any]) -> dict[str, object]:
    """Return the options as the tables of a bank's file."""
    machines, jackpot = options.get(MACHINES), options.get("progressive")
    linked = jackpot.get(MACHINES) if isinstance(jackpot, dict) else None
    if isinstance(machines, dict):
        machines = {
            address: _machine_table(
                table, is_linked=isinstance(linked, list) and address in map(str, linked)
            )
            for address, table in machines.items()
        }
    document = {**options, MACHINES: machines}
    # `null` is an option that is left out
    return {name: value for name, value in document.items() if value is not None}


def _machine_table(table: object, *, is_linked: bool) -> object:
    """Return a machine as a bank's file has it: its coin in credits, and the keys that a script
    leaves out.
    """
    if not isinstance(table, dict):
        return table
    coins = {} if is_linked else {"coins": 1}
    table = {"pay_table": PAY_TABLE, **coins, **table}
    coin_cents = table.get("denomination")
    if type(coin_cents) is int and coin_cents > 0 and type(table.get("coins")) is int:
        table["denomination"] = _largest_credit(coin_cents)
        table["coins"] *= coin_cents // table["denomination"]
    return table


def _wired_terms(
    terms: MachineTerms, coin_cents: int, script: BankScript, address: int
) -> MachineTerms:
    """Return a machine's terms in a credit of which all amounts of the script are multiples; it
    takes the largest stake of the script.
    """
    steps = [getattr(step, step.kind) for step in script.steps]
    stakes = [
        step.cents for step in steps if isinstance(step, SlotPlayStep) and step.machine == address
    ]
    wins = [
        step.cents for step in steps if isinstance(step, SlotResultStep) and step.machine == address
    ]
    credit_cents = _largest_credit(coin_cents, *wins)
    most_credits = max(stakes, default=0) // credit_cents
    return replace(terms, denomination=credit_cents, coins=min(max(most_credits, 1), MOST_CREDITS))


def _largest_credit(*amounts_cents: int) -> int:
    """Return the largest credit of SAS of which all amounts are multiples."""
    divisor = gcd(*amounts_cents)
    return max(credit_cents for credit_cents in CREDIT_CENTS if divisor % credit_cents == 0)
