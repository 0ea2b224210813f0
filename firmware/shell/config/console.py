"""How the section of the technician's console is read."""

from typing import Final

from drivers.section import read_port
from firmware.shell.config.reader import SectionReader
from firmware.shell.config.settings import ConsoleSetting

IDLE_MINUTES: Final = (1, 10, 60)
"""The least, the usual and the most."""


def read_console(document: SectionReader) -> ConsoleSetting | None:
    """Read the console's serial port; None if the section is left out."""
    if not document.has("console"):
        return None
    with document.table("console") as console:
        minimum, default, maximum = IDLE_MINUTES
        name = "idle_minutes"
        minutes = console.integer(name, minimum, maximum) if console.has(name) else default
        return ConsoleSetting(read_port(console, "config.console_server"), minutes)
