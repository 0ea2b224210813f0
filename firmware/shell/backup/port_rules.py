"""The device rules of a table: the names of its serial ports, by the adapters' serial numbers.

Root reads them, and a rule may run a program: of a backup only lines that name a port are put back.
"""

import re
from pathlib import Path
from typing import Final

from firmware.shell.device.disks import command_output

PORT_RULES: Final = Path("/etc/udev/rules.d/70-croupier.rules")
_NAMES_PORT: Final = re.compile(
    rb'\s*(#.*|SUBSYSTEM=="tty", *ENV\{ID_\w+\}=="[\w.:/-]+", *SYMLINK\+="[\w-]+")?\s*'
)


def present_rules(path: Path = PORT_RULES) -> bytes:
    """Return the rules of this machine, nothing if it has none. Raises OSError."""
    return path.read_bytes() if path.exists() else b""


def is_naming_ports(rules: bytes) -> bool:
    """Return whether every line names a port, or is a comment."""
    return all(map(_NAMES_PORT.fullmatch, rules.splitlines()))


def reload_rules() -> None:
    """Have the names of the ports made, as far as this machine can."""
    command_output("udevadm", "control", "--reload")
    command_output("udevadm", "trigger", "--subsystem-match=tty")
