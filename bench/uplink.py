"""(p) How soon a table's loop answers while it shares a jackpot, beside what its uplink may do.

A real service plays in a process of its own, with a server of the engine, a ledger and a keeper
beside it. A client has the loop journal a note and waits until it is durable, again and again;
meanwhile phases take turns: nothing of the floor at the table; its uplink; an uplink that is
stopped, with its connections open; one that is killed and begins again each second; one that floods
both sockets; an engine that has no room left; and, to know what a full machine does by itself, two
processes that only count. All of them are as far behind the table as the uplink's unit.
"""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from statistics import median
from typing import Any, Final

from bench.sample import Sample
from bench.service_start import wait_until
from firmware.shell.technician.answers import Refusal
from firmware.shell.technician.client import TECHNICIAN_SOCKET, send_technician_request
from firmware.shell.technician.requests import SessionReport
from tools.floor.engine import server_file
from tools.floor.local_floor import Floor
from tools.floor.tables import Table

AS_ITS_UNIT: Final = ("nice", "-n", "15")
SPEED: Final = "50"
SETTLE_S: Final = 1.0
"""After a phase has begun, before it is timed."""
RESTART_S: Final = 1.0
PORT: Final = 14223
CLIENTS, LINES_AT_ONCE = 32, 100
"""Connections of a flood, and how often each sends all its lines before it reads an answer."""
PERIOD_S: Final = 0.125
"""Between two notes: the socket takes no more than ten a second."""
STATISTICS: Final = ("median", "p95", "worst")
NO_ROOM: Final = "max_file_store: 1KB"
COUNT: Final = "while True: pass"
LINES: Final = (
    b'{"get": "status"}\n', b'{"get": "meters"}\n', b"[" * 3000 + b"\n", b"\xff\x00nonsense\n",
    b'{"get": "recall", "rounds": 100}\n',
)  # fmt: skip
Phases = Mapping[str, Callable[[], AbstractContextManager[object]]]


class FloorPhases:
    """What may be beside the table."""

    def __init__(self, floor: Floor, table: Table) -> None:
        self._floor = floor
        self._table = table

    @contextmanager
    def nothing(self) -> Iterator[None]:
        yield

    @contextmanager
    def uplink(self) -> Iterator[None]:
        with self._uplink():
            yield

    @contextmanager
    def stopped(self) -> Iterator[None]:
        with self._uplink() as running:
            time.sleep(SETTLE_S)
            running.send_signal(signal.SIGSTOP)
            yield

    @contextmanager
    def killed(self) -> Iterator[None]:
        """One that is killed, and begins again, as its unit has it but sooner."""
        ended = threading.Event()
        killer = threading.Thread(target=self._kill_on, args=(ended,))
        killer.start()
        try:
            yield
        finally:
            ended.set()
            killer.join()

    @contextmanager
    def flooding(self) -> Iterator[None]:
        """One that sends nonsense to both sockets, over many connections."""
        flood = "from bench.uplink import flood_on; import sys; flood_on(sys.argv[1:])"
        sockets = self._table.socket, self._table.socket.with_name("lot")
        with self._process(sys.executable, "-c", flood, *map(str, sockets)):
            yield

    @contextmanager
    def full(self) -> Iterator[None]:
        """An engine that takes nothing more."""
        self._floor.running.end("engine")
        self._floor.begin_engine(NO_ROOM)
        with self._uplink():
            yield
        self._floor.running.end("engine")
        self._floor.begin_engine()

    @contextmanager
    def counting(self) -> Iterator[None]:
        with self._process(sys.executable, "-c", COUNT), self._process(sys.executable, "-c", COUNT):
            yield

    def _uplink(self) -> AbstractContextManager[subprocess.Popen[bytes]]:
        return self._process(*self._floor.uplink(self._table))

    @contextmanager
    def _process(self, *command: str) -> Iterator[subprocess.Popen[bytes]]:
        folder = str(self._floor.folder)
        environment = {**os.environ, "STATE_DIRECTORY": folder, "RUNTIME_DIRECTORY": folder}
        quiet = subprocess.DEVNULL
        with subprocess.Popen(
            (*AS_ITS_UNIT, *command), stdin=quiet, stdout=quiet, stderr=quiet, env=environment
        ) as running:
            try:
                yield running
            finally:
                running.kill()

    def _kill_on(self, ended: threading.Event) -> None:
        while not ended.is_set():
            with self._uplink():
                ended.wait(RESTART_S)


