"""The bank of slot machines that is served on this machine: it is only read here."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.text import Text as StyledText

from firmware.console.command.command import Command, CommandContext
from firmware.console.command.outcome import marked_texts
from firmware.console.table.client import NoAnswer
from firmware.console.text.drawing import StatusMark
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.sockets.line_client import ControlError, NoServiceError
from firmware.slots.directories import bank_socket
from firmware.slots.requests import StatusRequest, query_bank
from firmware.slots.status import BankStatus
from firmware.slots.status_text import status_lines


def local_bank() -> BankStatus:
    """Return how the bank of this machine is. Raises NoAnswer if none answers."""
    socket_path = bank_socket(None)
    try:
        bank_answer = query_bank(socket_path, StatusRequest())
    except NoServiceError:
        raise NoAnswer(Text("slots.no_service", {"path": str(socket_path)})) from None
    except ControlError as error:
        raise NoAnswer(error.why) from None
    if not isinstance(bank_answer, BankStatus):
        raise RequestFailed(Text("console.ask.other_answer"))
    return bank_answer


def _look_up_bank(_context: CommandContext, _arguments: Sequence[str]) -> BankStatus:
    return local_bank()


def _render_bank(context: CommandContext, bank_status: BankStatus) -> Iterator[StyledText]:
    yield from marked_texts(context, StatusMark.PLAIN, status_lines(bank_status, context.words))
    yield from marked_texts(context, StatusMark.BAD, bank_status.alarms)
    yield from marked_texts(context, StatusMark.WARN, bank_status.notes)
    if not (bank_status.alarms or bank_status.notes):
        yield from marked_texts(context, StatusMark.GOOD, [Text("slots.well")])


COMMANDS: Final = (Command("bank", _look_up_bank, _render_bank),)
