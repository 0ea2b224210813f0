"""`croupier console` as a process of its own, in a terminal that pyte reads, or in pipes."""

import os
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from select import select

import msgspec

from firmware.shell.sockets.control import StatusQuery as ControlRequest
from firmware.shell.sockets.line_socket import LineSocket
from firmware.shell.technician.answers import ActDone
from firmware.shell.technician.requests import AnyRequest, SessionReport
from tests.kits.console.cable import LOOK_S, Laptop
from tests.kits.console.reading_kit import WELL
from tests.kits.processes import CROUPIER, Running, ended, running


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
        return [one.what for one in self.asked if isinstance(one, SessionReport)]

    def close(self) -> None:
        for served in self._served:
            served.close()

    def _read(self, line: bytes, _uid: int) -> msgspec.Struct:
        msgspec.json.decode(line, type=ControlRequest)
        return WELL

    def _act(self, line: bytes, _uid: int) -> msgspec.Struct:
        self.asked.append(msgspec.json.decode(line, type=AnyRequest))
        return ActDone()


@contextmanager
def sockets(folder: Path) -> Iterator[Sockets]:
    served = Sockets(folder)
    try:
        yield served
    finally:
        served.close()


def piped(arguments: Sequence[str], typed: str = "") -> Running:
    """Run it to its end with nothing but pipes."""
    return ended("console", *arguments, typed=typed)


class Spawned:
    """The person at the terminal of a process."""

    def __init__(self, process: Running, master: int, *, dumb: bool) -> None:
        self.laptop = Laptop(dumb=dumb)
        self.process = process
        self._master = master
        self._ended = threading.Event()
        self._threads = [
            threading.Thread(target=act, daemon=True) for act in (self._read_terminal, self._type)
        ]
        for thread in self._threads:
            thread.start()

    def hang_up(self) -> None:
        """Close the terminal."""
        if not self._ended.is_set():
            self._ended.set()
            self.laptop.wake()
            for thread in self._threads:
                thread.join()
            os.close(self._master)

    def _read_terminal(self) -> None:
        with suppress(OSError):
            while not self._ended.is_set():
                if select([self._master], [], [], LOOK_S)[0]:
                    self.laptop.receive(os.read(self._master, 4096))

    def _type(self) -> None:
        while not self._ended.is_set():
            self.laptop.wait(LOOK_S, self._ended.is_set)
            typed = self.laptop.take()
            with suppress(OSError):
                os.write(self._master, typed)


@contextmanager
def spawned(*arguments: str | Path, dumb: bool = False) -> Iterator[Spawned]:
    master, slave = os.openpty()
    ends = dict.fromkeys(("stdin", "stdout", "stderr"), slave)
    environment = {**os.environ, "TERM": "xterm"}
    with running(
        *CROUPIER, "console", *arguments, env=environment, start_new_session=True, **ends
    ) as process:
        os.close(slave)
        console = Spawned(process, master, dumb=dumb)
        try:
            yield console
        finally:
            console.hang_up()
