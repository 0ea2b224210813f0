"""(b) What a round writes at a block device: the journal's own octets, and the file system's.

One copy is on an ext4 of its own (4 KiB, mounted as a table's disks are) on a loop device, whose
writes the kernel counts; the other is anywhere. Every sync is a real one. Mounting needs root.

`commit_each_second` (`--full`) also commits once a second of real time: what the file system
writes by the clock.
"""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from bench.journal_table import CountedCopy, PlayedTable
from bench.sample import UNVERIFIED, Sample
from firmware.shell.journal import DirectoryCopy

GAMES = ("baccarat", "blackjack")
DISK_OCTETS = 64 << 20
SECTOR = 512
OPTIONS = "noatime,commit=60"
"""Of `systemd/media-croupier.mount` and of a card's third partition."""
OTHER_OPTIONS = ("noatime", "noatime,lazytime")
COMMIT = bytes(610)
"""As long as the records of a commit are in the mean."""
APART_MS, TOGETHER_MS = 1000, 20
"""Between two events: each in a commit of its own, or readings that share one."""


class Written(NamedTuple):
    """What a round writes to one copy, in the mean."""

    octets: float
    requests: float
    syncs: float


class SyncedCopy(DirectoryCopy):
    """Counts its syncs."""

    syncs = 0

    def sync(self, segment: int) -> None:
        self.syncs += 1
        super().sync(segment)


def measure(folder: Path, rounds: int = 300) -> Sample:
    """Play on a fresh file system for each game and pace."""
    if os.geteuid() != 0:
        return Sample("device", ["not measured: only root may mount a file system."], {})
    found = {
        f"{game}, events {pace} ms apart": written(folder / f"{game}-{pace}", game, rounds, pace)
        for game in GAMES
        for pace in (APART_MS, TOGETHER_MS)
    }
    lines = [
        f"{name}: {round_written.octets / 1000:,.0f} kB a round and copy at the block device in"
        f" {round_written.requests:,.0f} requests, {round_written.syncs:.1f} syncs;"
        for name, round_written in found.items()
    ]
    fields: dict[str, Any] = {name: each._asdict() for name, each in found.items()}
    return Sample("device", [*lines, UNVERIFIED], fields)


def commit_each_second(folder: Path, seconds: int = 60) -> Sample:
    """The same, then commits by the clock under each kind of mount."""
    sample = measure(folder)
    if os.geteuid() != 0:
        return sample
    a_second = {
        options: written_by_the_clock(folder / options, options, seconds)
        for options in (OPTIONS, *OTHER_OPTIONS)
    }
    lines = [
        f"a commit a second, mounted {options}: {octets / 1000:,.1f} kB a second;"
        for options, octets in a_second.items()
    ]
    return Sample("device", [*lines, *sample.lines], {**sample.fields, "a_second": a_second})


def written(folder: Path, game: str, rounds: int, pace_ms: int) -> Written:
    """Play the rounds; return what one of them has written."""
    folder.mkdir()
    with mounted(folder) as (disk, stat_file):
        copy = SyncedCopy(disk / "journal")
        table = PlayedTable(game, (copy, CountedCopy(folder / "other")))
        table.open_bets()
        before, syncs_before = counters(stat_file), copy.syncs
        for _ in range(rounds):
            table.play_at_pace(pace_ms)
        after = counters(stat_file)
        table.close()
    requests, octets = (last - first for first, last in zip(before, after, strict=True))
    return Written(octets / rounds, requests / rounds, (copy.syncs - syncs_before) / rounds)


def written_by_the_clock(folder: Path, options: str, seconds: int) -> float:
    """Append and sync once a second; return the octets a second at the device."""
    folder.mkdir()
    with mounted(folder, options) as (disk, stat_file):
        copy = DirectoryCopy(disk / "journal")
        copy.hold()
        copy.create(1, b"")
        _, before = counters(stat_file)
        for second in range(seconds):
            copy.write(1, second * len(COMMIT), COMMIT)
            copy.sync(1)
            time.sleep(1)
        _, after = counters(stat_file)
        copy.close()
    return (after - before) / seconds


def counters(stat_file: Path) -> tuple[int, int]:
    """Return the write requests and octets of a device so far, all that is cached included."""
    os.sync()
    # Documentation/block/stat.rst: read I/Os, merges, sectors, ticks, then the same of writes
    fields = stat_file.read_text().split()
    return int(fields[4]), int(fields[6]) * SECTOR


@contextmanager
def mounted(folder: Path, options: str = OPTIONS) -> Iterator[tuple[Path, Path]]:
    """Yield the mount point of a new ext4, and the counters of its device."""
    image, disk = folder / "image", folder / "disk"
    with image.open("wb") as file:
        file.truncate(DISK_OCTETS)
    disk.mkdir()
    # all of it now: what the kernel would write later by itself would be counted as the journal's
    whole = "lazy_itable_init=0,lazy_journal_init=0"
    _run("mkfs.ext4", "-q", "-b", "4096", "-E", whole, str(image))
    device = _run("losetup", "--find", "--show", str(image)).strip()
    try:
        _run("mount", "-t", "ext4", "-o", options, device, str(disk))
        try:
            yield disk, Path("/sys/block") / Path(device).name / "stat"
        finally:
            _run("umount", str(disk))
    finally:
        _run("losetup", "--detach", device)


def _run(program: str, *arguments: str) -> str:
    path = shutil.which(program, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")
    if path is None:
        raise FileNotFoundError(f"{program} is not installed")
    command = [path, *arguments]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
