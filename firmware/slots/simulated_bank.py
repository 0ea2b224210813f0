"""A simulated bank: the registered machines, with simulated players."""

from collections import Counter
from random import Random
from typing import Final

from drivers.sas.responses import DENOMINATIONS
from firmware.slots.state import BankState
from firmware.slots.terms import BankTerms
from sim.slot_machine.cable import PlayedSlotWire
from sim.slot_machine.machine import Cabinet, SimSlotMachine

JACKPOT_ODDS: Final = 5000
"""One win in so many games: far more often than a real jackpot, so that a demonstration shows one.
"""
DENOMINATION_CODES: Final = {
    credit_cents: denomination_code for denomination_code, credit_cents in DENOMINATIONS.items()
}


def simulated_wire(bank_state: BankState, random_seed: int) -> PlayedSlotWire:
    """Return the wire of the registered machines, whose meters continue the host's last
    readings.
    """
    machines = [_simulated_machine(bank_state, address) for address in bank_state.terms.machine]
    jackpot_odds = JACKPOT_ODDS if bank_state.terms.progressive else 0
    return PlayedSlotWire(machines, Random(random_seed), jackpot_odds)  # noqa: S311 - a simulation


def registered_cabinet(terms: BankTerms, address: int) -> Cabinet:
    """Return the cabinet of a registered machine."""
    machine_terms, jackpot_terms = terms.machine[address], terms.progressive
    return Cabinet(
        address,
        DENOMINATION_CODES[machine_terms.denomination],
        machine_terms.denomination,
        machine_terms.coins,
        jackpot_terms.group if jackpot_terms and address in jackpot_terms.machines else 0,
        machine_terms.pay_table,
        machine_terms.return_,
        f"SIM{address:05}",
        tuple(
            (game_terms.pay_table, game_terms.return_)
            for _, game_terms in sorted(machine_terms.games.items())
        ),
    )


def _simulated_machine(bank_state: BankState, address: int) -> SimSlotMachine:
    machine = SimSlotMachine(registered_cabinet(bank_state.terms, address))
    machine.meters |= {
        game_number: Counter() for game_number in range(1, len(machine.cabinet.games) + 1)
    }
    for game_number, meter_track in bank_state.machines[address].meter_tracks.items():
        machine.meters.setdefault(game_number, Counter()).update(
            # meters that began at 0 again would be a doubt at every start of a simulation
            {meter: reading.value for meter, reading in meter_track.readings.items()}
        )
    return machine
