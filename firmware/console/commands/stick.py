"""`adopt`: this device goes on with the stick of a dead one, as a person at the table proves."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec
from rich.text import Text as StyledText

from firmware.console.access.account_backup import read_account_backup
from firmware.console.access.account_book import AccountBook
from firmware.console.access.roles import people_text
from firmware.console.command.command import Command, CommandContext
from firmware.console.command.outcome import marked_texts
from firmware.console.command.prompts import request_answer
from firmware.console.text.drawing import ConsoleOutput, StatusMark
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.technician.answers import ActDone, FoundStick
from firmware.shell.technician.requests import AdoptStick, FindStick, ShowCode


class Adoption(msgspec.Struct, frozen=True):
    """An adoption that the table carries out now; `people` are the accounts that are back."""

    table: str
    people: str
    notes: tuple[Text, ...]


def adopt_stick(context: CommandContext, _arguments: Sequence[str]) -> Adoption:
    """Show whose journal the stick holds; with its table's name, and the code that the table
    displays, go on with it.

    As long as nobody has an account here it needs no login: the code is the proof, as it is for the
    first account. Cut off anywhere, it is typed again.
    """
    _check_person(context)
    stick = request_answer(context, FindStick(), FoundStick)
    if stick.is_own and not context.accounts.is_empty:
        raise RequestFailed(Text("console.stick.own"))
    account_book = _account_book(stick)
    context.show(_stick_lines(context, stick, account_book))
    context.table.ask(ShowCode(show=False))
    table_name = context.ask(Text("console.stick.ask_table")).strip()
    if table_name != stick.table:
        raise RequestFailed(Text("adopt.other_name", {"given": table_name, "table": stick.table}))
    context.table.ask(ShowCode())
    one_time_code = context.ask(Text("console.people.ask_code")).strip()
    order = AdoptStick(table=table_name, code=one_time_code)
    notes = request_answer(context, order, ActDone).notes
    if account_book is not None:
        context.accounts.restore(account_book)
    return Adoption(stick.table, _people(context, account_book), notes)


def render_adoption(context: CommandContext, adoption: Adoption) -> ConsoleOutput:
    """Yield what was done, and what comes next."""
    texts = list(adoption.notes)
    if adoption.people:
        texts.append(Text("console.stick.people", {"people": adoption.people}))
    texts.append(Text("console.stick.next"))
    yield from marked_texts(context, StatusMark.PLAIN, texts)


def _check_person(context: CommandContext) -> None:
    is_technician = context.person is not None and context.person.role == "technician"
    if not (is_technician or context.accounts.is_empty):
        raise RequestFailed(Text("console.stick.log_in"))


def _account_book(stick: FoundStick) -> AccountBook | None:
    """Return the accounts on the stick, None if there are none, or none that can be read."""
    try:
        return read_account_backup(Path(stick.accounts))
    except (OSError, RequestFailed):
        return None


def _stick_lines(
    context: CommandContext, stick: FoundStick, account_book: AccountBook | None
) -> Iterator[StyledText]:
    people = _people(context, account_book)
    accounts_text = (
        Text("adopt.accounts", {"people": people})
        if people
        else Text("console.stick.no_accounts", {"path": stick.accounts})
    )
    yield from marked_texts(context, StatusMark.PLAIN, (*stick.account, accounts_text))


def _people(context: CommandContext, account_book: AccountBook | None) -> str:
    return "" if account_book is None else people_text(account_book.accounts, context.words)


COMMANDS: Final = (Command("adopt", adopt_stick, render_adoption),)
