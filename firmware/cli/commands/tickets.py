"""`croupier ticket`: a clerk sells tickets of Keno and pays winners, at the running table."""

from typing import Annotated, NamedTuple

from firmware.cli.args.errors import CannotServe, print_error
from firmware.cli.args.exits import EXIT_BAD_INPUT
from firmware.cli.args.signature import Option, mutually_exclusive
from firmware.cli.args.types import SocketPath
from firmware.cli.commands.status import default_socket
from firmware.core.vocabulary.panel import Text
from firmware.shell.desk.desk_socket import (
    DESK_SOCKET,
    DeskAnswer,
    DeskRequest,
    TicketSale,
    send_desk_request,
)
from firmware.shell.sockets.line_client import NoServiceError
from firmware.shell.words.words import Words


@mutually_exclusive("numbers", "quick_pick", is_required=True)
def sell_ticket(
    words: Words,
    *,
    cents: int,
    numbers: tuple[int, ...] = (),
    quick_pick: int = 0,
    spot: int = 1,
    draws: int = 1,
    unpaid: bool = False,
    socket: SocketPath | None = None,
) -> int:
    """Buy a ticket; return 2 if the table refuses it, 3 if no table answers."""
    ticket_sale = TicketSale(spot, cents, draws, numbers, quick_pick, not unpaid)
    return _ask_desk(DeskRequest(sell=ticket_sale), "desk.sold", socket, words)


class Selection(NamedTuple):
    """A selection of a slip: its numbers, and its stake in cents (80)."""

    typed_text: str
    numbers: tuple[int, ...]
    cents: int


def parse_selection(typed_text: str) -> Selection:
    """Read a selection such as `1,4,7=200`."""
    numbers, _, cents = typed_text.partition("=")
    return Selection(typed_text, tuple(map(int, numbers.split(","))), int(cents))


def sell_slip(
    words: Words,
    selections: Annotated[
        tuple[Selection, ...],
        Option(
            parse=parse_selection,
            expected_key="command.wanted.selection",
            value_key="command.value.selection",
        ),
    ],
    *,
    spot: int = 1,
    draws: int = 1,
    unpaid: bool = False,
    socket: SocketPath | None = None,
) -> int:
    """Ask for a ticket for each selection of a slip (79), in their order.

    Return 2 if the table refuses one; the others are sold. Return 3 if no table answers.
    """
    worst_status = 0
    for slip_selection in selections:
        ticket_sale = TicketSale(
            spot, slip_selection.cents, draws, slip_selection.numbers, paid=not unpaid
        )
        exit_status = _ask_desk(
            DeskRequest(sell=ticket_sale),
            "desk.sold",
            socket,
            words,
            f"slip {slip_selection.typed_text}",
        )
        worst_status = max(worst_status, exit_status)
    return worst_status


def claim_ticket(
    words: Words,
    control: Annotated[str, Option(value_key="command.value.control")],
    *,
    socket: SocketPath | None = None,
) -> int:
    """Present a ticket; return 2 if nothing is due on it, 3 if no table answers."""
    return _ask_desk(DeskRequest(claim=control), "desk.paid", socket, words)


def _ask_desk(
    desk_request: DeskRequest,
    success_key: str,
    socket: SocketPath | None,
    words: Words,
    command_words: str = "",
) -> int:
    socket_path = socket or default_socket().with_name(DESK_SOCKET)
    try:
        desk_answer = send_desk_request(socket_path, desk_request)
    except NoServiceError:
        raise CannotServe(Text("desk.no_table", {"path": str(socket_path)})) from None
    if not desk_answer.done:
        return print_error(f"ticket {command_words}".rstrip(), EXIT_BAD_INPUT, desk_answer.why)
    print(words.render(Text(success_key, _answer_placeholders(desk_answer))))
    return 0


def _answer_placeholders(desk_answer: DeskAnswer) -> dict[str, str | int | Text]:
    control_groups = [
        desk_answer.control[digit_index : digit_index + 4]
        for digit_index in range(0, len(desk_answer.control), 4)
    ]
    return {"control": "-".join(control_groups), "cents": desk_answer.cents}
