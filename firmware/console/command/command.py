"""A command of the console: its roles, its look-up or act, its output."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

import msgspec

from firmware.console.access.accounts import Accounts
from firmware.console.table.table import ConsoleTable
from firmware.console.text.drawing import ConsoleOutput
from firmware.core.vocabulary.panel import Text
from firmware.shell.technician.requests import Person, Role
from firmware.shell.words.words import Words

ANY_ROLE: Final = None
"""The roles of a command that needs no login."""


class CommandContext(Protocol):
    """The context of a command."""

    @property
    def words(self) -> Words:
        """The words of this session's language."""
        ...

    @property
    def person(self) -> Person | None:
        """Who is logged in."""
        ...

    @property
    def table(self) -> ConsoleTable:
        """The table; requests to it are made in the name of the logged-in person."""
        ...

    candidate: str | None
    """The text of the configuration that this session prepares, if it does."""

    def show(self, output: ConsoleOutput) -> None:
        """Print facts before the question about them; a program (`--json`) gets none."""
        ...

    def pause(self, seconds: float) -> bool:
        """Wait so long, or until a key is pressed; return whether no key was pressed."""
        ...

    @property
    def accounts(self) -> Accounts:
        """Who may log in at this console."""
        ...

    def ask(self, question: Text, *, hidden: bool = False) -> str:
        """Return the answer to a question; a hidden one is not echoed and not stored.

        Raises RequestFailed on Ctrl-C.
        """
        ...

    def second_person(self, role: Role) -> Person:
        """Authenticate another person of that role. Raises RequestFailed."""
        ...


@dataclass(frozen=True)
class Parameter:
    """One argument: its name in `PARAMETER_KEYS`, and its allowed words."""

    name: str
    required: bool = True
    takes_rest: bool = False
    """Whether it takes all remaining words."""
    choices: Callable[[CommandContext], Sequence[str]] | None = None
    """The words that completion offers; the command itself refuses any other."""


@dataclass(frozen=True)
class Command:
    """A command by its one or two words; `HELP_KEYS` has its purpose.

    `look_up` returns the value that `--json` prints or, if the command is live, yields such values
    over time; `render` draws one of them for a person. A live command runs until a key is pressed.
    """

    name: str
    look_up: Callable[[CommandContext, Sequence[str]], msgspec.Struct | Iterator[msgspec.Struct]]
    render: Callable[[CommandContext, Any], ConsoleOutput]
    parameters: tuple[Parameter, ...] = ()
    roles: frozenset[Role] | None = ANY_ROLE
    is_live: bool = False
    redraws_screen: bool = False
    """Whether each output of a live command replaces the one before."""


CommandsByName = Mapping[str, Command]
