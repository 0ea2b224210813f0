"""Programs as processes of their own: read as they print, and ended however a test ends."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Final

from firmware.core.vocabulary.status import Status
from firmware.shell.sockets.control import query_status
from firmware.shell.sockets.line_client import ControlError
from tests.kits.waiting import PATIENCE_S, until

CROUPIER: Final = (sys.executable, "-m", "firmware.cli.main")
PIPES: Final = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}


def home(folder: Path) -> dict[str, str]:
    """Return an environment in which nobody else keeps a journal or a socket."""
    variables = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    return {**variables, "HOME": str(folder), "XDG_STATE_HOME": str(folder / "state")}


class Running:
    """A process. All that it says is read at once: it never waits for a reader."""

    patience_s = PATIENCE_S

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self.process = process
        self._out, self._err = bytearray(), bytearray()
        pipes = ((process.stdout, self._out), (process.stderr, self._err))
        self._ears = [
            threading.Thread(target=_read_pipe, args=pipe, daemon=True) for pipe in pipes if pipe[0]
        ]
        for ear in self._ears:
            ear.start()

    @property
    def out(self) -> str:
        """What it has said on standard output so far."""
        return self._out.decode(errors="replace")

    @property
    def err(self) -> str:
        """What it has said on standard error so far."""
        return self._err.decode(errors="replace")

    @property
    def status(self) -> int | None:
        """What it ended with; None while it runs."""
        return self.process.poll()

    def says(self, text: str, times: int = 1) -> None:
        """Wait until it has said `text` on standard output so often."""
        self._waits_for(f"{text!r}, {times} times", lambda: self.out.count(text) >= times)

    def complains(self, text: str) -> None:
        """Wait until it has said `text` on standard error."""
        self._waits_for(repr(text), lambda: text in self.err)

    def send(self, number: signal.Signals) -> None:
        self.process.send_signal(number)

    def ends(self) -> int:
        """Return what it ended with, once it has and all was received."""
        self._until("the end", lambda: self.status is not None)
        for ear in self._ears:
            ear.join(self.patience_s)
        return self.process.returncode

    def close(self) -> None:
        """End it, by SIGTERM; raises TimeoutExpired where only SIGKILL helps."""
        if self.status is None:
            self.process.terminate()
        try:
            self.process.wait(self.patience_s)
        finally:
            self.process.kill()
            self.process.wait()
            self.ends()

    def account(self) -> str:
        """Say how it is, and all that it has said."""
        how = "runs" if self.status is None else f"ended with {self.status}"
        command = " ".join(map(str, self.process.args))  # type: ignore[arg-type]
        return f"{command}: {how}\n-- stdout --\n{self.out}\n-- stderr --\n{self.err}"

    def _waits_for(self, what: str, said: Callable[[], bool]) -> None:
        self._until(what, lambda: self.status is not None or said())
        if not said():
            status = self.ends()
            assert said(), f"ended with {status} and never said {what}"

    def _until(self, what: str, so: Callable[[], bool]) -> None:
        until(f"{what} of the process", so, most_s=self.patience_s)


def _read_pipe(pipe: IO[bytes], said: bytearray) -> None:
    with pipe:
        while chunk := pipe.read1(65536):  # type: ignore[attr-defined]
            said += chunk


@contextmanager
def running(*command: str | Path, **more: Any) -> Iterator[Running]:
    """Run a command until the block is left; where the block fails, its account is added."""
    started = Running(subprocess.Popen(command, **(PIPES | more)))
    try:
        yield started
    except BaseException as error:
        error.add_note(started.account())
        raise
    finally:
        started.close()


def croupier(
    *arguments: str | Path, env: Mapping[str, str] | None = None, **more: Any
) -> AbstractContextManager[Running]:
    """Run `croupier` until the block is left."""
    return running(*CROUPIER, *arguments, env=env, **more)


def ended(
    *arguments: str | Path, env: Mapping[str, str] | None = None, typed: str = "", **more: Any
) -> Running:
    """Run `croupier` to its end, with something typed into it."""
    with croupier(*arguments, env=env, stdin=subprocess.PIPE, **more) as started:
        assert started.process.stdin
        with started.process.stdin as keys, suppress(BrokenPipeError):
            keys.write(typed.encode())
        started.ends()
    return started


def status(socket: Path, so: Callable[[Status], object] = lambda _: True) -> Status:
    """Return the status of the table at `socket`, once it answers and is `so`."""

    def look() -> Status | ControlError:
        try:
            return query_status(socket)
        except ControlError as error:
            return error

    def seen(found: Status | ControlError) -> object:
        return isinstance(found, Status) and so(found)

    found = until("a status", look, seen)
    assert isinstance(found, Status)
    return found
