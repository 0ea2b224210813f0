"""The process of one table of a class: `croupier run --web`."""

import re
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from sim.web.bench.forkserver import ForkedProcess, ForkServer

ADDRESS_PATTERN: Final = re.compile(rb"http://(\S+):(\d+)/")
STOP_TIMEOUT_S: Final = 15.0
Address = tuple[str, int]


class TableProcess:
    """A table, in a folder of its own. Not thread-safe."""

    def __init__(self, fork_server: ForkServer, options: Sequence[str], folder: Path) -> None:
        self.folder = folder
        self._fork_server = fork_server
        self._arguments = ["run", *options]
        self._log_path = folder / "table.log"
        self._process: ForkedProcess | None = None

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def address(self) -> Address | None:
        """Host and port of its page; None until it has printed them."""
        if not self._log_path.exists():
            return None
        found = ADDRESS_PATTERN.search(self._log_path.read_bytes())
        return (found[1].decode().strip("[]"), int(found[2])) if found else None

    def start(self) -> None:
        """Start it, unless it runs."""
        if self.is_running:
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        self._log_path.unlink(missing_ok=True)
        self._process = self._fork_server.fork_service(
            self._arguments, self.folder, self._log_path, serves_pages=True
        )

    def terminate(self) -> None:
        """Ask it to end."""
        if self._process is not None:
            self._process.terminate()

    def close(self) -> None:
        """End it; by SIGKILL if it does not end when asked."""
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(STOP_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
