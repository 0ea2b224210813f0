"""Where a service keeps what must last: the directories of systemd, or those of the person."""

import os
from pathlib import Path


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
