"""The login at a line; the table journals each change before it takes effect."""

from collections.abc import Callable
from contextlib import suppress
from typing import Final, Literal

from firmware.console.access.accounts import Accounts
from firmware.console.table.table import ConsoleTable
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.technician.requests import Person, Role, SessionReport

LOCKED_OUT_KEY: Final = "console.wait"
"""The message key of a try that `Accounts.authenticate` refuses unchecked."""

AskPassphrase = Callable[[], str]


class Login:
    """Logs people in and out. A login needs a running table, which journals it."""

    def __init__(
        self, table: ConsoleTable, open_accounts: Callable[[], Accounts], line_name: str
    ) -> None:
        self._table = table
        self._open_accounts = open_accounts
        self._line_name = line_name
        self.person: Person | None = None

    def log_in(self, account_name: str, passphrase: AskPassphrase) -> Person:
        """Log a person in, and the previous one out. Raises RequestFailed."""
        self._table.status()  # a silent table refuses before a passphrase is typed
        if self._open_accounts().is_empty:
            raise RequestFailed(Text("console.nobody_yet"))
        person = self._authenticate(account_name, passphrase)
        self.log_out("logout")
        self._table.ask(SessionReport(who=person, what="login", line=self._line_name))
        self.person = person
        return person

    def authenticate_second(
        self, role: Role, account_name: str, passphrase: AskPassphrase
    ) -> Person:
        """Return another person of that role. Raises RequestFailed."""
        if self.person is None or account_name == self.person.name:
            raise RequestFailed(Text("console.second_self"))
        person = self._authenticate(account_name, passphrase)
        if person.role != role:
            self._record_failed_login("refused", account_name)
            raise RequestFailed(Text("console.second_role", {"role": role}))
        return person

    def record_refusal(self, command_name: str) -> None:
        """Journal that the logged-in person lacked the role for a command."""
        if self.person is not None:
            journal_request = SessionReport(
                who=self.person, what="act", line=self._line_name, name=f"refused {command_name}"
            )
            with suppress(RequestFailed):
                self._table.ask(journal_request)

    def log_out(self, reason: Literal["logout", "idle", "lost"]) -> None:
        """Log the person out, if the table does not answer too."""
        if self.person is not None:
            with suppress(RequestFailed):
                self._table.ask(SessionReport(who=self.person, what=reason, line=self._line_name))
        self.person = None

    def _authenticate(self, account_name: str, passphrase: AskPassphrase) -> Person:
        accounts = self._open_accounts()
        try:
            return accounts.authenticate(account_name, passphrase())
        except RequestFailed as refusal:
            outcome: Literal["refused", "locked_out"] = (
                "locked_out" if refusal.why.key == LOCKED_OUT_KEY else "refused"
            )
            self._record_failed_login(
                outcome, account_name if account_name in accounts.account_names() else ""
            )
            raise

    def _record_failed_login(
        self, outcome: Literal["refused", "locked_out"], account_name: str
    ) -> None:
        """Journal a failed login; an unknown name is "", since it may be a misplaced passphrase."""
        self._table.ask(
            SessionReport(who=self.person, what=outcome, line=self._line_name, name=account_name)
        )
