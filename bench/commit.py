"""(b) What a commit costs beside a bare append and sync of the same octets to two files."""

import os
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from bench.sample import Sample, verdict
from firmware.shell.journal import DirectoryCopy, Journal, JournalStamp, MemoryCopy

PAYLOAD = b'{"at":123456789,"event":"CardRead","card":"TH","raw":"' + b"5a" * 40 + b'"}'
BATCH = 2
OVERHEAD = 56
"""Octets of a record besides its payload, so that both write as much."""
ROOM = 1 << 20
STAMP = JournalStamp("sim", "bench", "0" * 64, "0" * 64, "baccarat")
AIM = 0.8


class Bare:
    """Two preallocated files and nothing else."""

    def __init__(self, folder: Path) -> None:
        self._files = [os.open(folder / f"bare-{copy}", os.O_RDWR | os.O_CREAT) for copy in "ab"]
        self._at = 0
        for file in self._files:
            os.posix_fallocate(file, 0, ROOM)
            os.fsync(file)

    def commit(self, octets: bytes) -> None:
        """Append and sync, one file after the other."""
        for file in self._files:
            os.pwrite(file, octets, self._at)
            os.fdatasync(file)
        self._at += len(octets)


def commit(journal: Journal) -> None:
    """Commit two records."""
    for _ in range(BATCH):
        journal.append(PAYLOAD)
    journal.commit()


def timed(act: Callable[[], None], times: int) -> float:
    """Return the microseconds that `act` takes."""
    start = time.perf_counter()
    for _ in range(times):
        act()
    return (time.perf_counter() - start) / times * 1e6


def own_us(commits: int) -> float:
    """Return the processor time of a commit with no system call: over files in memory."""
    journal = Journal.open((MemoryCopy("a"), MemoryCopy("b")), STAMP)
    commit(journal)
    start = time.process_time()
    for _ in range(commits):
        commit(journal)
    return (time.process_time() - start) / commits * 1e6


def measure(folder: Path, rounds: int = 40, commits: int = 25) -> Sample:
    """The two take turns, each first in every other round."""
    journal = Journal.open((DirectoryCopy(folder / "j-a"), DirectoryCopy(folder / "j-b")), STAMP)
    bare = Bare(folder)
    octets = bytes((OVERHEAD + len(PAYLOAD)) * BATCH)
    acts: dict[str, Callable[[], None]] = {
        "bare": lambda: bare.commit(octets),
        "journal": lambda: commit(journal),
    }
    timed(acts["journal"], commits), timed(acts["bare"], commits)
    times: dict[str, list[float]] = {name: [] for name in acts}
    for number in range(rounds):
        for name in list(acts)[:: 1 if number % 2 else -1]:
            times[name].append(timed(acts[name], commits))
    ratio = median(b / j for b, j in zip(times["bare"], times["journal"], strict=True))
    fields: dict[str, Any] = {
        "bare_us": median(times["bare"]),
        "journal_us": median(times["journal"]),
        "ratio": ratio,
        "own_us": own_us(200 * commits),
    }
    lines = [
        f"a durable commit in two copies takes {fields['journal_us']:,.0f} us, bare appends and",
        f"syncs {fields['bare_us']:,.0f}: ratio {ratio:.2f}; {fields['own_us']:.0f} us of processor"
        " are ours.",
        verdict(met=ratio >= AIM, aim="at least 0.8"),
    ]
    return Sample("commit", lines, fields)
