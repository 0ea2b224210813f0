"""One of the floor's own processes, begun and killed, on this host or another one."""

import os
import resource
import signal
import socket
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

FULL: Final = 1 << 16
"""Octets: more than a log has, and less than the database."""


class Host(NamedTuple):
    """Where a process runs: an address, and the command that runs another one there."""

    address: str = "127.0.0.1"
    enter: tuple[str, ...] = ()


HERE: Final = Host()


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Process:
    """One process that can be killed and begun again."""

    def __init__(self, name: str, command: Sequence[str], log: Path, host: Host = HERE) -> None:
        self.name = name
        self._command = [*host.enter, *command]
        self._log = log
        self._process: subprocess.Popen[bytes] | None = None

    def begin(self, clock_s: int = 0) -> None:
        """Begin it, with its clock so many seconds off if it is a program of ours."""
        own = {**os.environ, "XDG_CONFIG_HOME": str(self._log.parent), "CLOCK_OFF": str(clock_s)}
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(self._command, stdout=log, stderr=log, env=own)

    @property
    def pid(self) -> int:
        """Its number. Raises LookupError if it does not run."""
        if self._process is None:
            raise LookupError(self.name)
        return self._process.pid

    @property
    def has_ended(self) -> bool:
        """Whether it has ended by itself."""
        return self._process is not None and self._process.poll() is not None

    def hold(self, still: bool) -> None:
        """Have it do nothing, as one that nobody reaches; or go on."""
        if self._process is not None and not self.has_ended:
            self._process.send_signal(signal.SIGSTOP if still else signal.SIGCONT)

    def fill_disk(self, full: bool) -> None:
        """Have it write no file beyond its first octets, as on a disk that is full; or again."""
        if self._process is not None and not self.has_ended:
            _, most = resource.prlimit(self._process.pid, resource.RLIMIT_FSIZE)
            now = FULL if full else most
            resource.prlimit(self._process.pid, resource.RLIMIT_FSIZE, (now, most))

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
