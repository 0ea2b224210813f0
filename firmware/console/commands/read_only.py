"""The commands that read: they change nothing, except for the clock's setting."""

from typing import Final

from firmware.console.command.command import Command
from firmware.console.commands import bank, faults, machine, parts, records, status_screen, why

COMMANDS: Final[tuple[Command, ...]] = (
    *status_screen.COMMANDS,
    *faults.COMMANDS,
    *parts.COMMANDS,
    *machine.COMMANDS,
    *records.COMMANDS,
    *why.COMMANDS,
    *bank.COMMANDS,
)
