"""The session as its own commands and the execution of a line use it."""

from collections.abc import Mapping
from typing import Protocol

from firmware.console.command.command import Command, CommandContext, CommandsByName
from firmware.console.terminal.terminal import Terminal
from firmware.shell.technician.requests import Person


class OwnSession(CommandContext, Protocol):
    """One person's session at a terminal."""

    terminal: Terminal
    is_left: bool
    """Whether `exit` was typed."""
    as_json: bool
    """Whether the current command's output is for a program."""

    @property
    def command_groups(self) -> Mapping[str, tuple[Command, ...]]:
        """The commands in the order of the help."""
        ...

    @property
    def commands_by_name(self) -> CommandsByName: ...

    def log_in(self, account_name: str) -> Person:
        """Log a person in. Raises RequestFailed."""
        ...

    def log_out(self) -> None: ...

    def set_language(self, language: str) -> None:
        """Change the language."""
        ...

    def record_refusal(self, command_name: str) -> None:
        """Journal that a person was refused a command."""
        ...

    def restart_idle_timer(self) -> None:
        """Restart the idle timer."""
        ...
