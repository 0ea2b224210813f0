"""`croupier ticket`: a clerk sells tickets of Keno and pays winners, at the running table."""

from typing import Annotated, NamedTuple

from firmware.cli.args.errors import CannotServe, complain
from firmware.cli.args.exits import BAD_INPUT
from firmware.cli.args.signature import How, apart
from firmware.cli.args.types import Socket
from firmware.cli.commands.status import default_socket
from firmware.core.vocabulary.panel import Text
from firmware.shell.desk.socket import SOCKET, DeskAnswer, DeskRequest, Sale, ask_desk
from firmware.shell.sockets.line_client import NoTable
from firmware.shell.words.words import Words


@apart("numbers", "quick_pick", one=True)
def sell(
    words: Words,
    *,
    cents: int,
    numbers: tuple[int, ...] = (),
    quick_pick: int = 0,
    spot: int = 1,
    draws: int = 1,
    unpaid: bool = False,
    socket: Socket | None = None,
) -> int:
    """Ask for a ticket; return 2 if the table refuses it, 3 if none answers."""
    sale = Sale(spot, cents, draws, numbers, quick_pick, not unpaid)
    return _ask(DeskRequest(sell=sale), "desk.sold", socket, words)


class Selection(NamedTuple):
    """A selection of a slip: its numbers, and its stake in cents (80)."""

    written: str
    numbers: tuple[int, ...]
    cents: int


def selection(text: str) -> Selection:
    """Read a selection such as `1,4,7=200`."""
    numbers, _, cents = text.partition("=")
    return Selection(text, tuple(map(int, numbers.split(","))), int(cents))


def slip(
    words: Words,
    selections: Annotated[tuple[Selection, ...], How(read=selection, value="selection")],
    *,
    spot: int = 1,
    draws: int = 1,
    unpaid: bool = False,
    socket: Socket | None = None,
) -> int:
    """Ask for a ticket for each selection of a slip (79), in their order.

    Return 2 if the table refuses one; the others are sold all the same. 3 if none answers.
    """
    status = 0
    for each in selections:
        sale = Sale(spot, each.cents, draws, each.numbers, paid=not unpaid)
        asked = _ask(DeskRequest(sell=sale), "desk.sold", socket, words, f"slip {each.written}")
        status = max(status, asked)
    return status


def claim(
    words: Words,
    control: Annotated[str, How(value="control")],
    *,
    socket: Socket | None = None,
) -> int:
    """Present a ticket; return 2 if nothing is due on it, 3 if no table answers."""
    return _ask(DeskRequest(claim=control), "desk.paid", socket, words)


def _ask(
    request: DeskRequest, said: str, socket: Socket | None, words: Words, what: str = ""
) -> int:
    path = socket or default_socket().with_name(SOCKET)
    try:
        answer = ask_desk(path, request)
    except NoTable:
        raise CannotServe(Text("desk.no_table", {"path": str(path)})) from None
    if not answer.done:
        return complain(f"ticket {what}".rstrip(), BAD_INPUT, answer.why)
    print(words.say(Text(said, _values(answer))))
    return 0


def _values(answer: DeskAnswer) -> dict[str, str | int | Text]:
    fours = [answer.control[at : at + 4] for at in range(0, len(answer.control), 4)]
    return {"control": "-".join(fours), "cents": answer.cents}
