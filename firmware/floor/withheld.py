"""Records that stay with their table for good: who has read one could claim a prize, or tell a card
by its tag.
"""

from typing import Final

from firmware.core.table.state import Checkpoint
from firmware.core.vocabulary.events import CardRead, TicketAsked, TicketClaimed
from firmware.core.vocabulary.rulings import TicketIssued, TicketPaid
from firmware.shell.history.records import Carried, Checked, Entry, Happened, Ruled

TICKETS: Final = ("sold", "done")
"""What the game's memory has of tickets, by their control numbers."""


def holds_secret(entry: Entry) -> bool:
    """Return whether a record has a card's tag, or the control number of a ticket."""
    match entry:
        case Happened(event=CardRead(tag=tag)):
            return tag is not None
        case Happened(event=TicketAsked() | TicketClaimed()):
            return True
        case Ruled(rulings=found):
            return any(isinstance(ruling, TicketIssued | TicketPaid) for ruling in found)
        case Checked(table=table):
            return _of_table(table)
        case Carried(table=table, since=since):
            return _of_table(table) or any(map(holds_secret, since))
    return False


def _of_table(table: Checkpoint) -> bool:
    tickets = any(table.game.get(name) for name in TICKETS)
    aside = table.aside is not None and _of_table(table.aside)
    return bool(table.shoe.tags or table.device.tickets or tickets or aside)
