"""`croupier console --serve` and the sockets of a running table, before who means no good."""

import os
import re
import signal
import socket
import threading
import tty
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from random import Random
from select import select

import pytest

from firmware.console.access.accounts import Accounts
from firmware.console.access.backoff import MAX_WAIT_MS
from firmware.core.vocabulary.events import ClearAllowed, MetersReset, ServiceEnded, TestBegun
from firmware.shell.config.defaults import default_table
from firmware.shell.history.journal_entries import Happened, Noted, decode
from firmware.shell.journal import JournalReader
from firmware.shell.sockets.control import query_status
from firmware.shell.sockets.line_client import MOST_CLIENTS
from firmware.shell.technician.answers import Refusal
from firmware.shell.technician.client import TECHNICIAN_SOCKET, send_technician_request
from firmware.shell.technician.requests import Person, RestartService, SessionReport
from tests.kits.console.served_kit import CHEAP, LEA, PASSPHRASE
from tests.kits.console.spawned import Sockets, sockets
from tests.kits.examples import examples
from tests.kits.processes import Running, croupier, status
from tests.kits.waiting import until

pytestmark = pytest.mark.live

HASTE_S = 0.01
"""How long somebody who means no good waits for an answer."""
FEW = examples(4, MOST_CLIENTS + 4)
"""How many send the same at once; those who say nothing hold every place."""
NOISE = examples(3, 60) * 115_200 // 10
"""Octets: so many seconds of a line."""
MANY_MB = examples(2, 10) * 1000 * 1000
MOST_MIB = 144
"""What the console's unit lets it have."""
ANN = Person("ann", "auditor")
GUESSED = "hunter2-hunter2-hunter2"
ABLE, DUMB = b"\x1b[1;1R", b""


class Line:
    """A served console and the far end of its cable, which keeps the end of what it hears."""

    def __init__(self, table: Sockets, process: Running, cable: int, answer: bytes) -> None:
        self.table, self.process = table, process
        self.received = bytearray()
        self._answer, self._cable = answer, cable
        self._gone = threading.Event()
        self._thread = threading.Thread(target=self._read_cable, daemon=True)
        self._thread.start()

    def meet(self) -> None:
        """Wait until the port is served, and press ENTER."""
        self.process.complains("\n")
        self.type(b"\r")
        self.hears(b" >")

    def type(self, octets: bytes) -> None:
        """Type as fast as it is taken."""
        while octets:
            octets = octets[os.write(self._cable, octets[:4096]) :]

    def hears(self, wanted: bytes) -> None:
        def lost() -> bool:
            return self.process.status is not None

        until(f"{wanted!r} on the line", self._end, lambda _: wanted in self.received or lost())
        assert wanted in self.received, self.process.account()

    def answers(self) -> None:
        """Break off what is under way, and see that the console is there."""
        self.type(b"\x03\r")
        self.hears(b" >")
        self.received.clear()
        self.type(b"\x15lang en\r")
        self.hears(b"Now in English")

    def log_in(self) -> None:
        self.type(b"login lea\r")
        self.hears(b"Passphrase")
        self.type(f"{PASSPHRASE}\r".encode())
        self.hears(b"lea (technician) >")

    @property
    def held_mib(self) -> int:
        status = Path(f"/proc/{self.process.process.pid}/status").read_text()
        return int(re.findall(r"VmHWM:\s+(\d+) kB", status)[0]) // 1024

    def pull(self) -> None:
        """Pull the cable."""
        if not self._gone.is_set():
            self._gone.set()
            self._thread.join()
            os.close(self._cable)

    def _end(self) -> bytes:
        return bytes(self.received[-500:])

    def _read_cable(self) -> None:
        while not self._gone.is_set():
            if select([self._cable], [], [], 0.05)[0]:
                octets = os.read(self._cable, 65536)
                self.received += octets
                del self.received[:-100_000]
                if b"\x1b[6n" in octets and self._answer:
                    os.write(self._cable, self._answer)


@contextmanager
def set_up(folder: Path) -> Iterator[Sockets]:
    Accounts(folder, hash_cost=CHEAP).add_account(LEA, PASSPHRASE)
    with sockets(folder) as table:
        yield table


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Sockets]:
    with set_up(tmp_path) as table:
        yield table


@contextmanager
def line(table: Sockets, answer: bytes, name: str = "a") -> Iterator[Line]:
    cable, port = os.openpty()
    tty.setraw(port)
    folder = table.path.parent
    config = folder / f"{name}.toml"
    config.write_text(f'[console]\nport = "{os.ttyname(port)}"\n')
    where = ("--config", config, "--socket", table.path, "--state", folder)
    with croupier("console", *where, "--lang", "en", "--serve") as process:
        served = Line(table, process, cable, answer)
        try:
            served.meet()
            yield served
        finally:
            process.close()
            served.pull()
            os.close(port)


