"""How the section of the technician's console is read."""

from typing import Final

from drivers.section import read_port
from firmware.shell.config.reader import Reader
from firmware.shell.config.settings import ConsoleSetting

IDLE_MINUTES: Final = (1, 10, 60)
"""The least, the usual and the most."""


def read_console(top: Reader) -> ConsoleSetting | None:
    """Read the console's serial port; None if the section is left out."""
    if not top.has("console"):
        return None
    with top.table("console") as console:
        least, usual, most = IDLE_MINUTES
        name = "idle_minutes"
        minutes = console.integer(name, least, most) if console.has(name) else usual
        return ConsoleSetting(read_port(console), minutes)
