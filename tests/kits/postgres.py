"""A PostgreSQL of the tests' own, in a folder and reached by a socket there."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

PLACES: Final = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
PEOPLE: Final = ("runuser", "-u", "postgres", "--")
"""PostgreSQL refuses to be root's."""
SETTINGS: Final = "fsync=off full_page_writes=off synchronous_commit=off autovacuum=off jit=off"
"""What is written is forgotten with the server: it syncs and tidies nothing."""


def programs() -> Path | None:
    """Return the folder of the newest PostgreSQL of this system."""
    found = next((place for place in PLACES if (place / "initdb").exists()), None)
    may = os.geteuid() != 0 or shutil.which("runuser")
    return found if may else None


@contextmanager
def postgres(place: Path) -> Iterator[str]:
    """Give the address of a new, empty database."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o777)
        data, as_user = folder / "data", PEOPLE if os.geteuid() == 0 else ()
        init = [*as_user, str(place / "initdb"), "--no-sync"]
        _do([*init, "-D", str(data), "-U", "ledger", "-A", "trust"])
        settings = *SETTINGS.split(), "listen_addresses=", f"unix_socket_directories={folder}"
        options = " ".join(f"-c {setting}" for setting in settings)
        control = [*as_user, str(place / "pg_ctl"), "-D", str(data), "-w"]
        _do([*control, "-l", str(data / "log"), "-o", options, "start"])
        try:
            yield f"postgresql+psycopg://ledger@/postgres?host={folder}"
        finally:
            _do([*control, "-m", "immediate", "stop"])


def _do(command: Sequence[str]) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
