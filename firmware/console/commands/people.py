"""The accounts: the first one, further ones, passphrases, and who is logged in."""

from collections.abc import Sequence
from typing import Final, get_args

import msgspec
from rich import box
from rich.table import Table
from rich.text import Text as StyledText

from firmware.console.access.passphrases import check_passphrase
from firmware.console.access.roles import role_label
from firmware.console.command.command import Command, CommandContext, Parameter
from firmware.console.text.drawing import ConsoleOutput
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.technician.requests import (
    READER_ROLES,
    TECHNICIAN_ROLES,
    EnrolPerson,
    Person,
    Role,
    SessionReport,
    ShowCode,
)

ROLES: Final[tuple[Role, ...]] = get_args(Role)
COLUMN_KEYS: Final = (
    "console.people.column_name",
    "console.people.column_role",
    "console.people.column_made",
)
CHANGE_KEYS: Final = {
    "made": "console.people.made",
    "removed": "console.people.removed",
    "passphrase": "console.people.passphrase",
}
"""The words of a change of an account."""


class AccountChange(msgspec.Struct, frozen=True, rename={"change_key": "what"}):
    """A change of an account: made or removed, or its passphrase changed."""

    change_key: str
    name: str
    role: Role


class AccountRow(msgspec.Struct, frozen=True):
    """An account; `made` is when, ISO 8601 in UTC."""

    name: str
    role: Role
    made: str


class AccountList(msgspec.Struct, frozen=True):
    """All accounts."""

    accounts: tuple[AccountRow, ...]


class LoggedIn(msgspec.Struct, frozen=True):
    """The logged-in person; the name is empty before login."""

    name: str = ""
    role: Role | None = None


def enrol_technician(context: CommandContext, _arguments: Sequence[str]) -> AccountChange:
    """Make the first account, a technician's, with the code that the table displays."""
    if not context.accounts.is_empty:
        raise RequestFailed(Text("console.people.enrolled"))
    context.table.ask(ShowCode(show=False))
    account_name = context.ask(Text("console.people.ask_name")).strip()
    return _make_account(context, Person(account_name, "technician"))


def add_account(context: CommandContext, arguments: Sequence[str]) -> AccountChange:
    """Make another account, with a code that is shown only under the supervisor's key.

    Otherwise one technician could create a second person, and be both of the two that a clear or a
    meter reset needs.
    """
    account_name, role_word = arguments
    context.table.ask(ShowCode(show=False))
    return _make_account(context, Person(account_name, _parse_role(role_word)))


def remove_account(context: CommandContext, arguments: Sequence[str]) -> AccountChange:
    """Remove an account, but not the logged-in one."""
    (account_name,) = arguments
    if context.person is not None and context.person.name == account_name:
        raise RequestFailed(Text("console.people.yourself"))
    removed_account = next(
        (account for account in context.accounts.list_accounts() if account.name == account_name),
        None,
    )
    if removed_account is None:
        raise RequestFailed(Text("console.people.nobody", {"name": account_name}))
    # journaled before it takes effect, as every act is
    context.table.ask(SessionReport(what="act", name=f"account remove {account_name}"))
    context.accounts.remove_account(account_name)
    return AccountChange("removed", account_name, removed_account.role)


def change_passphrase(context: CommandContext, _arguments: Sequence[str]) -> AccountChange:
    """Choose another passphrase, after giving the old one."""
    person = context.person
    if person is None:
        raise RequestFailed(Text("console.people.log_in"))
    context.accounts.authenticate(person.name, _ask_hidden(context, "console.people.ask_old"))
    passphrase = _choose_passphrase(context)
    check_passphrase(person.name, passphrase)
    context.table.ask(SessionReport(what="act", name="passwd"))
    context.accounts.change_passphrase(person.name, passphrase)
    return AccountChange("passphrase", person.name, person.role)


