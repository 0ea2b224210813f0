"""`croupier ticket`: a clerk sells tickets of Keno and pays winners, at the running table."""

import sys
from pathlib import Path

from firmware.cli.commands.exits import BAD_INPUT, UNFIT
from firmware.core.vocabulary.panel import Text
from firmware.shell.desk.socket import SOCKET, DeskAnswer, DeskRequest, Sale, ask_desk
from firmware.shell.device.directories import runtime_directory
from firmware.shell.sockets.line_socket import ControlError, NoTable
from firmware.shell.words.words import Words


def sell(sale: Sale, socket: Path | None, language: str) -> int:
    """Ask for a ticket; return 2 if the table refuses it, 3 if none answers."""
    return _ask(DeskRequest(sell=sale), "desk.sold", socket, Words.load(language))


def claim(control: str, socket: Path | None, language: str) -> int:
    """Present a ticket; return 2 if nothing is due on it, 3 if no table answers."""
    return _ask(DeskRequest(claim=control), "desk.paid", socket, Words.load(language))


def _ask(request: DeskRequest, said: str, socket: Path | None, words: Words) -> int:
    path = socket or runtime_directory(simulated=True) / SOCKET
    try:
        answer = ask_desk(path, request)
    except NoTable:
        return _complain(words.say(Text("desk.no_table", {"path": str(path)})), UNFIT)
    except ControlError as error:
        return _complain(str(error), UNFIT)
    if not answer.done:
        return _complain(answer.why, BAD_INPUT)
    print(words.say(Text(said, _values(answer))))  # noqa: T201
    return 0


def _values(answer: DeskAnswer) -> dict[str, str | int | Text]:
    fours = [answer.control[at : at + 4] for at in range(0, len(answer.control), 4)]
    return {"control": "-".join(fours), "cents": answer.cents}


def _complain(what: str, status: int) -> int:
    print(f"croupier ticket: {what}", file=sys.stderr)  # noqa: T201
    return status
