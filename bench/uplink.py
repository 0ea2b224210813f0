"""(p) The loop's turns of a table that shares a lot, beside what its uplink may do.

A real service plays in a process of its own, with a server of the engine, a ledger and a keeper
beside it, and the phases take turns in it: nothing of the floor at the table; its uplink; an uplink
that is stopped, with its connections open; one that is killed and begins again each second; one
that floods both sockets; an engine that has no room left; and, to know what a full machine does by
itself, two processes that only count. All of them are as far behind the table as the uplink's unit.
"""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from bench.flood import COUNT, LINES, acting, process, wait_until
from bench.phases import SERVICE, Figures, alternate_phases, figures_of, summed_up
from bench.sample import Sample
from tools.floor.engine import server_file
from tools.floor.local_floor import Floor
from tools.floor.tables import Table

AS_ITS_UNIT = ("nice", "-n", "15")
SPEED = "50"
SETTLE_S = 1.0
"""After a phase has begun, before it is timed."""
AGAIN_S = 1.0
PORT = 14223
CLIENTS, AT_ONCE = 32, 100
"""Connections of a flood, and how often each says all its lines before it hears an answer."""
STATISTICS = ("turns_median", "turns_p99", "turns_worst", "own_worst", "late_worst")
NO_ROOM = "max_file_store: 1KB"


class Beside:
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
        with acting(self._kill_on):
            yield

    @contextmanager
    def flooding(self) -> Iterator[None]:
        """One that says nonsense at both sockets, over many connections."""
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

    def _uplink(self) -> Any:  # noqa: ANN401 - a context
        return self._process(*self._floor.uplink(self._table))

    def _process(self, *command: str) -> Any:  # noqa: ANN401
        return process(*AS_ITS_UNIT, *command, folder=self._floor.folder)

    def _kill_on(self, ended: threading.Event) -> None:
        while not ended.is_set():
            with self._uplink():
                ended.wait(AGAIN_S)


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
        found = _phases(Beside(floor, table), table, folder, repetitions, seconds)
    fields: dict[str, Any] = {name: summed_up(found, name) for name in found["turns"] if name}
    quiet = fields["nothing"]
    for phase in fields.values():
        for statistic in STATISTICS:
            phase[f"{statistic}_ratio"] = phase[statistic] / quiet[statistic]
    return Sample("uplink", _result_lines(fields), fields)


def _phases(
    beside: Beside, table: Table, folder: Path, repetitions: int, seconds: float
) -> Figures:
    figures = folder / "figures.json"
    begins = (
        *(beside.nothing, beside.uplink, beside.stopped),
        *(beside.killed, beside.flooding, beside.full, beside.counting),
    )
    phases = {begin.__name__: begin for begin in begins}
    run = ("run", "--plain", "--speed", SPEED, "--lang", "en", "--config", str(table.config))
    with subprocess.Popen(
        (*SERVICE, str(figures), *run), stdin=subprocess.PIPE, stdout=subprocess.DEVNULL
    ) as service:
        wait_until(table.socket.exists)
        alternate_phases(service, phases, repetitions, seconds, SETTLE_S)
    return figures_of(figures)


def _result_lines(fields: dict[str, Any]) -> list[str]:
    lines = [
        "the loop's turn without the disk: median, 99 % and worst in ms (ratios to nothing);",
        "its own processor time, worst; how late the contacts' bus is polled, worst",
    ]
    for name, phase in fields.items():
        phase_figures = (
            f"{phase[statistic]:.2f} ({phase[f'{statistic}_ratio']:.2f})"
            for statistic in STATISTICS
        )
        lines.append(f"{name:>10}: {', '.join(phase_figures)}, of {phase['turns_count']:,} turns")
    return lines


def flood_on(paths: Sequence[str]) -> None:
    """Say nonsense at sockets over many connections, until killed."""
    for number in range(CLIENTS):
        path = paths[number % len(paths)]
        threading.Thread(target=_flood, args=(path,), daemon=True).start()
    threading.Event().wait()


def _flood(path: str) -> None:
    lines = b"".join(LINES) * AT_ONCE
    while True:
        with socket.socket(socket.AF_UNIX) as client, suppress(OSError):
            client.connect(path)
            while True:
                client.sendall(lines)
                client.recv(1 << 16)
