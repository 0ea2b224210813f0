"""A session at the console: person, commands and output."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Final

from firmware.console.access.accounts import Accounts
from firmware.console.access.login import Login
from firmware.console.command.command import Command, Commands
from firmware.console.command.lookup import complete
from firmware.console.command.outcome import line
from firmware.console.session.execute import Outcome, work_off
from firmware.console.session.headline import headline
from firmware.console.table.client import InTheNameOf
from firmware.console.table.table import Table
from firmware.console.terminal.limits import Idle
from firmware.console.terminal.plain_line import Interrupted, TooLong
from firmware.console.terminal.terminal import Terminal
from firmware.console.text.drawing import Mark, Told
from firmware.console.wires.wire import Ended, Lost
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
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
        table: Table,
        accounts: Callable[[], Accounts],
        language: str | None = None,
        idle_s: float = IDLE_MINUTES * 60,
        words: Words | None = None,
    ) -> None:
        self.terminal = terminal
        self.left = False
        self.as_json = False
        """Whether the current command's output is for a program."""
        self._reached = table
        self._login = Login(table, accounts, terminal.name)
        self._open_accounts = accounts
        self._language = language
        self._idle_s = idle_s
        self._name = "Croupier"
        self.words = words or Words.load(language or LANGUAGES[0])
        self.table: Table = InTheNameOf(table, self._who, terminal.name)

    # a command's context

    @property
    def person(self) -> Person | None:
        """Who is logged in."""
        return self._login.person

    @cached_property
    def accounts(self) -> Accounts:
        """Who may log in at this console."""
        return self._open_accounts()

    def show(self, told: Told) -> None:
        """Show a person at once the facts for the question that follows; a script gets none."""
        if not self.as_json:
            self.terminal.tell(told)

    def pause(self, seconds: float) -> bool:
        """Wait so long, or until a key is pressed; return whether to go on."""
        return self.terminal.pause(seconds)

    def ask(self, question: Text, *, hidden: bool = False) -> str:
        """Return a typed answer; a hidden one is not echoed and not kept. Raises CannotBeDone."""
        try:
            answer = self.terminal.ask(self.words.say(question), hidden=hidden)
        except Interrupted:
            raise CannotBeDone(Text("console.broken_off")) from None
        except TooLong:
            raise CannotBeDone(Text("console.too_long")) from None
        self.touch()
        return answer

    def second(self, role: Role) -> Person:
        """Have another person of that role prove who he is. Raises CannotBeDone."""
        said = Text("console.ask_second", {"role": Text(f"console.people.{role}")})
        return self._login.second(role, self.ask(said).strip(), self._passphrase)

    # the commands of the session

    @cached_property
    def groups(self) -> Mapping[str, tuple[Command, ...]]:
        """The commands in the order of the help."""
        from firmware.console.commands import groups

        return groups(self)

    @cached_property
    def commands(self) -> Commands:
        return {command.name: command for group in self.groups.values() for command in group}

    def log_in(self, name: str) -> Person:
        """Log a person in. Raises CannotBeDone."""
        person = self._login.log_in(name, self._passphrase)
        self._forget()
        self.touch()
        return person

    def log_out(self) -> None:
        self._login.log_out("logout")
        self._forget()

    def refuse(self, command: str) -> None:
        """Journal a command refused for lack of rights."""
        self._login.refuse(command)

    def speak(self, language: str) -> None:
        """Go on in that language."""
        self.words = Words.load(language, self.words.game, chips=self.words.chips)

    # the session

    def run(self) -> None:
        """Serve the person until he leaves. Raises Lost when the line drops."""
        try:
            self._greet()
            while not self.left:
                self._turn()
        except Lost:
            self._login.log_out("lost")
            raise
        except Ended:
            pass
        finally:
            self._login.log_out("logout")

    def do(self, typed: str | Sequence[str]) -> Outcome:
        """Execute one line, or the words of one. Raises the errors of its terminal."""
        return work_off(self, typed)

    def say(self, key: str, **values: str | int | Text) -> None:
        """Print the console's words under `key`."""
        self.terminal.tell([line(Mark.PLAIN, self.words.say(Text(key, values)))])

    def learn(self) -> bool:
        """Read the table's name, game and language; return whether it answers."""
        try:
            status = self._reached.status()
        except CannotBeDone:
            return False
        self._name = status.table
        self.words = self.words.at(status.game, chips=status.tournament)
        if self._language is None and status.language in LANGUAGES:
            self.speak(status.language)
        return True

    def touch(self) -> None:
        """Restart the idle timer."""
        self.terminal.idle_after(self._idle_s if self.person else None)

    def _turn(self) -> None:
        try:
            self.do(self.terminal.line(self._prompt, self._complete))
        except Idle:
            self._login.log_out("idle")
            self._forget()
            self.say("console.idle", count=round(self._idle_s / 60))
        except Interrupted:
            pass
        except TooLong:
            self.say("console.too_long")

    def _greet(self) -> None:
        answers = self.learn()
        if not self.terminal.piped:
            self.terminal.tell(headline(self.words, self._reached))
            with suppress(CannotBeDone):
                self.say(f"console.{self._start(answers=answers)}")

    def _start(self, *, answers: bool) -> str:
        """Return the key of the words for what can be typed first."""
        if not answers and has_bank():
            return "start_bank"
        return "start_enrol" if self.accounts.empty else "start"

    @property
    def _prompt(self) -> str:
        if self.person is None:
            return f"{self._name} > "
        role = self.words.say(Text(f"console.people.{self.person.role}"))
        return f"{self._name} · {self.person.name} ({role}) > "

    def _complete(self, before: str) -> list[str]:
        return complete(self.commands, self, before)

    def _passphrase(self) -> str:
        return self.ask(Text("console.ask_passphrase"), hidden=True)

    def _who(self) -> Person | None:
        """Return the logged-in person. Raises Lost once the line has dropped."""
        self.terminal.check()
        return self.person

    def _forget(self) -> None:
        """Clear the screen and history for the next person."""
        self.terminal.forget()
        self.terminal.idle_after(None)
        self.candidate = None
