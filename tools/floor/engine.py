"""Where the program of the engine is."""

import shutil
from pathlib import Path
from typing import Final

FETCHED: Final = Path(__file__).parents[2] / ".venv" / "engine" / "usr" / "sbin" / "nats-server"


def server_file() -> Path | None:
    """Return that which `engine.sh` has fetched, or else the system's."""
    system = shutil.which("nats-server")
    return FETCHED if FETCHED.exists() else Path(system) if system else None
