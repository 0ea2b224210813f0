"""The commands of the console, a file for each group."""

from collections.abc import Mapping

from firmware.console.command.command import Command
from firmware.console.command.own_session import OwnSession


def command_groups(session: OwnSession) -> Mapping[str, tuple[Command, ...]]:
    """Return the commands in the order of the help; the last group is the session's own."""
    from firmware.console.commands import (
        acting,
        configuration,
        journal,
        people,
        read_only,
        watching,
    )
    from firmware.console.commands.session import session_commands

    return {
        "reading": read_only.COMMANDS,
        "watching": watching.COMMANDS,
        "acting": acting.COMMANDS,
        "journal": journal.COMMANDS,
        "configuration": configuration.COMMANDS,
        "people": people.COMMANDS,
        "session": session_commands(session),
    }
