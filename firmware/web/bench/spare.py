"""A service that is loaded before anybody knows for which table."""

import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

PROGRAM: Final = Path(__file__).parents[3]
TABLES_OWN: Final = ("RUNTIME_DIRECTORY", "STATE_DIRECTORY")
"""Variables of the environment that say where a service's files are."""


class Spare:
    """At most one process of `firmware.cli.spare`, which has imported all that a service needs.

    Those imports are two thirds of the processor time until a service answers.
    """

    def __init__(self) -> None:
        self._loaded: subprocess.Popen[bytes] | None = None

    def prepare(self) -> None:
        """Begin to load a process, if there is none."""
        if self._loaded is not None and self._loaded.poll() is None:
            return
        environment = {name: value for name, value in os.environ.items() if name not in TABLES_OWN}
        self._loaded = subprocess.Popen(
            [sys.executable, "-m", "firmware.cli.spare"], cwd=PROGRAM, env=environment,
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip

    def become(
        self, arguments: Sequence[str], state: Path, log: Path
    ) -> subprocess.Popen[bytes] | None:
        """Have the process run this command of `croupier`; None if there is no process."""
        process, self._loaded = self._loaded, None
        if process is None or process.stdin is None:
            return None
        order = {"arguments": arguments, "state": str(state), "log": str(log)}
        with suppress(BrokenPipeError), process.stdin:
            if process.poll() is None:
                process.stdin.write(msgspec.json.encode(order) + b"\n")
                return process
        return None

    def close(self) -> None:
        """End the process that waits."""
        process, self._loaded = self._loaded, None
        if process is not None:
            process.kill()
            process.communicate()
