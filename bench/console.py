"""(j) The service's loop with and without somebody who floods the console and its sockets.

A real service plays in a process of its own, and the phases take turns in it: nobody else; a
console on a pseudo-terminal that is sent noise at 115200 baud; sixteen clients on each socket who
ask and send garbage as fast as they are answered; somebody who hashes passphrases; all three; and,
to know what a full machine does by itself, two processes that only count. Beside it what a hashing
costs.
"""

import hashlib
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
from statistics import median
from typing import Any

import msgspec

from bench.sample import Sample
from firmware.console.passphrases import COST, derive
from firmware.shell.line_socket import MOST_CLIENTS
from firmware.shell.technician.asking import SOCKET
from firmware.shell.whole import write_whole

SERVICE = (sys.executable, "-m", "bench.console_service")
RUN = ("run", "--plain", "--speed", "5", "--lang", "en")
AS_ITS_UNIT = ("nice", "-n", "10")
"""The console's unit has it behind the table."""
CONSOLE = (*AS_ITS_UNIT, sys.executable, "-m", "firmware.cli.main", "console", "--serve")
HASH = (*AS_ITS_UNIT, sys.executable, "-c", "from bench.console import hash_on; hash_on()")
HOSTILE = "from bench.console import be_hostile; import sys; be_hostile(sys.argv[1])"
COUNT = "while True: pass"
BYTES_A_SECOND = 11_520
TICK_S = 0.02
PATIENCE_S = 60.0
ANSWERED = "answered"
SETTLE_S = 0.5
"""After a phase has begun, before it is timed."""
WORST_AIM_MS = 50.0
MEASURED = ("turns", "own", "late")
LINES = (
    b'{"get": "status"}\n', b'{"act": "tail", "who": {"name": "lea", "role": "technician"}}\n',
    b'{"act": "watch"}\n', b'{"get": "meters"}\n', b"[" * 3000 + b"\n", b"\xff\x00nonsense\n",
    b'{"get": "recall", "rounds": 100}\n',
    b'{"act": "restart", "who": {"name": "ann", "role": "auditor"}}\n',
)  # fmt: skip
MIB = 1 << 20
HASHED_MIB = 64
WORDS = "correct cheval pile agrafe"

PI_2_S = 5.37
"""Argon2i, 64 MiB, 4 passes, 1 lane by PHP on a Raspberry Pi 2 (32 bits, 900 MHz), the page itself
taken off: nextcloud/server, pull request 19023, 23 January 2020."""
PI_2_WORK = 64 * 1024 * 4


def hash_on() -> None:
    """Hash passphrases for ever, as a console does at which somebody guesses."""
    while True:
        derive(WORDS, COST)


# who floods


