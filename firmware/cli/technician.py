"""`croupier clear` and `inspect`: what a technician does at the device of a running table."""

import sys
from pathlib import Path

from firmware.cli.exits import UNFIT, UNWELL
from firmware.cli.reading import default_socket
from firmware.core.panel import Text
from firmware.shell.line_socket import ControlError, NoTable
from firmware.shell.technician import SOCKET, ask_technician
from firmware.shell.words import Words


def do(act: str, socket: Path | None, language: str) -> int:
    """Do `clear` or `inspect` at the running table; return 1 if nothing waits for it."""
    words = Words.load(language)
    try:
        done = ask_technician(socket or default_socket().with_name(SOCKET), act)
    except ControlError as error:
        why = str(error)
        if isinstance(error, NoTable):
            why = words.say(Text("status.no_table", {"path": str(error.path)}))
        print(f"croupier {act}: {why}", file=sys.stderr)  # noqa: T201
        return UNFIT
    for fault in done.faults:
        said = {"words": fault.words}
        print(words.say(Text("technician.allowed", dict(said))))  # noqa: T201
    for fault in done.still:
        print(words.say(Text("technician.still", {"words": fault.words, "remedy": fault.remedy})))  # noqa: T201
    if done.done or not done.still:
        outcome = f"technician.{act}" if done.done else "technician.nothing"
        print(words.say(Text(outcome)))  # noqa: T201
    return 0 if done.done else UNWELL
