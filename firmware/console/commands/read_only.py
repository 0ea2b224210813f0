"""The commands that read: they change nothing, except for the clock's setting."""

from typing import Final

from firmware.console.command.command import Command
from firmware.console.commands import (
    bank,
    fault_reading,
    machine_reading,
    part_reading,
    records,
    status_screen,
)

COMMANDS: Final[tuple[Command, ...]] = (
    *status_screen.COMMANDS,
    *fault_reading.COMMANDS,
    *part_reading.COMMANDS,
    *machine_reading.COMMANDS,
    *records.COMMANDS,
    *bank.COMMANDS,
)
