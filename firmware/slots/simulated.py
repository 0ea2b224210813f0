"""A simulated bank: the machines that are registered, with people who play at them."""

from collections import Counter
from random import Random
from typing import Final

from drivers.sas.answers import DENOMINATIONS
from firmware.slots.state import BankState
from firmware.slots.terms import BankTerms
from sim.slot_machine.cable import PlayedWire
from sim.slot_machine.machine import Cabinet, SimSlotMachine

ODDS: Final = 5000
"""More often than a real lot is won, so that somebody who watches sees it."""
CODES: Final = {cents: code for code, cents in DENOMINATIONS.items()}


def simulated(state: BankState, seed: int) -> PlayedWire:
    """Return the wire of the registered machines, with the meters that the host has read last."""
    machines = [_machine(state, address) for address in state.terms.machine]
    odds = ODDS if state.terms.progressive else 0
    return PlayedWire(machines, Random(seed), odds)  # noqa: S311 - a simulation


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


def _machine(state: BankState, address: int) -> SimSlotMachine:
    machine = SimSlotMachine(cabinet(state.terms, address))
    machine.meters |= {game: Counter() for game in range(1, len(machine.cabinet.games) + 1)}
    for game, track in state.machines[address].tracks.items():
        machine.meters.setdefault(game, Counter()).update(
            {at: one.value for at, one in track.readings.items()}
        )
    return machine
