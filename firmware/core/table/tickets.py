"""Tickets: what the table does about what is sold, drawn and claimed by number (79 to 86)."""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import TicketAsked, TicketClaimed
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.rulings import TicketIssued, TicketPaid

if TYPE_CHECKING:
    from firmware.core.table.table import Table


def asked(table: "Table", event: TicketAsked) -> None:
    """Register a ticket while the sale is open; it is printed."""
    table.forget_undo()
    if table.phase is Phase.FAULT:
        raise Forbidden(table.stopped_by())
    if table.phase is not Phase.OPEN:
        raise Forbidden("why.not_open")
    ticket = table.game.sell(event, seated=event.spot in table.felt.spots)
    ticket = replace(ticket, test=table.testing)
    table.tickets = (*table.tickets, ticket)[-KEPT:]
    table.rule(TicketIssued(ticket))


KEPT = 8
"""How many tickets back a printer may still have to print."""


def claimed(table: "Table", event: TicketClaimed) -> None:
    """Pay the holder of a winning ticket, once."""
    table.forget_undo()
    table.rule(TicketPaid(event.control, _claimed(table, event)))


def _claimed(table: "Table", event: TicketClaimed) -> Cents:
    """Return what is due; a test knows nothing of tickets that were sold before it."""
    try:
        return table.game.claim(event)
    except Forbidden:
        if table.testing:
            raise Forbidden("why.claim_later", control=event.control) from None
        raise
