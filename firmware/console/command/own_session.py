"""The interface of a session for its own commands and for the execution of a line."""

from collections.abc import Mapping
from typing import Protocol

from firmware.console.command.command import Command, Commands, Context
from firmware.console.terminal.terminal import Terminal
from firmware.shell.technician.requests import Person


class OwnSession(Context, Protocol):
    """One person's session at a terminal."""

    terminal: Terminal
    left: bool
    """Whether it has been left."""
    as_json: bool
    """Whether a command answers a program."""

    @property
    def groups(self) -> Mapping[str, tuple[Command, ...]]:
        """The commands in the order of the help."""
        ...

    @property
    def commands(self) -> Commands: ...

    def log_in(self, name: str) -> Person:
        """Log a person in. Raises Refused."""
        ...

    def log_out(self) -> None: ...

    def speak(self, language: str) -> None:
        """Change the language."""
        ...

    def refuse(self, command: str) -> None:
        """Journal that a person was refused a command."""
        ...

    def touch(self) -> None:
        """Begin the idle time again."""
        ...
