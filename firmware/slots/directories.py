"""Where the bank of this machine is."""

from pathlib import Path
from typing import Final

from firmware.shell.device.directories import given_directory, own_directory, runtime_directory

SOCKET: Final = "machines.sock"
UNIT: Final = Path("/run/croupier-slots")
"""Where the unit's socket is."""
UNIT_STATE: Final = Path("/var/lib/croupier-slots")


def bank_socket(state: Path | None) -> Path:
    """Return the socket of the bank of a state; without one that of the unit, if it runs."""
    if state is None and UNIT.exists():
        return UNIT / SOCKET
    return runtime_directory(state or bank_state()) / SOCKET


def bank_state() -> Path:
    """Return the folder of the bank of systemd, or of the user's own."""
    return given_directory() or _own_state()


def has_bank() -> bool:
    """Return whether a bank was ever served on this machine, by the unit or by this user."""
    return UNIT_STATE.exists() or _own_state().exists()


def _own_state() -> Path:
    return own_directory() / "slots"
