"""The bank of slot machines that is served on this machine: it is only read here."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.text import Text as Ink

from firmware.console.command.command import Command, Context
from firmware.console.command.outcome import told
from firmware.console.table.client import NoAnswer
from firmware.console.text.drawing import Mark
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.sockets.line_client import ControlError, NoTable
from firmware.slots.directories import bank_socket
from firmware.slots.requests import How, ask_bank
from firmware.slots.status import Status
from firmware.slots.status_text import bank_told


def bank_here() -> Status:
    """Return how the bank of this machine is. Raises NoAnswer if none answers."""
    place = bank_socket(None)
    try:
        found = ask_bank(place, How())
    except NoTable:
        raise NoAnswer(Text("slots.no_service", {"path": str(place)})) from None
    except ControlError as error:
        raise NoAnswer(error.why) from None
    if not isinstance(found, Status):
        raise CannotBeDone(Text("console.ask.other_answer"))
    return found


def _look(_context: Context, _words: Sequence[str]) -> Status:
    return bank_here()


def _tell(context: Context, found: Status) -> Iterator[Ink]:
    yield from told(context, Mark.PLAIN, bank_told(found, context.words))
    yield from told(context, Mark.BAD, found.alarms)
    yield from told(context, Mark.WARN, found.notes)
    if not (found.alarms or found.notes):
        yield from told(context, Mark.GOOD, [Text("slots.well")])


COMMANDS: Final = (Command("bank", _look, _tell),)