def measure(folder: Path, repetitions: int = 3, seconds: float = 8.0) -> Sample:
    """Have the phases take turns. Without an engine there is nothing to measure."""
    engine = server_file()
    if engine is None:
        return Sample("uplink", ["no nats-server: tools/floor/engine.sh .venv/engine"], {})
    os.environ |= {"XDG_STATE_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    floor = Floor(folder, str(engine), PORT, SPEED)
    table = next(table for table in floor.tables if table.shares)
    with floor.running.all_ended():
        floor.begin_servers()
        answer_ms = _phases(floor, table, repetitions, seconds)
    fields: dict[str, Any] = {name: _summary(values) for name, values in answer_ms.items()}
    for phase in fields.values():
        for statistic in STATISTICS:
            phase[f"{statistic}_ratio"] = phase[statistic] / fields["nothing"][statistic]
    return Sample("uplink", _result_lines(fields), fields)


def _phases(
    floor: Floor, table: Table, repetitions: int, seconds: float
) -> Mapping[str, list[float]]:
    """Return the milliseconds of each answer, by phase."""
    beside, answer_ms = FloorPhases(floor, table), defaultdict[str, list[float]](list)
    phases: Phases = {
        name: getattr(beside, name)
        for name in ("nothing", "uplink", "stopped", "killed", "flooding", "full", "counting")
    }
    run = ("run", "--plain", "--speed", SPEED, "--lang", "en", "--config", str(table.config))
    command = (sys.executable, "-m", "firmware.cli.main", *run)
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as service:
        wait_until(table.socket.exists)
        for _ in range(repetitions):
            for name, begin in phases.items():
                with begin():
                    time.sleep(SETTLE_S)
                    answer_ms[name] += _answer_times(table.socket, seconds)
        service.terminate()
    return answer_ms


def _answer_times(control_socket: Path, seconds: float) -> Iterator[float]:
    """Have the loop journal notes for so long; yield the milliseconds until each is durable."""
    socket_path = control_socket.with_name(TECHNICIAN_SOCKET)
    note = SessionReport(what="act", line="bench", name="note")
    for _ in range(max(1, int(seconds / PERIOD_S))):
        began = time.perf_counter()
        answer = send_technician_request(socket_path, note)
        elapsed_s = time.perf_counter() - began
        if isinstance(answer, Refusal):
            raise ConnectionRefusedError(f"the table refuses a note: {answer}")
        yield elapsed_s * 1000
        time.sleep(max(0.0, PERIOD_S - elapsed_s))


def _summary(answer_ms: list[float]) -> dict[str, float]:
    values = sorted(answer_ms)
    return {
        "count": len(values),
        "median": median(values),
        "p95": values[len(values) * 95 // 100],
        "worst": values[-1],
    }


def _result_lines(fields: Mapping[str, Mapping[str, float]]) -> list[str]:
    lines = ["a note of the technician's, until durable: median, 95 %, worst in ms (ratios)"]
    for name, phase in fields.items():
        figures = (
            f"{phase[statistic]:.1f} ({phase[f'{statistic}_ratio']:.1f})"
            for statistic in STATISTICS
        )
        lines.append(f"{name:>10}: {', '.join(figures)}, of {phase['count']:,} notes")
    return lines


def flood_on(paths: Sequence[str]) -> None:
    """Send nonsense to sockets over many connections, until killed."""
    for number in range(CLIENTS):
        path = paths[number % len(paths)]
        threading.Thread(target=_flood, args=(path,), daemon=True).start()
    threading.Event().wait()


def _flood(path: str) -> None:
    lines = b"".join(LINES) * LINES_AT_ONCE
    while True:
        with socket.socket(socket.AF_UNIX) as client, suppress(OSError):
            client.connect(path)
            while True:
                client.sendall(lines)
                client.recv(1 << 16)