@contextmanager
def _process(*command: str, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    environment = {**os.environ, "STATE_DIRECTORY": str(folder), "RUNTIME_DIRECTORY": str(folder)}
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=environment,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


@contextmanager
def _acting(act: Callable[[threading.Event], None], times: int = 1) -> Iterator[None]:
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
    """Everybody who may be at a console that somebody else would rather have to himself."""

    def __init__(self, folder: Path) -> None:
        self.octets = self.answered = 0
        """What was typed, and how often a client was answered."""
        self._folder = folder

    @contextmanager
    def nobody(self) -> Iterator[None]:
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
            with _process(*CONSOLE, *where, folder=self._folder), _acting(type_noise):
                yield
        finally:
            os.close(master)
            os.close(slave)

    @contextmanager
    def hostile(self) -> Iterator[None]:
        """Clients in a process of their own, as many as each socket serves."""
        with _process(sys.executable, "-c", HOSTILE, str(self._folder), folder=self._folder):
            yield
        with suppress(FileNotFoundError):
            self.answered += int((self._folder / ANSWERED).read_text() or 0)

    @contextmanager
    def hashing(self) -> Iterator[None]:
        with _process(*HASH, folder=self._folder):
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
                stack.enter_context(_process(sys.executable, "-c", COUNT, folder=self._folder))
            yield


def be_hostile(folder: str) -> None:
    """Ask both sockets over as many connections as they serve, until killed."""
    answers = [0] * (2 * MOST_CLIENTS)
    for number in range(len(answers)):
        path = Path(folder) / ("croupier.sock", SOCKET)[number % 2]
        threading.Thread(target=_ask_on, args=(path, number, answers), daemon=True).start()
    while True:
        time.sleep(TICK_S)
        write_whole(Path(folder) / ANSWERED, str(sum(answers)).encode(), 0o600)


def _ask_on(path: Path, number: int, answers: list[int]) -> None:
    while True:
        with socket.socket(socket.AF_UNIX) as client, suppress(OSError):
            client.connect(os.fspath(path))
            for line in LINES[number % len(LINES) :] + LINES:
                client.sendall(line)
                answers[number] += client.recv(65536).count(b"\n")
        time.sleep(TICK_S)


# what comes of it


def measure(folder: Path, turns: int = 3, seconds: float = 8.0, hashes: int = 9) -> Sample:
    """Have the phases take turns; then hash."""
    flood = Flood(folder)
    found = _phases(flood, folder, turns, seconds)
    fields: dict[str, Any] = {name: _summed_up(found, name) for name in found["turns"] if name}
    fields["noise"]["octets"], fields["hostile"]["answered"] = flood.octets, flood.answered
    quiet = fields["nobody"]
    for phase in fields.values():
        for kind in MEASURED:
            for what in ("median", "worst"):
                phase[f"{kind}_{what}_ratio"] = phase[f"{kind}_{what}"] / quiet[f"{kind}_{what}"]
    hashing = _hashing(hashes)
    return Sample("console", [*_told(fields), *_told_hashing(hashing)], fields | hashing)


def _phases(
    flood: Flood, folder: Path, turns: int, seconds: float
) -> dict[str, dict[str, list[float]]]:
    figures = folder / "figures.json"
    phases = {
        "nobody": flood.nobody,
        "noise": flood.noise,
        "hostile": flood.hostile,
        "hashing": flood.hashing,
        "all three": flood.all_three,
        "counting": flood.counting,
    }
    with _process(*SERVICE, str(figures), *RUN, folder=folder) as service:
        _await(lambda: (folder / SOCKET).exists())
        for _ in range(turns):
            for name, begin in phases.items():
                with begin():
                    time.sleep(SETTLE_S)
                    _say(service, name)
                    time.sleep(seconds)
                    _say(service, "")
        assert service.stdin is not None
        service.stdin.close()
        service.wait(PATIENCE_S)
    return msgspec.json.decode(figures.read_bytes(), type=dict[str, dict[str, list[float]]])


def _say(service: subprocess.Popen[bytes], name: str) -> None:
    assert service.stdin is not None
    service.stdin.write(f"{name}\n".encode())
    service.stdin.flush()


def _await(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not holds():
        if time.monotonic() > end:
            raise TimeoutError("no table serves")
        time.sleep(TICK_S)


def _summed_up(found: dict[str, dict[str, list[float]]], name: str) -> dict[str, float]:
    summed: dict[str, float] = {}
    for kind in MEASURED:
        values = sorted(found[kind][name])
        summed |= {
            f"{kind}_count": len(values),
            f"{kind}_median": median(values),
            f"{kind}_p99": values[len(values) * 99 // 100],
            f"{kind}_worst": values[-1],
        }
    return summed


def _told(fields: dict[str, Any]) -> list[str]:
    lines = [
        "phase: the loop's turn without the disk, median, 99 % and worst in ms (ratio to nobody);"
    ]
    lines.append("its own processor time, worst; how late a 5 ms poll of the contacts is, likewise")
    for name, phase in fields.items():
        lines.append(
            f"{name:>10}: {phase['turns_median']:.2f} ({phase['turns_median_ratio']:.1f}),"
            f" {phase['turns_p99']:.1f},"
            f" {phase['turns_worst']:.1f} ({phase['turns_worst_ratio']:.1f});"
            f" {phase['own_worst']:.1f}; {phase['late_median']:.1f}, {phase['late_p99']:.1f},"
            f" {phase['late_worst']:.1f}"
        )
    lines.append(
        f"{fields['noise']['octets']:,} octets of noise were typed, hostile clients answered"
        f" {fields['hostile']['answered']:,} times, both with all three too."
    )
    worst = max(phase["turns_worst"] for name, phase in fields.items() if name != "counting")
    met = "met" if worst <= WORST_AIM_MS else "MISSED"
    return [*lines, f"Aim: no turn over {WORST_AIM_MS:.0f} ms: {met}. Unverified on a Pi."]


def _hashing(times: int) -> dict[str, float]:
    ours, sums = [], []
    octets = bytes(HASHED_MIB * MIB)
    for _ in range(times):
        ours.append(_spent(lambda: derive(WORDS, COST)))
        sums.append(_spent(lambda: hashlib.sha256(octets).digest()))
    work = COST.memory_kib * COST.passes
    return {
        "argon2id_ms": median(ours) * 1000,
        "sha256_ms": median(sums) * 1000,
        "argon2id_ratio": median(a / b for a, b in zip(ours, sums, strict=True)),
        "pi_2_s": PI_2_S * work / PI_2_WORK,
    }


def _spent(act: Callable[[], object]) -> float:
    began = time.process_time()
    act()
    return time.process_time() - began


def _told_hashing(found: dict[str, float]) -> list[str]:
    return [
        f"a passphrase takes {found['argon2id_ms']:.0f} ms of processor ({COST.memory_kib // 1024}"
        f" MiB, {COST.passes} passes), {found['argon2id_ratio']:.2f} times the SHA-256 of"
        f" {HASHED_MIB} MiB ({found['sha256_ms']:.0f} ms).",
        f"By what others have measured on a Raspberry Pi 2 that is {found['pi_2_s']:.1f} s there;"
        " a Pi Zero 2 has a newer and slightly faster core: about one to two seconds.",
    ]
