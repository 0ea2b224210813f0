"""A process that has imported the service once; each table's service is a fork."""

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

PROGRAM_FOLDER: Final = Path(__file__).parents[3]
TABLE_VARIABLES: Final = ("RUNTIME_DIRECTORY", "STATE_DIRECTORY")
"""Variables of the environment that say where a service's files are."""
GIVEN_PIPES: Final = "CROUPIER_FORK_SERVER"
"""The variable with the descriptors of a fork server that this process was given: the pipe of its
orders, and that of its answers."""


class ForkedProcess:
    """A process that is no child of this one, to be handled like a `subprocess.Popen`."""

    def __init__(self, process_id: int) -> None:
        # A descriptor, since the number may be another process's once this one has ended.
        self._process_fd = os.pidfd_open(process_id)
        # It is used like a Popen, which nobody closes: the descriptor is closed with the object.
        weakref.finalize(self, os.close, self._process_fd)

    def poll(self) -> int | None:
        """Return None while it runs, then 0: only its parent can read its exit status."""
        return self._wait_ended(0)

    def wait(self, timeout: float | None = None) -> int:
        """Return when it has ended. Raises TimeoutExpired."""
        exit_status = self._wait_ended(timeout)
        if exit_status is None:
            raise subprocess.TimeoutExpired("fork", timeout or 0)
        return exit_status

    def send_signal(self, signal_number: int) -> None:
        """Send it a signal, unless it has ended."""
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._process_fd, signal_number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def _wait_ended(self, timeout_s: float | None) -> int | None:
        return 0 if select.select([self._process_fd], [], [], timeout_s)[0] else None


class ForkServer:
    """The process of `firmware.cli.fork_server`, which has imported all that a service needs.

    Those imports are two thirds of the processor time until a service answers. A table of a class,
    itself a fork, was given a server that is one too.
    """

    def __init__(self) -> None:
        given_pipes = os.environ.pop(GIVEN_PIPES, "")
        self._process = None if given_pipes else _start_server()
        if self._process is not None:
            order_pipe, answer_pipe = self._process.stdin, self._process.stdout
            assert order_pipe is not None and answer_pipe is not None  # noqa: S101, PT018  # they are pipes
            self._order_pipe, self._answer_pipe = order_pipe, answer_pipe
        else:
            order_descriptor, answer_descriptor = map(int, given_pipes.split())
            self._order_pipe = os.fdopen(order_descriptor, "wb")
            self._answer_pipe = os.fdopen(answer_descriptor, "rb")

    def fork_service(
        self, arguments: Sequence[str], state: Path, log_path: Path, *, serves_pages: bool = False
    ) -> ForkedProcess | None:
        """Have a fork run this command of `croupier`; None if the process has ended. One that
        serves pages is given a fork server of its own.
        """
        fork_order = {
            "arguments": arguments,
            "state": str(state),
            "log": str(log_path),
            "serves_pages": serves_pages,
        }
        with suppress(BrokenPipeError):
            self._order_pipe.write(msgspec.json.encode(fork_order) + b"\n")
            self._order_pipe.flush()
        # Empty at the end of the pipe: the server has ended.
        process_id = self._answer_pipe.readline()
        return ForkedProcess(int(process_id)) if process_id else None

    def close(self) -> None:
        """End the process; its forks receive SIGTERM."""
        if self._process is not None:
            self._process.kill()
        for pipe in (self._order_pipe, self._answer_pipe):
            with suppress(BrokenPipeError):
                pipe.close()  # a server that was given ends with its orders
        if self._process is not None:
            self._process.wait()


def _start_server() -> subprocess.Popen[bytes]:
    environment = {name: value for name, value in os.environ.items() if name not in TABLE_VARIABLES}
    return subprocess.Popen(
        [sys.executable, "-m", "firmware.cli.fork_server"], cwd=PROGRAM_FOLDER, env=environment,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    )  # fmt: skip
