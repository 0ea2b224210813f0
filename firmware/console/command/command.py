"""What a command of the console is: who may give it, what it looks up or does, how it is told."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

import msgspec

from firmware.console.access.accounts import Accounts
from firmware.console.table.table import Table
from firmware.console.text.drawing import Told
from firmware.core.vocabulary.panel import Text
from firmware.shell.technician.requests import Person, Role
from firmware.shell.words.words import Words

EVERYBODY: Final = None
"""The roles of a command that needs no login."""


class Context(Protocol):
    """What a command is given."""

    @property
    def words(self) -> Words:
        """The words of this session's language."""
        ...

    @property
    def person(self) -> Person | None:
        """Who is logged in."""
        ...

    @property
    def table(self) -> Table:
        """The table; what is asked of it is asked in the name of who is logged in."""
        ...

    candidate: str | None
    """The text of the configuration that is being prepared in this session, if one is."""

    def show(self, told: Told) -> None:
        """Tell a person at once what the question that follows rests on; a script is told none."""
        ...

    def pause(self, seconds: float) -> bool:
        """Wait so long, or until a key is pressed; return whether to go on."""
        ...

    @property
    def accounts(self) -> Accounts:
        """Who may log in at this console."""
        ...

    def ask(self, question: Text, *, hidden: bool = False) -> str:
        """Return a line that the person answers; hidden, it is not echoed and not kept.

        Raises Refused where he breaks off.
        """
        ...

    def second(self, role: Role) -> Person:
        """Have another person of that role prove who he is. Raises Refused."""
        ...


@dataclass(frozen=True)
class Takes:
    """One argument: its name in the help (`console.takes.NAME`), and what may stand there."""

    name: str
    required: bool = True
    rest: bool = False
    """Whether it takes all the words that are left."""
    choices: Callable[[Context], Sequence[str]] | None = None
    """What completion offers; other words are for the command to refuse."""


@dataclass(frozen=True)
class Command:
    """A command by its one or two words; `console.help.NAME` (with `_`) says what it does.

    `look` returns what `--json` prints, or yields it as it comes where the command is `live`;
    `tell` says one such thing to a person. A live command goes on until a key is pressed.
    """

    name: str
    look: Callable[[Context, Sequence[str]], msgspec.Struct | Iterator[msgspec.Struct]]
    tell: Callable[[Context, Any], Told]
    takes: tuple[Takes, ...] = ()
    roles: frozenset[Role] | None = EVERYBODY
    live: bool = False
    redraws: bool = False
    """Whether each telling of a live command takes the place of the one before."""


Commands = Mapping[str, Command]
