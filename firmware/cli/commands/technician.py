"""`croupier clear` and `inspect`: what a technician does at the device of a running table."""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from firmware.cli.commands.exits import UNFIT, UNWELL
from firmware.cli.commands.reading import default_socket
from firmware.core.vocabulary.panel import Text
from firmware.shell.sockets.line_socket import ControlError, NoTable
from firmware.shell.technician.answers import AnyAnswer, Cleared, Done, Refusal
from firmware.shell.technician.asking import SOCKET, ask_technician
from firmware.shell.technician.requests import Clear, Inspect, Request
from firmware.shell.words.words import Words

ACTS: Final[Mapping[str, Request]] = {"clear": Clear(), "inspect": Inspect()}


def do(act: str, socket: Path | None, language: str) -> int:
    """Do `clear` or `inspect` at the running table; return 1 if nothing waits for it."""
    words = Words.load(language)
    try:
        answer = ask_technician(socket or default_socket().with_name(SOCKET), ACTS[act])
    except ControlError as error:
        why = str(error)
        if isinstance(error, NoTable):
            why = words.say(Text("status.no_table", {"path": str(error.path)}))
        print(f"croupier {act}: {why}", file=sys.stderr)  # noqa: T201
        return UNFIT
    for text in _told(answer):
        print(words.say(text))  # noqa: T201
    return (
        0 if isinstance(answer, Done) or (isinstance(answer, Cleared) and answer.faults) else UNWELL
    )


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
