"""Simulated slot machines on virtual time, and their state at the host that polls them."""

from typing import Final

from drivers.sas.exceptions import NO_EXCEPTION
from drivers.sas.polls import MAX_JACKPOT_CENTS
from drivers.sas.responses import COIN_IN_METER, COIN_OUT_METER, GAMES_PLAYED_METER
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.money import Cents
from firmware.slots.machine_state import MachineState
from firmware.slots.simulated_bank import registered_cabinet
from firmware.slots.terms import WHOLE_MACHINE, BankTerms
from hal.ports import Millis
from sim.play.virtual_bank import VirtualBank
from sim.slot_machine.machine import SimSlotMachine
from sim.slot_machine.wire import SimSlotWire
from sim.world.virtual_clock import VirtualClock

MOST_CREDITS: Final = 10**7
"""Of a play: a meter has eight digits, and a rise by half of its range is doubted."""
LONGEST_WAIT_MS: Final = Millis(60_000)
"""By then the host has polled every machine of a bank many times."""
COUNTED_METERS: Final = (COIN_IN_METER, COIN_OUT_METER, GAMES_PLAYED_METER)


class CountedMachines:
    """The registered machines on their wire, with the bank of their host."""

    def __init__(self, terms: BankTerms) -> None:
        self.machines = {
            address: SimSlotMachine(registered_cabinet(terms, address)) for address in terms.machine
        }
        clock = VirtualClock()
        self.bank = VirtualBank(terms, SimSlotWire(self.machines.values(), clock.now), clock)
        self.wait_for_host()

    def known(self, address: int) -> MachineState:
        """Return the state of a machine at the host."""
        return self.bank.state.machines[address]

    def is_linked(self, address: int) -> bool:
        """Return whether a machine contributes to the jackpot and can win it."""
        return self.bank.terms.contribution_permille(address) > 0

    def to_credits(self, address: int, cents: int) -> int:
        """Return an amount in credits. Raises Forbidden if no meter counts so many of one play."""
        credit_cents = self.bank.terms.machine[address].denomination
        if cents > MOST_CREDITS * credit_cents:
            most_cents = Cents(MOST_CREDITS * credit_cents)
            raise Forbidden("bank.most", machine=address, most_cents=most_cents)
        return cents // credit_cents

    def counted_cents(self, address: int, meter: int) -> int:
        """Return the cents that the host has counted on a meter since its first reading."""
        total_credits = self.known(address).meter_total(meter) or 0
        return total_credits * self.bank.terms.machine[address].denomination

    def wait_for_host(self) -> None:
        """Let time pass until the host knows all, and every machine shows the jackpot."""
        self.bank.run(LONGEST_WAIT_MS, lambda: all(map(self._is_caught_up, self.machines)))

    def _is_caught_up(self, address: int) -> bool:
        machine, known = self.machines[address], self.known(address)
        return (
            machine.exceptions.next_exception == NO_EXCEPTION
            and not machine.jackpot.won_cents
            and not known.play_state.awaits_meters
            and WHOLE_MACHINE in known.identities
            and self._are_meters_read(address)
            and self._shows_jackpot(address)
        )

    def _are_meters_read(self, address: int) -> bool:
        meter_track = self.known(address).meter_tracks.get(WHOLE_MACHINE)
        meters = self.machines[address].meters[WHOLE_MACHINE]
        return meter_track is not None and all(
            meter_track.readings[meter].value
            == meters[meter] % 10 ** meter_track.readings[meter].digits
            for meter in COUNTED_METERS
        )

    def _shows_jackpot(self, address: int) -> bool:
        jackpot_cents = self.bank.state.jackpot_cents
        is_shown = self.machines[address].jackpot.shown_cents == jackpot_cents
        # a larger one is no longer reported
        return is_shown or not self.is_linked(address) or jackpot_cents > MAX_JACKPOT_CENTS
