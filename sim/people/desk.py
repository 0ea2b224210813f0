"""The desk of a simulated Keno: orders and claims of tickets (79 to 86)."""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.desk.desk_socket import DeskRequest, TicketSale, send_desk_request


class TicketDesk(Protocol):
    """A desk that passes orders and claims of tickets to the table."""

    def order_ticket(
        self, spot: int, numbers: Sequence[int], cents: int, draws: int, *, paid: bool = True
    ) -> str:
        """Ask for a ticket; return its control number. Raises RequestFailed."""
        ...

    def present_ticket(self, control_number: str) -> None:
        """Present a ticket for payment."""
        ...


class SocketDesk:
    """Implements Desk at the socket of a table in service. Raises ControlError while it is off."""

    def __init__(self, socket: Path) -> None:
        self._socket = socket

    def order_ticket(
        self, spot: int, numbers: Sequence[int], cents: int, draws: int, *, paid: bool = True
    ) -> str:
        """Ask for a ticket; return its control number. Raises RequestFailed if it is refused."""
        sale = TicketSale(spot, cents, draws, tuple(numbers), paid=paid)
        desk_answer = send_desk_request(self._socket, DeskRequest(sell=sale))
        if not desk_answer.done:
            raise RequestFailed(Text("person.no_ticket", {"why": desk_answer.why}))
        return desk_answer.control

    def present_ticket(self, control_number: str) -> None:
        """Present a ticket for payment."""
        send_desk_request(self._socket, DeskRequest(claim=control_number))
