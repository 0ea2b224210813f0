"""`croupier console` as a process of its own, in a terminal that pyte reads, or in pipes."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from select import select

import msgspec

from firmware.shell.control import Request as Reading
from firmware.shell.line_socket import LineSocket
from firmware.shell.technician.answers import Done
from firmware.shell.technician.requests import AnyRequest, Said
from tests.kits.console.cable import PATIENCE_S, Laptop
from tests.kits.console.reading_kit import WELL

CROUPIER = (sys.executable, "-m", "firmware.cli.main", "console")


class Sockets:
    """The two sockets of a table, which answer as a table does that is well."""

    def __init__(self, folder: Path) -> None:
        self.asked: list[msgspec.Struct] = []
        self.path = folder / "croupier.sock"
        self._served = [
            LineSocket(self.path, 0o666, self._read),
            LineSocket(folder / "technician", 0o600, self._act),
        ]

    @property
    def said(self) -> list[str]:
        return [one.what for one in self.asked if isinstance(one, Said)]

    def close(self) -> None:
        for served in self._served:
            served.close()

    def _read(self, line: bytes, _uid: int) -> msgspec.Struct:
        msgspec.json.decode(line, type=Reading)
        return WELL

    def _act(self, line: bytes, _uid: int) -> msgspec.Struct:
        self.asked.append(msgspec.json.decode(line, type=AnyRequest))
        return Done()


@contextmanager
def sockets(folder: Path) -> Iterator[Sockets]:
    served = Sockets(folder)
    try:
        yield served
    finally:
        served.close()


def piped(arguments: Sequence[str], typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run it with nothing but pipes."""
    return subprocess.run(
        [*CROUPIER, *arguments],
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )


class Spawned:
    """The process, and the person at its terminal."""

    def __init__(self, arguments: Sequence[str], *, dumb: bool = False) -> None:
        self.laptop = Laptop(dumb=dumb)
        self._master, slave = os.openpty()
        self.process = subprocess.Popen(
            [*CROUPIER, *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            env={**os.environ, "TERM": "xterm"},
        )
        os.close(slave)
        self._ended = threading.Event()
        self._threads = [
            threading.Thread(target=act, daemon=True) for act in (self._hear, self._type)
        ]
        for thread in self._threads:
            thread.start()

    def hang_up(self) -> None:
        """Close the terminal."""
        self._ended.set()
        for thread in self._threads:
            thread.join()
        os.close(self._master)

    def ends(self) -> int:
        return self.process.wait(PATIENCE_S)

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
        if not self._ended.is_set():
            self.hang_up()

    def _hear(self) -> None:
        with suppress(OSError):
            while not self._ended.is_set():
                if select([self._master], [], [], 0.05)[0]:
                    self.laptop.hear(os.read(self._master, 4096))

    def _type(self) -> None:
        while not self._ended.is_set():
            self.laptop.wait(0.05, self._ended.is_set)
            typed = self.laptop.take()
            with suppress(OSError):
                os.write(self._master, typed)


@contextmanager
def spawned(*arguments: str, dumb: bool = False) -> Iterator[Spawned]:
    process = Spawned(arguments, dumb=dumb)
    try:
        yield process
    finally:
        process.end()
