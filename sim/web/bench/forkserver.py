"""A service that is loaded once: those of all tables are forks of it."""

import os
import select
import signal
import subprocess
import sys
import weakref
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

PROGRAM: Final = Path(__file__).parents[3]
TABLES_OWN: Final = ("RUNTIME_DIRECTORY", "STATE_DIRECTORY")
"""Variables of the environment that say where a service's files are."""


class Fork:
    """A process that is no child of this one, to be handled like a `subprocess.Popen`."""

    def __init__(self, number: int) -> None:
        self._file = os.pidfd_open(number)
        weakref.finalize(self, os.close, self._file)

    def poll(self) -> int | None:
        """Return None while it runs, then 0: only its parent can read its exit status."""
        return self._ended(0)

    def wait(self, timeout: float | None = None) -> int:
        """Return when it has ended. Raises TimeoutExpired."""
        ended = self._ended(timeout)
        if ended is None:
            raise subprocess.TimeoutExpired("fork", timeout or 0)
        return ended

    def send_signal(self, number: int) -> None:
        """Send it a signal, unless it has ended."""
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._file, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def _ended(self, within_s: float | None) -> int | None:
        return 0 if select.select([self._file], [], [], within_s)[0] else None


class Loaded:
    """The process of `firmware.cli.loaded`, which has imported all that a service needs.

    Those imports are two thirds of the processor time until a service answers.
    """

    def __init__(self) -> None:
        environment = {name: value for name, value in os.environ.items() if name not in TABLES_OWN}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "firmware.cli.loaded"], cwd=PROGRAM, env=environment,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip

    def fork(self, arguments: Sequence[str], state: Path, log: Path) -> Fork | None:
        """Have a fork run this command of `croupier`; None if the process has ended."""
        orders, answers = self._process.stdin, self._process.stdout
        order = {"arguments": arguments, "state": str(state), "log": str(log)}
        if orders is None or answers is None:
            return None
        with suppress(BrokenPipeError):
            orders.write(msgspec.json.encode(order) + b"\n")
            orders.flush()
        number = answers.readline()
        return Fork(int(number)) if number else None

    def close(self) -> None:
        """End the process; its forks go on."""
        self._process.kill()
        self._process.communicate()
