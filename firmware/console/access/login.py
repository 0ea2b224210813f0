"""The login at a line; the table journals each change before it takes effect."""

from collections.abc import Callable
from contextlib import suppress
from typing import Final, Literal

from firmware.console.access.accounts import Accounts
from firmware.console.table.table import Table
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.technician.requests import Person, Role, Said

LOCKED_OUT: Final = "console.wait"
"""The words with which `Accounts.check` refuses even to look."""

AskHidden = Callable[[], str]


class Login:
    """Logs people in and out. A login needs a running table, which journals it."""

    def __init__(self, table: Table, accounts: Callable[[], Accounts], line: str) -> None:
        self._table = table
        self._accounts = accounts
        self._line = line
        self.person: Person | None = None

    def log_in(self, name: str, passphrase: AskHidden) -> Person:
        """Log a person in, and the previous one out. Raises CannotBeDone."""
        self._table.status()
        if self._accounts().empty:
            raise CannotBeDone(Text("console.nobody_yet"))
        person = self._prove(name, passphrase)
        self.log_out("logout")
        self._table.ask(Said(who=person, what="login", line=self._line))
        self.person = person
        return person

    def second(self, role: Role, name: str, passphrase: AskHidden) -> Person:
        """Return another person of that role. Raises CannotBeDone."""
        if self.person is None or name == self.person.name:
            raise CannotBeDone(Text("console.second_self"))
        person = self._prove(name, passphrase)
        if person.role != role:
            self._tell("refused", name)
            raise CannotBeDone(Text("console.second_role", {"role": role}))
        return person

    def refuse(self, command: str) -> None:
        """Journal that the logged-in person gave a command without the right to it."""
        if self.person is not None:
            said = Said(who=self.person, what="act", line=self._line, name=f"refused {command}")
            with suppress(CannotBeDone):
                self._table.ask(said)

    def log_out(self, what: Literal["logout", "idle", "lost"]) -> None:
        """Log the person out, even if the table no longer answers."""
        if self.person is not None:
            with suppress(CannotBeDone):
                self._table.ask(Said(who=self.person, what=what, line=self._line))
        self.person = None

    def _prove(self, name: str, passphrase: AskHidden) -> Person:
        accounts = self._accounts()
        try:
            return accounts.check(name, passphrase())
        except CannotBeDone as refused:
            what: Literal["refused", "locked_out"] = (
                "locked_out" if refused.why.key == LOCKED_OUT else "refused"
            )
            self._tell(what, name if name in accounts.names() else "")
            raise

    def _tell(self, what: Literal["refused", "locked_out"], name: str) -> None:
        """Report a refused login; an unknown name is left out, since it may be
        a misplaced passphrase.
        """
        self._table.ask(Said(who=self.person, what=what, line=self._line, name=name))