def list_accounts(context: CommandContext, _arguments: Sequence[str]) -> AccountList:
    """Look up all accounts."""
    return AccountList(tuple(AccountRow(*account) for account in context.accounts.list_accounts()))


def look_up_login(context: CommandContext, _arguments: Sequence[str]) -> LoggedIn:
    """Look up who is logged in here."""
    person = context.person
    return LoggedIn() if person is None else LoggedIn(person.name, person.role)


# output


def render_change(context: CommandContext, account_change: AccountChange) -> ConsoleOutput:
    """Yield the change and the account."""
    yield StyledText(
        context.words.render(
            _person_text(
                CHANGE_KEYS[account_change.change_key], account_change.name, account_change.role
            )
        )
    )


def render_accounts(context: CommandContext, account_list: AccountList) -> ConsoleOutput:
    """Yield a table with a line for each account."""
    render_text = context.words.render
    accounts_table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for column_key in COLUMN_KEYS:
        accounts_table.add_column(render_text(Text(column_key)))
    for account in account_list.accounts:
        role_text = render_text(role_label(account.role))
        accounts_table.add_row(account.name, role_text, account.made[:10])
    yield accounts_table


def render_login(context: CommandContext, logged_in: LoggedIn) -> ConsoleOutput:
    """Yield name and role, or that no one is logged in."""
    if logged_in.role is None:
        yield StyledText(context.words.render(Text("console.people.log_in")))
        return
    yield StyledText(
        context.words.render(_person_text("console.people.you_are", logged_in.name, logged_in.role))
    )


def _person_text(text_key: str, account_name: str, role: Role) -> Text:
    return Text(text_key, {"name": account_name, "role": role_label(role)})


# input


def _make_account(context: CommandContext, person: Person) -> AccountChange:
    """Make an account, once the code from the table proves that its owner is there.

    The code is asked for last, since it is displayed for a short time only.
    """
    passphrase = _choose_new_passphrase(context, person)
    context.table.ask(ShowCode())
    one_time_code = context.ask(Text("console.people.ask_code")).strip()
    context.table.ask(EnrolPerson(code=one_time_code, account=person))
    context.accounts.add_account(person, passphrase)
    return AccountChange("made", person.name, person.role)


def _choose_new_passphrase(context: CommandContext, person: Person) -> str:
    """Return the passphrase of a new account. Raises RequestFailed if it could not be added."""
    context.accounts.check_name_free(person.name)
    passphrase = _choose_passphrase(context)
    check_passphrase(person.name, passphrase)
    return passphrase


def _choose_passphrase(context: CommandContext) -> str:
    passphrase = _ask_hidden(context, "console.people.ask_new")
    if _ask_hidden(context, "console.people.ask_again") != passphrase:
        raise RequestFailed(Text("console.people.differ"))
    return passphrase


def _ask_hidden(context: CommandContext, question_key: str) -> str:
    return context.ask(Text(question_key), hidden=True)


def _parse_role(role_word: str) -> Role:
    for role in ROLES:
        if role_word == role:
            return role
    raise RequestFailed(Text("console.people.role", {"role": role_word}))


def _account_names(context: CommandContext) -> Sequence[str]:
    return context.accounts.account_names()


def _role_words(_context: CommandContext) -> Sequence[str]:
    return ROLES


COMMANDS: Final = (
    Command("enrol", enrol_technician, render_change),
    Command("account list", list_accounts, render_accounts, roles=TECHNICIAN_ROLES),
    Command(
        "account add",
        add_account,
        render_change,
        (Parameter("name"), Parameter("role", choices=_role_words)),
        TECHNICIAN_ROLES,
    ),
    Command(
        "account remove",
        remove_account,
        render_change,
        (Parameter("name", choices=_account_names),),
        TECHNICIAN_ROLES,
    ),
    Command("passwd", change_passphrase, render_change, roles=READER_ROLES),
    Command("whoami", look_up_login, render_login),
)
