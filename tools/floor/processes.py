"""The processes of `make floor`: each with a log of its own, and all ended together."""

import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

ENDS_WITHIN_S: Final = 20.0


class Processes:
    """Processes by name, whose logs are in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._running: dict[str, subprocess.Popen[bytes]] = {}

    def log(self, name: str) -> Path:
        return self._folder / f"{name}.log"

    def begin(self, name: str, command: Sequence[str]) -> None:
        """Begin a process; Ctrl-C at the terminal does not reach it."""
        with self.log(name).open("ab") as out:
            self._running[name] = subprocess.Popen(  # noqa: S603
                command, stdin=subprocess.DEVNULL, stdout=out, stderr=out, start_new_session=True
            )

    def end(self, name: str) -> None:
        """End a process, and wait for it."""
        process = self._running.pop(name)
        process.terminate()
        process.wait()

    def kill(self, name: str) -> None:
        """Kill a process as a power cut would, and begin it again."""
        process = self._running.pop(name)
        process.kill()
        process.wait()
        self.begin(name, process.args)  # type: ignore[arg-type]

    def signal(self, name: str, number: signal.Signals) -> None:
        self._running[name].send_signal(number)

    @property
    def ended(self) -> list[str]:
        """The names of those that have ended by themselves."""
        return [
            name for name, process_name in self._running.items() if process_name.poll() is not None
        ]

    @contextmanager
    def all_ended(self) -> Iterator[None]:
        """End all at the end, the last one first."""
        try:
            yield
        finally:
            last_first = list(self._running.values())[::-1]
            for process in last_first:
                process.terminate()
            for process in last_first:
                _wait(process)


def _wait(process: subprocess.Popen[bytes]) -> None:
    try:
        process.wait(ENDS_WITHIN_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
