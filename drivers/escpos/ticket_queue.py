"""The tickets still to be printed, and whether as copies."""

from typing import NamedTuple

Tickets = tuple[tuple[str, tuple[str, ...]], ...]
"""The control number and the lines of each ticket that should have been printed, oldest first."""


class TicketBegun(NamedTuple):
    """A ticket whose printing begins."""

    number: str
    lines: tuple[str, ...]
    is_copy: bool
    """Whether a part may be on paper already."""


class TicketQueue:
    """Queues the tickets by their numbers: a second print of one is a copy.

    Of the first tickets the newest may have been in print when the service went down: it is printed
    as a copy. The others count as printed.
    """

    def __init__(self) -> None:
        self._panel_tickets: Tickets = ()
        self._panel_taken = False
        self._printed_numbers: set[str] = set()
        self._unconfirmed: set[str] = set()
        """Begun, and not known to be printed."""

    def note_tickets(self, tickets: Tickets) -> bool:
        """Take the tickets of a panel; return whether a piece of one may hang in the printer."""
        self._panel_tickets = tickets
        is_first, self._panel_taken = not self._panel_taken, True
        if is_first:
            ticket_numbers = [number for number, _ in tickets]
            self._printed_numbers.update(ticket_numbers[:-1])
            self._unconfirmed.update(ticket_numbers[-1:])
        return is_first and bool(tickets)

    def begin_ticket(self) -> TicketBegun | None:
        """Return the next ticket to print, if there is one."""
        for number, lines in self._panel_tickets:
            if number not in self._printed_numbers:
                is_copy = number in self._unconfirmed
                self._unconfirmed.add(number)
                return TicketBegun(number, lines, is_copy)
        return None

    def note_printed(self, number: str) -> None:
        """Note that a ticket was printed."""
        self._printed_numbers.add(number)
        self._unconfirmed.remove(number)
