"""A process that has imported the service once and forks it: a start without the imports.

python -m tests.campaigns.kill.zygote

For each line on its input, the arguments of `croupier` in JSON, it forks a service, prints its
number, and at its end its exit status. A fork is a process of its own, with its own files and
threads. Its journal has smaller segments than a configuration may set, so that many are begun.
"""

import gc
import json
import os
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, Protocol

import firmware.cli.serving.real_time  # noqa: F401
from firmware.cli.main import main as croupier
from firmware.cli.serving import wired_table
from firmware.shell.journal import RetentionPolicy
from tests.kits.paths import ROOT

SMALL: Final = RetentionPolicy(segment_bytes=128 << 10, keep_bytes=1 << 20)
"""How soon a segment of a forked service is full, and how much it keeps."""


class Process(Protocol):
    """A service that was started: what subprocess.Popen is as well."""

    returncode: int | None

    def kill(self) -> None:
        """Send SIGKILL, if it has not been waited for."""
        ...

    def wait(self) -> int:
        """Return its status when it has ended."""
        ...

    def poll(self) -> int | None:
        """Return its status if it has ended."""
        ...


class Zygote:
    """Forks services, one at a time."""

    def __init__(self, log: Path, environment: Mapping[str, str]) -> None:
        with log.open("ab") as end:
            self._process = subprocess.Popen(
                [sys.executable, "-m", __name__],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=end,
                bufsize=0,
                env=environment,
                cwd=ROOT,
            )
        assert self._process.stdin
        assert self._process.stdout
        self._orders, self._says = self._process.stdin, self._process.stdout

    def start(self, arguments: Sequence[str]) -> "Forked":
        """Fork a service; the one before must have ended."""
        self._orders.write(json.dumps(arguments).encode() + b"\n")
        self._orders.flush()
        return Forked(self)

    def read_number(self) -> int:
        """Return the next number that the zygote says."""
        return int(self._says.readline())

    def has_more(self) -> bool:
        """Return whether the zygote has said what nobody has read."""
        return bool(select.select([self._says], [], [], 0)[0])

    def close(self) -> None:
        """End the zygote; its service must have ended."""
        self._orders.close()
        self._process.wait()
        self._says.close()


class Forked:
    """One forked service; may be waited for from any thread."""

    def __init__(self, zygote: Zygote) -> None:
        self.returncode: int | None = None
        self._zygote = zygote
        self._pid = zygote.read_number()
        self._hearing = threading.Lock()

    def kill(self) -> None:
        """Send SIGKILL, if it has not been waited for."""
        if self.poll() is None:
            os.kill(self._pid, signal.SIGKILL)

    def wait(self) -> int:
        """Return its status when it has ended."""
        with self._hearing:
            if self.returncode is None:
                self.returncode = self._zygote.read_number()
            return self.returncode

    def poll(self) -> int | None:
        """Return its status if it has ended."""
        return self.wait() if self._zygote.has_more() else self.returncode


def main() -> int:
    """Fork a service for each line."""
    wired_table.RetentionPolicy = lambda *_configured: SMALL
    gc.freeze()
    while line := sys.stdin.buffer.readline():
        pid = os.fork()
        if not pid:
            return _serve(json.loads(line))
        _say(pid)
        _say(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
    return 0


def _say(number: int) -> None:
    os.write(1, b"%d\n" % number)


def _serve(arguments: Sequence[str]) -> int:
    """Be a service: nothing to read, and what it prints goes to the log."""
    with Path(os.devnull).open("rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    return croupier(arguments)


if __name__ == "__main__":
    sys.exit(main())
