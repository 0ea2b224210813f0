"""What a commit costs beside a bare append and sync of the same octets to two files.

python bench/commit.py [DIR]     DIR on the disk to be measured; default: here
"""

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from threading import Thread

from firmware.shell.journal import Journal, MemoryFile, OsFile, Stamp

PAYLOAD = b'{"at":123456789,"event":"CardRead","card":"Th","raw":"' + b"5a" * 40 + b'"}'
BATCH = 2
ROOM = 1 << 20
ROUNDS = 40
COMMITS = 25
STAMP = Stamp("sim", "bench", "0" * 64, "0" * 64, "punto_banco")


class Bare:
    """Two preallocated files and nothing else."""

    def __init__(self, folder: Path, name: str) -> None:
        flags = os.O_RDWR | os.O_CREAT
        self.fds = [os.open(folder / f"{name}-{copy}", flags) for copy in "ab"]
        self.at = 0
        for fd in self.fds:
            os.posix_fallocate(fd, 0, ROOM)
            os.fsync(fd)

    def put(self, fd: int, octets: bytes) -> None:
        """Durable at the common end."""
        os.pwrite(fd, octets, self.at)
        os.fdatasync(fd)

    def commit(self, octets: bytes) -> None:
        """One copy after the other."""
        for fd in self.fds:
            self.put(fd, octets)
        self.at += len(octets)

    def commit_threaded(self, octets: bytes) -> None:
        """The second copy in a thread of its own."""
        other = Thread(target=self.put, args=(self.fds[1], octets))
        other.start()
        self.put(self.fds[0], octets)
        other.join()
        self.at += len(octets)


def commit(journal: Journal) -> None:
    for _ in range(BATCH):
        journal.append(PAYLOAD)
    journal.commit()


def timed(act: Callable[[], None]) -> float:
    start = time.perf_counter()
    for _ in range(COMMITS):
        act()
    return (time.perf_counter() - start) / COMMITS * 1e6


def own_cpu() -> float:
    """Microseconds of processor per commit with no system call: the same over memory files."""
    journal = Journal.open((MemoryFile("a"), MemoryFile("b")), STAMP)
    commit(journal)
    start = time.process_time()
    for _ in range(5000):
        commit(journal)
    return (time.process_time() - start) / 5000 * 1e6


def main(folder: Path) -> None:
    journal = Journal.open((OsFile(folder / "j-a"), OsFile(folder / "j-b")), STAMP)
    bare, threaded = Bare(folder, "bare"), Bare(folder, "threaded")
    commit(journal)
    octets = bytes(range(1, 255)) * 4
    octets = octets[: (56 + len(PAYLOAD)) * BATCH]
    acts: dict[str, Callable[[], None]] = {
        "bare": lambda: bare.commit(octets),
        "journal": lambda: commit(journal),
        "bare, second copy in a thread": lambda: threaded.commit_threaded(octets),
    }
    times: dict[str, list[float]] = {name: [] for name in acts}
    for number in range(ROUNDS):
        for name, act in list(acts.items())[:: 1 if number % 2 else -1]:
            times[name].append(timed(act))
    print(
        f"{BATCH} records, {len(octets)} octets a commit; median of {ROUNDS} batches of {COMMITS}"
    )
    for name, taken in times.items():
        print(f"{name:30} {median(taken):8.1f} us a commit")
    ratios = [alone / ours for alone, ours in zip(times["bare"], times["journal"], strict=True)]
    print(f"ratio bare / journal           {median(ratios):8.2f}")
    print(f"own processor time             {own_cpu():8.1f} us a commit")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(dir=sys.argv[1] if sys.argv[1:] else ".") as made:
        main(Path(made))
