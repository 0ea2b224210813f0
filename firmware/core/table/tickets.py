"""Tickets: the table's actions on those sold, drawn and claimed by number (79 to 86)."""

from typing import Final

from msgspec.structs import replace

from firmware.core.table.state import State
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import TicketClaimed, TicketOrdered
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.rulings import TicketIssued, TicketPaid

PRINTABLE_TICKETS: Final = 8
"""How many tickets back a printer may still have to print."""
CLOCK_FAULTS: Final = ("clock_back", "clock_forward")
"""The faults in which the day of a claim may be wrong."""


def sell_ticket(state: State, event: TicketOrdered) -> None:
    """Register a ticket while the sale is open; it is printed, and the last draw is final."""
    state.effects.throw_is_final = True
    ticket = state.game.sell_ticket(event, spot_exists=event.spot in state.felt.spots)
    ticket = replace(ticket, test=state.testing)
    tickets = (*state.device.tickets, ticket)[-PRINTABLE_TICKETS:]
    state.device = replace(state.device, tickets=tickets)
    state.add_ruling(TicketIssued(ticket))


def claim_ticket(state: State, event: TicketClaimed) -> None:
    """Pay the holder of a winning ticket, once; not while the day is in doubt."""
    state.forget_undo()
    state.effects.throw_is_final = True
    for code in CLOCK_FAULTS:
        fault = state.device.trouble.find_fault("host", code)
        if fault is not None:
            raise Forbidden("why.stopped", fault=fault.words)
    state.add_ruling(TicketPaid(event.control, _claimed_cents(state, event)))


def _claimed_cents(state: State, event: TicketClaimed) -> Cents:
    """Return the payment; a test does not know tickets sold before it."""
    try:
        return state.game.claim_ticket(event)
    except Forbidden:
        if state.testing:
            raise Forbidden("why.claim_later", control=event.control) from None
        raise
