"""The tickets still to be printed, and whether as copies."""

from typing import NamedTuple

Tickets = tuple[tuple[str, tuple[str, ...]], ...]
"""The control number and the lines of each ticket that should have been printed, oldest first."""


class Begun(NamedTuple):
    """A ticket whose printing begins."""

    number: str
    lines: tuple[str, ...]
    is_copy: bool
    """Whether some of it may be on paper already."""


class Pending:
    """Keeps the tickets by their numbers: a second print of one is a copy.

    Of the first tickets the newest may have been in print when the service went down: it is printed
    as a copy. The others count as printed.
    """

    def __init__(self) -> None:
        self._wanted: Tickets = ()
        self._taken = False
        self._printed: set[str] = set()
        self._begun: set[str] = set()
        """Begun, and not known to be printed."""

    def take(self, tickets: Tickets) -> bool:
        """Take the tickets of a panel; return whether a piece of one may hang in the printer."""
        self._wanted = tickets
        first, self._taken = not self._taken, True
        if first:
            numbers = [number for number, _ in tickets]
            self._printed.update(numbers[:-1])
            self._begun.update(numbers[-1:])
        return first and bool(tickets)

    def begin(self) -> Begun | None:
        """Return the next ticket to print, if there is one."""
        for number, lines in self._wanted:
            if number not in self._printed:
                is_copy = number in self._begun
                self._begun.add(number)
                return Begun(number, lines, is_copy)
        return None

    def printed(self, number: str) -> None:
        """Note that a ticket was printed."""
        self._printed.add(number)
        self._begun.remove(number)
