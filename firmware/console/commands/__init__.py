"""The commands of the console, a file for each group."""

from collections.abc import Mapping

from firmware.console.command.command import Command
from firmware.console.command.own_session import OwnSession


def command_groups(session: OwnSession) -> Mapping[str, tuple[Command, ...]]:
    """Return the commands in the order of the help; the last group is the session's own."""
    from firmware.console.commands import (
        configuration,
        journal,
        live_views,
        people,
        read_only,
        table_acts,
    )
    from firmware.console.commands.session_commands import session_commands

    return {
        "reading": read_only.COMMANDS,
        "watching": live_views.COMMANDS,
        "acting": table_acts.COMMANDS,
        "journal": journal.COMMANDS,
        "configuration": configuration.COMMANDS,
        "people": people.COMMANDS,
        "session": session_commands(session),
    }
