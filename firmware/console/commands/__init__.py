"""The commands of the console, a file for each group."""

from collections.abc import Mapping

from firmware.console.command.command import Command
from firmware.console.command.own_session import OwnSession


def command_groups(session: OwnSession) -> Mapping[str, tuple[Command, ...]]:
    """Return the commands in the order of the help; the last group is the session's own."""
    from firmware.console.commands.session_commands import session_commands

    return {**_table_commands(), "session": session_commands(session)}


def table_command_words() -> frozenset[str]:
    """Return the first words of the commands that ask the table, or make it act."""
    groups = _table_commands().values()
    return frozenset(command.name.split()[0] for group in groups for command in group)


def _table_commands() -> Mapping[str, tuple[Command, ...]]:
    from firmware.console.commands import (
        configuration,
        journal,
        live_views,
        people,
        read_only,
        stick,
        table_acts,
    )

    return {
        "reading": read_only.COMMANDS,
        "watching": live_views.COMMANDS,
        "acting": table_acts.COMMANDS,
        "journal": journal.COMMANDS,
        "configuration": configuration.COMMANDS,
        "people": (*people.COMMANDS, *stick.COMMANDS),
    }
