"""Directories and socket of the bank on this computer."""

from pathlib import Path
from typing import Final

from firmware.shell.device.directories import runtime_directory, systemd_directory, user_directory

SOCKET_NAME: Final = "machines.sock"
UNIT_RUNTIME_DIRECTORY: Final = Path("/run/croupier-slots")
"""The systemd unit's directory for its socket."""
UNIT_STATE_DIRECTORY: Final = Path("/var/lib/croupier-slots")


def bank_socket(state_folder: Path | None) -> Path:
    """Return the socket of the bank in a folder; without a folder the unit's, if it runs."""
    if state_folder is None and UNIT_RUNTIME_DIRECTORY.exists():
        return UNIT_RUNTIME_DIRECTORY / SOCKET_NAME
    return runtime_directory(state_folder or bank_directory()) / SOCKET_NAME


def bank_directory() -> Path:
    """Return the state directory that systemd gives, or else the user's own."""
    return systemd_directory() or _own_directory()


def has_bank() -> bool:
    """Return whether a bank was ever served on this computer, by the unit or by this user."""
    return UNIT_STATE_DIRECTORY.exists() or _own_directory().exists()


def _own_directory() -> Path:
    return user_directory() / "slots"
