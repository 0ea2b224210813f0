"""The commands of the console, a file for each group."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from firmware.console.command.command import Command

if TYPE_CHECKING:
    from firmware.console.session.session import Session


def groups(session: "Session") -> Mapping[str, tuple[Command, ...]]:
    """Return the commands in the order of the help; the last group is the session's own."""
    from firmware.console.commands import acting, configuration, journal, people, reading, watching
    from firmware.console.commands.session import session_commands

    return {
        "reading": reading.COMMANDS,
        "watching": watching.COMMANDS,
        "acting": acting.COMMANDS,
        "journal": journal.COMMANDS,
        "configuration": configuration.COMMANDS,
        "people": people.COMMANDS,
        "session": session_commands(session),
    }
