"""A service's persistent directories: those of systemd, or the user's own."""

import os
from pathlib import Path

from firmware.shell.config.settings import Config


def state_directory(*, simulated: bool) -> Path:
    """Return the directory of the journal, made if it is missing. Raises OSError."""
    given = os.environ.get("STATE_DIRECTORY")
    if given:
        path = Path(given.partition(":")[0])
    else:
        home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
        path = Path(home) / "croupier" / ("simulation" if simulated else "table")
    path.mkdir(parents=True, exist_ok=True)
    return path


def runtime_directory(*, simulated: bool) -> Path:
    """Return the directory of the control socket, made if it is missing. Raises OSError."""
    given = os.environ.get("RUNTIME_DIRECTORY")
    return Path(given.partition(":")[0]) if given else state_directory(simulated=simulated)


def journal_directories(config: Config, *, simulated: bool) -> tuple[Path, Path]:
    """Return the paths of the two copies: relative ones, and all of a simulated table's, are in the
    state directory.
    """
    state = state_directory(simulated=simulated)
    first, second = (
        state / (path.relative_to(path.anchor) if simulated else path)
        for path in config.journal.copies
    )
    return first, second
