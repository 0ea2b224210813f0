"""The state of a bank; all of it is restored from the journal after a power cut."""

import msgspec

from firmware.core.games.slot_machine import THOUSANDTHS
from firmware.shell.journal import ProgramVersion
from firmware.slots.machine_state import MachineState
from firmware.slots.terms import BankTerms


class BankState(
    msgspec.Struct,
    rename={
        "jackpot_thousandths": "lot",
        "jackpots_won": "hits",
        "highest_won_cents": "before",
        "reserve_thousandths": "reserve",
    },
):
    """All machines, and the jackpot in thousandths of a cent.

    Invariant: jackpot + reserve = first amount + contributions - each win's part above the base.
    """

    terms: BankTerms
    machines: dict[int, MachineState]
    jackpot_thousandths: int
    jackpots_won: int = 0
    highest_won_cents: int = 0
    """The highest amount at which the jackpot was won: a machine that was cut off may still report
    it.
    """
    reserve_thousandths: int = 0
    """Never above 0: what the house owes for second wins of a jackpot that another machine had won.
    """
    program: ProgramVersion | None = None
    """The program that wrote the last entry, if it was recorded."""

    @property
    def jackpot_cents(self) -> int:
        """The jackpot as displayed (91)."""
        return self.jackpot_thousandths // THOUSANDTHS


def new_bank_state(terms: BankTerms, first_jackpot_cents: int | None = None) -> BankState:
    """Return the state of a new bank; the jackpot begins with this amount, or with its base."""
    machines = {address: MachineState() for address in terms.machine}
    return BankState(
        terms,
        machines,
        (terms.first_jackpot_cents if first_jackpot_cents is None else first_jackpot_cents)
        * THOUSANDTHS,
    )
