"""A session at the console: person, commands and output."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Final

from firmware.console.access.accounts import Accounts
from firmware.console.access.login import Login
from firmware.console.command.command import Command, CommandsByName
from firmware.console.command.lookup import completions
from firmware.console.command.outcome import marked_line
from firmware.console.session.execute import LineOutcome, execute_line
from firmware.console.session.headline import headline
from firmware.console.table.client import PersonalTable
from firmware.console.table.table import ConsoleTable
from firmware.console.terminal.limits import IdleTimeout
from firmware.console.terminal.plain_line import Interrupted, LineTooLong
from firmware.console.terminal.terminal import Terminal
from firmware.console.text.drawing import ConsoleOutput, StatusMark
from firmware.console.wires.wire import InputEnded, LineLost
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.technician.requests import Person, Role
from firmware.shell.words.words import LANGUAGES, Words
from firmware.slots.directories import has_bank

IDLE_MINUTES: Final = 10


class Session:
    """Implements `command.Context`.

    `language` is the table's if none is given; `words` are spoken until the table has answered.
    """

    candidate: str | None = None

    def __init__(
        self,
        terminal: Terminal,
        table: ConsoleTable,
        open_accounts: Callable[[], Accounts],
        language: str | None = None,
        idle_limit_s: float = IDLE_MINUTES * 60,
        words: Words | None = None,
    ) -> None:
        self.terminal = terminal
        self.is_left = False
        self.as_json = False
        """Whether the current command's output is for a program."""
        self._anonymous_table = table
        self._login = Login(table, open_accounts, terminal.name)
        self._open_accounts = open_accounts
        self._language = language
        self._idle_limit_s = idle_limit_s
        self._table_name = "Croupier"
        self.words = words or Words.load(language or LANGUAGES[0])
        self.table: ConsoleTable = PersonalTable(table, self._checked_person, terminal.name)

    # a command's context

    @property
    def person(self) -> Person | None:
        """Who is logged in."""
        return self._login.person

    @cached_property
    def accounts(self) -> Accounts:
        """Who may log in at this console."""
        return self._open_accounts()

    def show(self, output: ConsoleOutput) -> None:
        """Show a person at once the facts for the question that follows; a script gets none."""
        if not self.as_json:
            self.terminal.print_output(output)

    def pause(self, seconds: float) -> bool:
        """Wait so long, or until a key is pressed; return whether no key was pressed."""
        return self.terminal.pause(seconds)

    def ask(self, question: Text, *, hidden: bool = False) -> str:
        """Return a typed answer; a hidden one is not echoed and not stored. Raises CannotBeDone."""
        try:
            answer = self.terminal.ask(self.words.render(question), hidden=hidden)
        except Interrupted:
            raise RequestFailed(Text("console.broken_off")) from None
        except LineTooLong:
            raise RequestFailed(Text("console.too_long")) from None
        self.restart_idle_timer()
        return answer

    def second_person(self, role: Role) -> Person:
        """Have another person of that role prove who he is. Raises CannotBeDone."""
        question = Text("console.ask_second", {"role": Text(f"console.people.{role}")})
        return self._login.authenticate_second(
            role, self.ask(question).strip(), self._ask_passphrase
        )

    # the commands of the session

    @cached_property
    def command_groups(self) -> Mapping[str, tuple[Command, ...]]:
        """The commands in the order of the help."""
        from firmware.console.commands import command_groups

        return command_groups(self)

    @cached_property
    def commands_by_name(self) -> CommandsByName:
        return {
            command.name: command
            for command_group in self.command_groups.values()
            for command in command_group
        }

    def log_in(self, account_name: str) -> Person:
        """Log a person in. Raises CannotBeDone."""
        person = self._login.log_in(account_name, self._ask_passphrase)
        self._forget_person()
        self.restart_idle_timer()
        return person

    def log_out(self) -> None:
        self._login.log_out("logout")
        self._forget_person()

    def record_refusal(self, command_name: str) -> None:
        """Journal a command refused for lack of a role."""
        self._login.record_refusal(command_name)

    def set_language(self, language: str) -> None:
        """Change the session's language."""
        self.words = Words.load(language, self.words.game, chips=self.words.chips)

    # the session

    def run(self) -> None:
        """Serve the person until he leaves. Raises Lost when the line drops."""
        try:
            self._print_greeting()
            while not self.is_left:
                self._serve_line()
        except LineLost:
            self._login.log_out("lost")
            raise
        except InputEnded:
            pass
        finally:
            self._login.log_out("logout")

    def execute(self, typed_line: str | Sequence[str]) -> LineOutcome:
        """Execute one line, or the words of one. Raises the errors of its terminal."""
        return execute_line(self, typed_line)

    def print_words(self, text_key: str, **placeholders: str | int | Text) -> None:
        """Print the console's words under `key`."""
        self.terminal.print_output(
            [marked_line(StatusMark.PLAIN, self.words.render(Text(text_key, placeholders)))]
        )

    def learn_table(self) -> bool:
        """Read the table's name, game and language; return whether it answers."""
        try:
            table_status = self._anonymous_table.status()
        except RequestFailed:
            return False
        self._table_name = table_status.table
        self.words = self.words.for_game(table_status.game, chips=table_status.tournament)
        if self._language is None and table_status.language in LANGUAGES:
            self.set_language(table_status.language)
        return True

    def restart_idle_timer(self) -> None:
        """Restart the idle timer."""
        self.terminal.set_idle_limit(self._idle_limit_s if self.person else None)

    def _serve_line(self) -> None:
        try:
            self.execute(self.terminal.prompt_line(self._prompt_text, self._completions))
        except IdleTimeout:
            self._login.log_out("idle")
            self._forget_person()
            self.print_words("console.idle", count=round(self._idle_limit_s / 60))
        except Interrupted:
            pass
        except LineTooLong:
            self.print_words("console.too_long")

    def _print_greeting(self) -> None:
        table_answers = self.learn_table()
        if not self.terminal.is_piped:
            self.terminal.print_output(headline(self.words, self._anonymous_table))
            with suppress(RequestFailed):
                self.print_words(f"console.{self._start_key(table_answers=table_answers)}")

    def _start_key(self, *, table_answers: bool) -> str:
        """Return the key of the first hint: how to log in, enrol, or read the bank."""
        if not table_answers and has_bank():
            return "start_bank"
        return "start_enrol" if self.accounts.is_empty else "start"

    @property
    def _prompt_text(self) -> str:
        if self.person is None:
            return f"{self._table_name} > "
        role_text = self.words.render(Text(f"console.people.{self.person.role}"))
        return f"{self._table_name} · {self.person.name} ({role_text}) > "

    def _completions(self, text_before: str) -> list[str]:
        return completions(self.commands_by_name, self, text_before)

    def _ask_passphrase(self) -> str:
        return self.ask(Text("console.ask_passphrase"), hidden=True)

    def _checked_person(self) -> Person | None:
        """Return the logged-in person. Raises LineLost once the line has dropped."""
        self.terminal.check_line()
        return self.person

    def _forget_person(self) -> None:
        """Clear the screen and history for the next person."""
        self.terminal.clear_history()
        self.terminal.set_idle_limit(None)
        self.candidate = None
