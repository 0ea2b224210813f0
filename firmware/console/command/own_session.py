"""The interface of a session for its own commands and for the execution of a line."""

from collections.abc import Mapping
from typing import Protocol

from firmware.console.command.command import Command, CommandContext, CommandsByName
from firmware.console.terminal.terminal import Terminal
from firmware.shell.technician.requests import Person


class OwnSession(CommandContext, Protocol):
    """One person's session at a terminal."""

    terminal: Terminal
    is_left: bool
    """Whether it has been left."""
    as_json: bool
    """Whether a command answers a program."""

    @property
    def command_groups(self) -> Mapping[str, tuple[Command, ...]]:
        """The commands in the order of the help."""
        ...

    @property
    def commands_by_name(self) -> CommandsByName: ...

    def log_in(self, account_name: str) -> Person:
        """Log a person in. Raises Refused."""
        ...

    def log_out(self) -> None: ...

    def set_language(self, language: str) -> None:
        """Change the language."""
        ...

    def record_refusal(self, command_name: str) -> None:
        """Journal that a person was refused a command."""
        ...

    def restart_idle_timer(self) -> None:
        """Begin the idle time again."""
        ...
