"""A simulated bank: the machines that are registered, with people who play at them."""

from random import Random
from typing import Final

from drivers.sas.answers import DENOMINATIONS
from firmware.slots.terms import BankTerms
from sim.slot_machine.cable import PlayedWire
from sim.slot_machine.machine import Cabinet, SimSlotMachine

ODDS: Final = 5000
"""More often than a real lot is won, so that somebody who watches sees it."""
CODES: Final = {cents: code for code, cents in DENOMINATIONS.items()}


def simulated(terms: BankTerms, seed: int) -> PlayedWire:
    """Return the wire of the registered machines."""
    machines = [SimSlotMachine(cabinet(terms, address)) for address in terms.machine]
    for machine in machines:
        machine.meters |= {game: machine.meters[0].copy() for game in _games(machine)}
    lot = terms.progressive is not None
    return PlayedWire(machines, Random(seed), ODDS if lot else 0)  # noqa: S311 - a simulation


def cabinet(terms: BankTerms, address: int) -> Cabinet:
    """Return a machine as it is registered."""
    one, lot = terms.machine[address], terms.progressive
    return Cabinet(
        address,
        CODES[one.denomination],
        one.denomination,
        one.coins,
        lot.group if lot and address in lot.machines else 0,
        one.pay_table,
        one.return_,
        f"SIM{address:05}",
        tuple((game.pay_table, game.return_) for _, game in sorted(one.games.items())),
    )


def _games(machine: SimSlotMachine) -> range:
    return range(1, len(machine.cabinet.games) + 1)
