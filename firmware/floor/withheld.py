"""Records that never leave their table: a reader could claim a prize, or know a card by its tag."""

from typing import Final

from firmware.core.table.checkpoint import Checkpoint
from firmware.core.vocabulary.events import CardRead, TicketClaimed, TicketOrdered
from firmware.core.vocabulary.rulings import TicketIssued, TicketPaid
from firmware.shell.history.journal_entries import Carried, Checked, Entry, Happened, Ruled

TICKET_MEMORY_KEYS: Final = ("sold", "done")
"""The keys of a game's memory with control numbers of tickets."""


def is_withheld(journal_entry: Entry) -> bool:
    """Return whether a record has a card's tag, or the control number of a ticket."""
    match journal_entry:
        case Happened(event=CardRead(tag=tag)):
            return tag is not None
        case Happened(event=TicketOrdered() | TicketClaimed()):
            return True
        case Ruled(rulings=entry_rulings):
            return any(isinstance(ruling, TicketIssued | TicketPaid) for ruling in entry_rulings)
        case Checked(table=checkpoint):
            return _is_checkpoint_withheld(checkpoint)
        case Carried(table=checkpoint, since=carried_entries):
            return _is_checkpoint_withheld(checkpoint) or any(map(is_withheld, carried_entries))
    return False


def _is_checkpoint_withheld(checkpoint: Checkpoint) -> bool:
    has_tickets = any(checkpoint.game.get(memory_key) for memory_key in TICKET_MEMORY_KEYS)
    is_aside_withheld = checkpoint.aside is not None and _is_checkpoint_withheld(checkpoint.aside)
    return bool(
        checkpoint.shoe.tags or checkpoint.device.tickets or has_tickets or is_aside_withheld
    )