@pytest.fixture(scope="module", params=[ABLE, DUMB], ids=["able", "dumb"])
def served(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Line]:
    """A console that outlives whatever is typed at either kind of terminal."""
    with set_up(tmp_path_factory.mktemp("t")) as table, line(table, request.param) as served:
        yield served


def acts(table: Sockets) -> list[object]:
    """What was asked of the table but for the console's own account of itself."""
    return [one for one in table.asked if not isinstance(one, SessionReport)]


def test_noise_does_nothing(served: Line) -> None:
    served.type(Random(7).randbytes(NOISE))
    served.answers()
    assert served.held_mib < MOST_MIB
    assert acts(served.table) == []


def test_huge_line_is_not_stored(served: Line) -> None:
    served.received.clear()
    served.type(b"x" * MANY_MB + b"\r")
    served.hears(b"4096")
    served.answers()
    assert served.held_mib < MOST_MIB


def test_guesses_delay_owner_a_minute(served: Line) -> None:
    waits: list[int] = []
    for _ in range(examples(10, 50)):
        served.received.clear()
        served.type(b"login lea\r")
        served.hears(b"Passphrase")
        served.received.clear()
        served.type(f"{GUESSED}\r".encode())
        served.hears(b" >")
        assert GUESSED.encode() not in served.received
        waits += [int(found) for found in re.findall(rb"(\d+) s\b", served.received)]
    assert waits
    assert max(waits) * 1000 <= MAX_WAIT_MS
    assert GUESSED not in repr(served.table.asked)


def test_pulled_cable_logs_out(
    table: Sockets,
) -> None:
    with line(table, ABLE) as served:
        served.log_in()
        served.type(b"watch sensors\r")
        served.hears(b"No door")
        served.pull()
        until("the loss", lambda: table.said[-1], lambda said: said == "lost")
        assert served.process.status is None


def test_noise_disturbs_no_other_console(table: Sockets) -> None:
    with line(table, ABLE) as one, line(table, DUMB, "b") as other:
        one.log_in()
        noise = threading.Thread(target=other.type, args=(Random(3).randbytes(NOISE // 3),))
        noise.start()
        for _ in range(20):
            one.received.clear()
            one.type(b"whoami\r")
            one.hears(b"lea, technician")
        noise.join()
        other.answers()


# the sockets of a table that runs


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Path]:
    """The control socket of a table."""
    folders = {"STATE_DIRECTORY": str(tmp_path), "RUNTIME_DIRECTORY": str(tmp_path)}
    with croupier("run", "--plain", "--speed", "0.1", env={**os.environ, **folders}) as process:
        until("the technician's socket", (tmp_path / TECHNICIAN_SOCKET).exists)
        yield tmp_path / "croupier.sock"
        process.send(signal.SIGTERM)
        assert process.ends() == 0


def hostile(path: Path, chance: Random) -> list[bytes]:
    """Things that somebody sends who means no good."""
    good = b'{"get": "status"}\n'
    return [
        chance.randbytes(3000) + b"\n",
        b"[" * 4000,
        b'{"act": "restart", "who": {"name": "ann", "role": "auditor"}}\n' * 5,
        b'{"act": "reset_meters", "who": {"name": "lea", "role": "technician"}}\n',
        b'{"act": "service", "who": {"name": "sam", "role": "supervisor"}, "on": true}\n',
        b'{"act": "service", "who": {"name": "lea", "role": "technician", "role": 7}}\n',
        good * 50,
        good[:-3],
        b"x" * 200_000,
        b"\xff\xfe\n" * 20,
        b"",
    ]


def test_hostile_sockets_reach_no_table(running: Path) -> None:
    technician = running.with_name(TECHNICIAN_SOCKET)
    chance = Random(5)
    for path in (running, technician):
        for sent in hostile(path, chance):
            with ExitStack() as stack:
                many = FEW if sent else MOST_CLIENTS + 4
                clients = [stack.enter_context(socket.socket(socket.AF_UNIX)) for _ in range(many)]
                for number, client in enumerate(clients):
                    with suppress(OSError):
                        client.settimeout(HASTE_S)
                        client.connect(os.fspath(path))
                        client.sendall(sent)
                        if number % 2:
                            client.recv(65536)
    status(running)  # an honest client, once those who hold all places are let go
    assert isinstance(send_technician_request(technician, RestartService(ANN)), Refusal)
    assert not query_status(running).testing
    config = default_table("baccarat")
    reader = JournalReader(
        [running.parent / path.relative_to(path.anchor) for path in config.journal.copies]
    )
    entries = [decode(record.payload) for record in reader.records()]
    events = {type(entry.event) for entry in entries if isinstance(entry, Happened)}
    assert not events & {TestBegun, MetersReset, ClearAllowed, ServiceEnded}
    notes = [entry.note.key for entry in entries if isinstance(entry, Noted)]
    assert "technician.forbidden" in notes
