"""Whoever floods the console and the sockets of a service."""

import os
import socket
import subprocess
import sys
import threading
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from random import Random
from select import select

from bench.hashing import WORDS
from firmware.console.access.passphrases import HASH_COST, hash_passphrase
from firmware.shell.device.atomic_file import write_atomically
from firmware.shell.sockets.line_client import MOST_CLIENTS
from firmware.shell.technician.client import TECHNICIAN_SOCKET

AS_ITS_UNIT = ("nice", "-n", "10")
"""The console's unit has it behind the table."""
CONSOLE = (*AS_ITS_UNIT, sys.executable, "-m", "firmware.cli.main", "console", "--serve")
HASH = (*AS_ITS_UNIT, sys.executable, "-c", "from bench.flood import hash_on; hash_on()")
HOSTILE = "from bench.flood import be_hostile; import sys; be_hostile(sys.argv[1])"
COUNT = "while True: pass"
BYTES_A_SECOND = 11_520
TICK_S = 0.02
PATIENCE_S = 60.0
ANSWERED = "answered"
LINES = (
    b'{"get": "status"}\n', b'{"act": "tail", "who": {"name": "lea", "role": "technician"}}\n',
    b'{"act": "watch"}\n', b'{"get": "meters"}\n', b"[" * 3000 + b"\n", b"\xff\x00nonsense\n",
    b'{"get": "recall", "rounds": 100}\n',
    b'{"act": "restart", "who": {"name": "ann", "role": "auditor"}}\n',
)  # fmt: skip


def hash_on() -> None:
    """Hash passphrases for ever, as a console does at which somebody guesses."""
    while True:
        hash_passphrase(WORDS, HASH_COST)


@contextmanager
def process(*command: str, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    environment = {**os.environ, "STATE_DIRECTORY": str(folder), "RUNTIME_DIRECTORY": str(folder)}
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=environment,
    ) as running:
        try:
            yield running
        finally:
            running.kill()


@contextmanager
def acting(act: Callable[[threading.Event], None], times: int = 1) -> Iterator[None]:
    ended = threading.Event()
    threads = [threading.Thread(target=act, args=(ended,), daemon=True) for _ in range(times)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        ended.set()
        for thread in threads:
            thread.join()


class Flood:
    """The phases: who is at the console and the sockets, and how much he has done."""

    def __init__(self, folder: Path) -> None:
        self.octets = self.answered = 0
        """What was typed, and how often a client was answered."""
        self._folder = folder

    @contextmanager
    def idle(self) -> Iterator[None]:
        yield

    @contextmanager
    def noise(self) -> Iterator[None]:
        """A console that is sent noise."""
        master, slave = os.openpty()
        tty.setraw(slave)
        config = self._folder / "console.toml"
        config.write_text(f'[console]\nport = "{os.ttyname(slave)}"\n')
        where = ("--config", str(config), "--socket", str(self._folder / "croupier.sock"))
        chance = Random(1)

        def type_noise(ended: threading.Event) -> None:
            os.set_blocking(master, False)
            while not ended.wait(TICK_S):
                with suppress(BlockingIOError):
                    self.octets += os.write(
                        master, chance.randbytes(int(BYTES_A_SECOND * TICK_S)) + b"\r"
                    )
                while select([master], [], [], 0)[0]:
                    os.read(master, 65536)

        try:
            with process(*CONSOLE, *where, folder=self._folder), acting(type_noise):
                yield
        finally:
            os.close(master)
            os.close(slave)

    @contextmanager
    def hostile(self) -> Iterator[None]:
        """Clients in a process of their own, as many as each socket serves; some were answered."""
        (self._folder / ANSWERED).unlink(missing_ok=True)
        with process(sys.executable, "-c", HOSTILE, str(self._folder), folder=self._folder):
            wait_until(lambda: self._answers() > 0)
            yield
        self.answered += self._answers()

    def _answers(self) -> int:
        with suppress(FileNotFoundError):
            return int((self._folder / ANSWERED).read_text())
        return 0

    @contextmanager
    def hashing(self) -> Iterator[None]:
        with process(*HASH, folder=self._folder):
            yield

    @contextmanager
    def all_three(self) -> Iterator[None]:
        with self.noise(), self.hostile(), self.hashing():
            yield

    @contextmanager
    def counting(self) -> Iterator[None]:
        """Two processes that have nothing to do with the table."""
        with ExitStack() as stack:
            for _ in range(2):
                stack.enter_context(process(sys.executable, "-c", COUNT, folder=self._folder))
            yield


def wait_until(holds: Callable[[], bool]) -> None:
    """Poll until `holds()` is true. Raises TimeoutError after PATIENCE_S."""
    end = time.monotonic() + PATIENCE_S
    while not holds():
        if time.monotonic() > end:
            raise TimeoutError("nobody answers")
        time.sleep(TICK_S)


def be_hostile(folder: str) -> None:
    """Ask both sockets over as many connections as they serve, until killed."""
    answers = [0] * (2 * MOST_CLIENTS)
    for number in range(len(answers)):
        path = Path(folder) / ("croupier.sock", TECHNICIAN_SOCKET)[number % 2]
        threading.Thread(target=_ask_on, args=(path, number, answers), daemon=True).start()
    while True:
        time.sleep(TICK_S)
        write_atomically(Path(folder) / ANSWERED, str(sum(answers)).encode(), 0o600)


def _ask_on(path: Path, number: int, answers: list[int]) -> None:
    while True:
        with socket.socket(socket.AF_UNIX) as client, suppress(OSError):
            client.connect(os.fspath(path))
            for line in LINES[number % len(LINES) :] + LINES:
                client.sendall(line)
                answers[number] += client.recv(65536).count(b"\n")
        time.sleep(TICK_S)
