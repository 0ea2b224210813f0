"""The desk's socket: a clerk's terminal orders and presents tickets, one JSON object a line.

Unlike the control socket it acts: only the service's own user and group may open it.
"""

from pathlib import Path

import msgspec

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import Refused, TicketIssued, TicketPaid
from firmware.shell.desk.desk import KENO_NUMBERS, KenoDesk, quick_pick
from firmware.shell.sockets.line_client import ClientLimit, send_request
from firmware.shell.sockets.line_socket import LineSocket
from firmware.shell.words.decode_words import decode_reason
from firmware.shell.words.words import Words

DESK_SOCKET = "desk"
"""Its name, next to the control socket."""
USER_AND_GROUP = 0o660


class TicketSale(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An order for a ticket: numbers, or how many to pick at random."""

    spot: int
    cents: int
    draws: int = 1
    numbers: tuple[int, ...] = ()
    quick_pick: int = 0
    paid: bool = True


class DeskRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sale, or the control number of a ticket that is presented."""

    sell: TicketSale | None = None
    claim: str | None = None


class DeskAnswer(msgspec.Struct, frozen=True):
    """The result for the clerk, in words; `done` is whether the table accepted the request."""

    done: bool
    control: str = ""
    cents: int = 0
    why: str = ""


class DeskSocket(LineSocket):
    """Serves the desk."""

    def __init__(self, path: Path, desk: KenoDesk, words: Words) -> None:
        """Open the socket. Raises ControlError if another service has it."""
        self._desk = desk
        self._words = words
        super().__init__(path, USER_AND_GROUP, self._answer_request, _limit_answer)

    def _answer_request(self, line: bytes, _uid: int) -> DeskAnswer:
        try:
            request = msgspec.json.decode(line, type=DeskRequest)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            return DeskAnswer(done=False, why=self._words.render(decode_reason(error)))
        if request.sell is not None:
            return self._sell_ticket(request.sell)
        return self._answer_for(self._present_ticket(request.claim or ""))

    def _sell_ticket(self, sale: TicketSale) -> DeskAnswer:
        if bool(sale.numbers) is bool(sale.quick_pick) or sale.quick_pick not in (0, *KENO_NUMBERS):
            return DeskAnswer(done=False, why=self._words.render(Text("desk.numbers")))
        numbers = sale.numbers or quick_pick(sale.quick_pick)
        control = self._desk.order_ticket(
            sale.spot, numbers, sale.cents, sale.draws, paid=sale.paid
        )
        return self._answer_for(control)

    def _present_ticket(self, written_number: str) -> str:
        """Present a ticket; its number may be read with dashes and in small letters."""
        # the ticket prints it in groups of four
        control = written_number.replace("-", "").upper()
        self._desk.present_ticket(control)
        return control

    def _answer_for(self, control: str) -> DeskAnswer:
        match self._desk.await_ruling(control):
            case TicketIssued(ticket):
                return DeskAnswer(done=True, control=control, cents=ticket.cents)
            case TicketPaid(_, cents):
                return DeskAnswer(done=True, control=control, cents=cents)
            case Refused(reason):
                return DeskAnswer(done=False, control=control, why=self._words.render(reason))
        return DeskAnswer(done=False, control=control, why="the table does not answer")


def _limit_answer(client_limit: ClientLimit) -> DeskAnswer:
    return DeskAnswer(done=False, why=client_limit)


def send_desk_request(path: Path, request: DeskRequest) -> DeskAnswer:
    """Return the table's answer. Raises ControlError."""
    return send_request(path, request, DeskAnswer)
