"""`croupier clear` and `inspect`: a technician's acts at the device of a running table."""

from collections.abc import Iterator

from firmware.cli.args.exits import UNWELL
from firmware.cli.args.types import Socket
from firmware.cli.commands.status import default_socket
from firmware.core.vocabulary.panel import Text
from firmware.shell.technician.answers import AnyAnswer, Cleared, Done, Refusal
from firmware.shell.technician.client import SOCKET, ask_technician
from firmware.shell.technician.requests import Clear, Inspect, Request
from firmware.shell.words.words import Words


def clear(words: Words, *, socket: Socket | None = None) -> int:
    """Allow the supervisor to clear faults that need two persons; return 1 if there are none."""
    return _do(Clear(), words, socket)


def inspect(words: Words, *, socket: Socket | None = None) -> int:
    """Have the running table check its journal, program and configuration; return 1 if refused."""
    return _do(Inspect(), words, socket)


def _do(request: Request, words: Words, socket: Socket | None) -> int:
    answer = ask_technician(socket or default_socket().with_name(SOCKET), request)
    for text in _told(answer):
        print(words.say(text))
    well = isinstance(answer, Done) or (isinstance(answer, Cleared) and answer.faults)
    return 0 if well else UNWELL


def _told(answer: AnyAnswer) -> Iterator[Text]:
    match answer:
        case Cleared(faults, still):
            for fault in faults:
                yield Text("technician.allowed", {"words": fault.words})
            for fault in still:
                yield Text("technician.still", {"words": fault.words, "remedy": fault.remedy})
            if faults or not still:
                yield Text("technician.clear" if faults else "technician.nothing")
        case Done(notes):
            yield from notes
        case Refusal(why):
            yield why
