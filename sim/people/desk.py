"""The desk of a simulated Keno: orders and claims of tickets (79 to 86)."""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.desk.socket import DeskRequest, Sale, ask_desk


class Desk(Protocol):
    """A desk that passes orders and claims of tickets to the table."""

    def ask(
        self, spot: int, numbers: Sequence[int], cents: int, draws: int, *, paid: bool = True
    ) -> str:
        """Ask for a ticket; return its control number. Raises CannotBeDone."""
        ...

    def claim(self, control: str) -> None:
        """Present a ticket for payment."""
        ...


class ServedDesk:
    """Implements Desk at the socket of a table in service. Raises ControlError while it is off."""

    def __init__(self, socket: Path) -> None:
        self._socket = socket

    def ask(
        self, spot: int, numbers: Sequence[int], cents: int, draws: int, *, paid: bool = True
    ) -> str:
        """Ask for a ticket; return its control number. Raises CannotBeDone if it is refused."""
        sale = Sale(spot, cents, draws, tuple(numbers), paid=paid)
        answer = ask_desk(self._socket, DeskRequest(sell=sale))
        if not answer.done:
            raise CannotBeDone(Text("person.no_ticket", {"why": answer.why}))
        return answer.control

    def claim(self, control: str) -> None:
        """Present a ticket for payment."""
        ask_desk(self._socket, DeskRequest(claim=control))
