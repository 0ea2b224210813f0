"""A session at the console: one line of input after another, until the person leaves.

    wire -> WireReader (a thread) -> Terminal.prompt_line -> execute_line
                                        |                       |
                     LineEditor on a capable terminal,      find_command: unique prefixes
                     plain_line on any other                _check_role: the person's role
                                                            command.look_up -> a value
                                                                |
    table <-- PersonalTable <-- SocketTable <-------------------'
    (names the person in each request)                          |
                                                            command.render -> print_output,
                                                            or the value itself with --json

A session begins with the table's status: it sets language and prompt, and the headline is the worst
fault with its remedy. A command is refused for lack of a role before it looks anything up; the
service checks the role again, since it trusts the console only for who is logged in (ADR 16).

Four things end a line or the session. Ctrl-C (Interrupted) drops the line. Silence (IdleTimeout)
logs the person out and stays. The end of input (InputEnded: Ctrl-D, a script's end) ends
the session. A lost line (LineLost: cable, hang-up) ends it and is journaled as lost. The reader
thread notices a loss even while a command runs, and `check_line` raises it between two requests, so
that nothing more is done in the name of a person who is gone.

Everything that a part, a file or the table sends is escaped before it is printed (`clean_text`,
`escape_controls`): the console shows hostile text, and never obeys it.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Final

from firmware.console.access.accounts import Accounts
from firmware.console.access.login import Login
from firmware.console.access.roles import role_label
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
from firmware.shell.words.languages import LANGUAGES, written_language
from firmware.shell.words.words import Words
from firmware.slots.directories import has_bank

IDLE_MINUTES: Final = 10


class Session:
    """Implements `OwnSession`.

    Without a `language` it is the table's; `words` are used until the table has answered.
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
        self.words = words or Words.load(written_language(language or LANGUAGES[0], "console"))
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
        """Print facts before the question about them; a program (`--json`) gets none."""
        if not self.as_json:
            self.terminal.print_output(output)

    def pause(self, seconds: float) -> bool:
        """Wait so long, or until a key is pressed; return whether no key was pressed."""
        return self.terminal.pause(seconds)

    def ask(self, question: Text, *, hidden: bool = False) -> str:
        """Return the answer to a question; a hidden one is not echoed and not stored.

        Raises RequestFailed on Ctrl-C, or if the answer is too long.
        """
        try:
            answer = self.terminal.ask(self.words.render(question), hidden=hidden)
        except Interrupted:
            raise RequestFailed(Text("console.broken_off")) from None
        except LineTooLong:
            raise RequestFailed(Text("console.too_long")) from None
        self.restart_idle_timer()
        return answer

    def second_person(self, role: Role) -> Person:
        """Authenticate another person of that role. Raises RequestFailed."""
        question = Text("console.ask_second", {"role": role_label(role)})
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
        """Log a person in. Raises RequestFailed."""
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
        words = self.words
        self.words = Words.load(language, words.game, chips=words.chips, house=words.house)

    # the session

    def run(self) -> None:
        """Serve the person until he leaves. Raises LineLost when the line drops."""
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
        """Execute one line, or the words of one. Raises LineLost, InputEnded or IdleTimeout."""
        return execute_line(self, typed_line)

    def print_words(self, text_key: str, **placeholders: str | int | Text) -> None:
        """Print the words of a message key."""
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
        house_words = self.words.for_house(table_status.house)
        self.words = house_words.for_game(table_status.game, chips=table_status.tournament)
        if self._language is None and table_status.language in LANGUAGES:
            self.set_language(written_language(table_status.language, "console"))
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
            with suppress(RequestFailed):  # the hint looks into the accounts, which may be damaged
                self.print_words(self._start_key(table_answers=table_answers))

    def _start_key(self, *, table_answers: bool) -> str:
        """Return the key of the first hint: how to log in, enrol, or read the bank."""
        if not table_answers and has_bank():
            return "console.start_bank"
        return "console.start_enrol" if self.accounts.is_empty else "console.start"

    @property
    def _prompt_text(self) -> str:
        if self.person is None:
            return f"{self._table_name} > "
        role_text = self.words.render(role_label(self.person.role))
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
        """Drop the person's history, idle limit and candidate."""
        self.terminal.clear_history()
        self.terminal.set_idle_limit(None)
        self.candidate = None
