"""`croupier floor day close` and `amend`: two people sign a gaming day at a terminal."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from getpass import getpass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from firmware.cli.args.errors import CannotServe
from firmware.cli.args.signature import Option
from firmware.cli.args.types import FolderPath
from firmware.cli.commands.console import accounts_folder
from firmware.cli.commands.floor import open_store
from firmware.cli.commands.pit import DayStart, KeyFile
from firmware.cli.commands.roster import DatabaseUrl
from firmware.cli.commands.tournament_sheet import parse_day
from firmware.console.access.accounts import Accounts
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.floor.gaming_day import USUAL_START, GamingCalendar
from firmware.shell.technician.requests import Person
from firmware.shell.trust.keys import read_private_key
from firmware.shell.words.words import Words

if TYPE_CHECKING:  # a table's release has no database
    from firmware.floor.day.day_desk import DayBook, DayDesk, DayDraft

TERMINAL = "terminal"
"""The address of a signature that was given here."""

Day = Annotated[
    date,
    Option(parse=parse_day, expected_key="command.wanted.day", value_key="command.value.day"),
]


def parse_acceptance(typed_text: str) -> tuple[str, str]:
    """Parse an exception, by its name or its kind, and why it is accepted. Raises ValueError."""
    name, equals_sign, words = typed_text.partition("=")
    if not (name.strip() and equals_sign and words.strip()):
        raise ValueError(typed_text)
    return name.strip(), words.strip()


Acceptance = Annotated[
    tuple[str, str],
    Option(
        parse=parse_acceptance,
        expected_key="command.wanted.acceptance",
        value_key="command.value.acceptance",
    ),
]


@dataclass(frozen=True, kw_only=True)
class PropertyDays:
    """The database, and whose days are meant, which begin when."""

    database: DatabaseUrl
    property: Annotated[str, Option(value_key="command.value.name")] = ""
    day_starts: DayStart = USUAL_START


@dataclass(frozen=True, kw_only=True)
class SignOptions:
    """Who signs, with which pit's key, and why exceptions are accepted."""

    pit_key: KeyFile
    accounts: FolderPath | None = None
    by: tuple[Annotated[str, Option(value_key="command.value.name")], ...] = ()
    accept: tuple[Acceptance, ...] = ()


def close_day(words: Words, day: Day, *, days: PropertyDays, signing: SignOptions) -> int:
    """Close a gaming day, which two people sign; without their names, show it as it would be."""
    return _sign(words, day, days, signing, "")


def amend_day(
    words: Words,
    day: Day,
    *,
    reason: Annotated[str, Option(value_key="command.value.text")],
    days: PropertyDays,
    signing: SignOptions,
) -> int:
    """Amend a closed day with what has come since, which two people sign."""
    return _sign(words, day, days, signing, reason)


@contextmanager
def open_book(days: PropertyDays) -> "Iterator[DayBook]":
    """Open the days of a database. A database that fails ends the command with its reason."""
    from sqlalchemy.exc import SQLAlchemyError

    from firmware.floor.day.day_desk import DayBook

    calendar = GamingCalendar(days.day_starts)
    calendar.check_full_hour(now_ms())
    try:
        yield DayBook(open_store(days.database), calendar)
    except SQLAlchemyError:
        raise CannotServe(Text("floor.no_such_database")) from None


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def _sign(words: Words, day: date, days: PropertyDays, signing: SignOptions, reason: str) -> int:
    from firmware.floor.day.day_desk import DayDesk, SignedWords
    from firmware.floor.pit.act_desk import refusals_entered
    from firmware.floor.pit.chain_store import PitChain
    from firmware.floor.pit.signature import FormSignature

    folder, private_key = signing.accounts or accounts_folder(), read_private_key(signing.pit_key)
    with open_book(days) as book:
        property_name = book.property_named(days.property)
        chain = PitChain(book.database, private_key, folder, now_ms)
        desk = DayDesk(book, chain, private_key, folder)
        draft = _shown_draft(words, desk, property_name, day)
        if not signing.by:
            print(words.render(Text("floor.day.sign_with", {"digest": draft.digest[:16]})))
            return 0
        first, second = _persons(words, folder, signing.by)
        signed = SignedWords(draft.digest, dict(signing.accept), reason)
        signature = FormSignature(first, second, TERMINAL)
        sign, act_name = _act(desk, is_amendment=bool(reason))
        with refusals_entered(chain, first, act_name):
            digest = sign(property_name, day, signed, signature)
    values: TextValues = {
        "day": day.isoformat(),
        "first": first.name,
        "second": second.name,
        "digest": digest,
    }
    result_key = "floor.day.amended" if reason else "floor.day.closed"
    print(words.render(Text(result_key, values)))
    return 0


def _act(desk: "DayDesk", *, is_amendment: bool) -> "tuple[Callable[..., str], str]":
    return (desk.amend, "amend_day") if is_amendment else (desk.close, "close_day")


def _shown_draft(words: Words, desk: "DayDesk", property_name: str, day: date) -> "DayDraft":
    """Return a day as it would be signed, after printing it."""
    from firmware.floor.day.day_words import exception_text

    draft = desk.draft(property_name, day)
    content = draft.content
    values: TextValues = {
        "day": content.day,
        "property": property_name,
        "tables": len(content.tables),
        "forms": len(content.forms),
        "alarms": len(content.alarms),
    }
    print(words.render(Text("floor.day.draft", values)))
    for exception in content.exceptions:
        named: TextValues = {"name": exception.name, "text": exception_text(exception)}
        print(words.render(Text("floor.day.exception_line", named)))
    return draft


def _persons(words: Words, folder: Path, names: tuple[str, ...]) -> tuple[Person, Person]:
    """Return the two people of these names, each by his passphrase."""
    if len(names) != 2:
        raise RequestFailed(Text("floor.day.why.two_people"))
    accounts = Accounts(folder)
    first, second = (accounts.authenticate(name, _passphrase(words, name)) for name in names)
    return first, second


def _passphrase(words: Words, name: str) -> str:
    if sys.stdin.isatty():
        return getpass(words.render(Text("floor.day.passphrase_of", {"name": name})))
    return sys.stdin.readline().rstrip("\n")
