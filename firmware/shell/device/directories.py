"""A service's persistent directories: those of systemd, or the user's own."""

import os
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Final

DIGEST_DIGITS: Final = 8
"""Hex digits of the digest that distinguishes files of the same name."""
DEFAULT_GAME: Final = "baccarat"
"""The game that is served by default."""


def user_directory() -> Path:
    """Return the user's directory, which holds the state of every table of his."""
    state_home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state_home) / "croupier"


def simulations_directory() -> Path:
    """Return the directory in which each simulated table has one of its own."""
    return user_directory() / "simulation"


def simulation_name(config: Path | None, game: str | None) -> str:
    """Return the name of the simulated table of a configuration's file, else of a game.

    The name depends on the file's path, not on its text: a changed configuration has the same state
    directory.
    """
    if config is None:
        return game or DEFAULT_GAME
    # two files of one name in different folders are two tables
    digest = sha256(os.fsencode(config.resolve())).hexdigest()
    return f"{config.stem}-{digest[:DIGEST_DIGITS]}"


def systemd_directory() -> Path | None:
    """Return the state directory that systemd gives, if it gives one."""
    configured_path = os.environ.get("STATE_DIRECTORY")
    return Path(configured_path.partition(":")[0]) if configured_path else None


def state_directory(simulation: str | None) -> Path:
    """Return the state directory of a simulated table, by its name, or of the real one.

    It is made if it is missing. Raises OSError.
    """
    user_path = simulations_directory() / simulation if simulation else user_directory() / "table"
    path = systemd_directory() or user_path
    path.mkdir(parents=True, exist_ok=True)
    return path


def runtime_directory(state: Path) -> Path:
    """Return the directory of the sockets of a table with this state."""
    configured_path = os.environ.get("RUNTIME_DIRECTORY")
    return Path(configured_path.partition(":")[0]) if configured_path else state


def journal_directories(
    copies: Iterable[Path], state: Path, *, simulated: bool
) -> tuple[Path, Path]:
    """Return where a journal's two copies are, given as configured: relative ones, and all of a
    simulated table's, are in the state directory.
    """
    first_copy, second_copy = (
        state / (path.relative_to(path.anchor) if simulated else path) for path in copies
    )
    return first_copy, second_copy
