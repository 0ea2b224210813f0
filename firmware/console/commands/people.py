"""Who may log in: the first account, further ones, passphrases, and who one is."""

from collections.abc import Sequence
from typing import Final, get_args

import msgspec
from rich import box
from rich.table import Table
from rich.text import Text as Line

from firmware.console.access.passphrases import check_fit
from firmware.console.command.command import Command, Context, Takes
from firmware.console.text.drawing import Told
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.technician.requests import READERS, TECHNICIAN, Code, Enrol, Person, Role, Said

ROLES: Final[tuple[Role, ...]] = get_args(Role)


class Changed(msgspec.Struct, frozen=True):
    """A change of an account: made or removed, or its passphrase changed."""

    what: str
    name: str
    role: Role


class AccountTold(msgspec.Struct, frozen=True):
    """An account; `made` is when, ISO 8601 in UTC."""

    name: str
    role: Role
    made: str


class AccountsTold(msgspec.Struct, frozen=True):
    """All accounts."""

    accounts: tuple[AccountTold, ...]


class LoggedIn(msgspec.Struct, frozen=True):
    """The logged-in person; the name is empty before login."""

    name: str = ""
    role: Role | None = None


def enrol(context: Context, _words: Sequence[str]) -> Changed:
    """Make the first account: a technician, who reads the code at the table itself."""
    if not context.accounts.empty:
        raise CannotBeDone(Text("console.people.enrolled"))
    context.table.ask(Code(show=False))
    name = context.ask(Text("console.people.ask_name")).strip()
    return _make(context, Person(name, "technician"))


def add(context: Context, words: Sequence[str]) -> Changed:
    """Make another account, with a code that is shown only under the supervisor's key.

    Otherwise one technician could create a second person, and be both of the two that a clear or a
    meter reset needs.
    """
    name, role = words
    context.table.ask(Code(show=False))
    return _make(context, Person(name, _role(role)))


def remove(context: Context, words: Sequence[str]) -> Changed:
    """Remove an account, but not the logged-in one."""
    (name,) = words
    if context.person is not None and context.person.name == name:
        raise CannotBeDone(Text("console.people.yourself"))
    gone = next((account for account in context.accounts.known() if account.name == name), None)
    if gone is None:
        raise CannotBeDone(Text("console.people.nobody", {"name": name}))
    context.table.ask(Said(what="act", name=f"account remove {name}"))
    context.accounts.remove(name)
    return Changed("removed", name, gone.role)


def passwd(context: Context, _words: Sequence[str]) -> Changed:
    """Choose another passphrase, after giving the old one."""
    person = context.person
    if person is None:
        raise CannotBeDone(Text("console.people.log_in"))
    context.accounts.check(person.name, _hidden(context, "ask_old"))
    passphrase = _chosen(context)
    check_fit(person.name, passphrase)
    context.table.ask(Said(what="act", name="passwd"))
    context.accounts.change(person.name, passphrase)
    return Changed("passphrase", person.name, person.role)


def listed(context: Context, _words: Sequence[str]) -> AccountsTold:
    """Look up all accounts."""
    return AccountsTold(tuple(AccountTold(*account) for account in context.accounts.known()))


def whoami(context: Context, _words: Sequence[str]) -> LoggedIn:
    """Look up who is logged in here."""
    person = context.person
    return LoggedIn() if person is None else LoggedIn(person.name, person.role)


# output


def tell_changed(context: Context, changed: Changed) -> Told:
    """Yield the change and the account."""
    yield Line(context.words.say(_who(changed.what, changed.name, changed.role)))


def tell_accounts(context: Context, told: AccountsTold) -> Told:
    """One line an account."""
    say = context.words.say
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for column in ("column_name", "column_role", "column_made"):
        table.add_column(say(Text(f"console.people.{column}")))
    for account in told.accounts:
        role = say(Text(f"console.people.{account.role}"))
        table.add_row(account.name, role, account.made[:10])
    yield table


def tell_whoami(context: Context, told: LoggedIn) -> Told:
    """Return name and role, or that nobody is logged in."""
    if told.role is None:
        yield Line(context.words.say(Text("console.people.log_in")))
        return
    yield Line(context.words.say(_who("you_are", told.name, told.role)))


def _who(key: str, name: str, role: Role) -> Text:
    return Text(f"console.people.{key}", {"name": name, "role": Text(f"console.people.{role}")})


# input


def _make(context: Context, person: Person) -> Changed:
    """Make an account, once the code from the table proves that its owner is there.

    The code is asked for last: it is shown for a short while only.
    """
    passphrase = _new(context, person)
    context.table.ask(Code())
    code = context.ask(Text("console.people.ask_code")).strip()
    context.table.ask(Enrol(code=code, account=person))
    context.accounts.add(person, passphrase)
    return Changed("made", person.name, person.role)


def _new(context: Context, person: Person) -> str:
    """Let the owner of a new account choose a passphrase; refuse it as `add` would."""
    context.accounts.check_free(person.name)
    passphrase = _chosen(context)
    check_fit(person.name, passphrase)
    return passphrase


def _chosen(context: Context) -> str:
    passphrase = _hidden(context, "ask_new")
    if _hidden(context, "ask_again") != passphrase:
        raise CannotBeDone(Text("console.people.differ"))
    return passphrase


def _hidden(context: Context, question: str) -> str:
    return context.ask(Text(f"console.people.{question}"), hidden=True)


def _role(word: str) -> Role:
    for role in ROLES:
        if word == role:
            return role
    raise CannotBeDone(Text("console.people.role", {"role": word}))


def _names(context: Context) -> Sequence[str]:
    return context.accounts.names()


def _roles(_context: Context) -> Sequence[str]:
    return ROLES


COMMANDS: Final = (
    Command("enrol", enrol, tell_changed),
    Command("account list", listed, tell_accounts, roles=TECHNICIAN),
    Command(
        "account add", add, tell_changed, (Takes("name"), Takes("role", choices=_roles)), TECHNICIAN
    ),
    Command("account remove", remove, tell_changed, (Takes("name", choices=_names),), TECHNICIAN),
    Command("passwd", passwd, tell_changed, roles=READERS),
    Command("whoami", whoami, tell_whoami),
)
