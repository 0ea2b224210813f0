"""(b) The journal: a commit, opening by size, a scan, and what is written to the disks."""

import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from bench import commit
from bench.commit import timed
from bench.journal_table import POLICY, STAMP, CountedCopy, PlayedTable
from bench.sample import UNVERIFIED, Sample
from firmware.shell.journal import DirectoryCopy, Journal, JournalReader, RetentionPolicy

SIZES = (1_000, 10_000, 100_000)
FULL = (*SIZES, 1_000_000)
WEARING = ("baccarat", "blackjack", "three-card-poker")
NEARLY_FULL = 0.98


class Opening(NamedTuple):
    """How a journal of so many records is opened and resumed."""

    records: int
    live: int
    """Records of the live segment: the only ones that are read."""
    ms: float


class Scan(NamedTuple):
    """How fast sealed segments are verified, beside sha256sum over the same files."""

    mb_per_s: float
    sha256sum: float
    ratio: float


class Wear(NamedTuple):
    """What goes to the disks, both copies together."""

    per_event: float
    per_round: float
    blocks_per_event: float
    """Blocks of 4 KiB that have changed between two syncs."""
    blocks_per_round: float
    syncs_per_event: float


def measure(
    folder: Path,
    sizes: Sequence[int] = SIZES,
    repetitions: int = 5,
    rounds: int = 300,
    policy: RetentionPolicy = POLICY,
) -> Sample:
    """Commits first; then one journal that grows from size to size, and is read at the end."""
    committed = commit.measure(folder, rounds=8 * repetitions)
    paths = folder / "grown-a", folder / "grown-b"
    openings = [opening(paths, size, repetitions, policy) for size in sizes]
    full = opening(paths, sizes[-1], repetitions, policy, nearly_full=True)
    scans = scanned(paths, repetitions=2)
    wears = {name: wear(folder / name, name, rounds) for name in WEARING}
    fields: dict[str, Any] = {
        "commit": committed.fields,
        "open": [
            opening_time._asdict() | {"ratio": opening_time.ms / openings[0].ms}
            for opening_time in openings
        ],
        "open_full_segment": full._asdict() | {"ratio": full.ms / openings[0].ms},
        "scan": {name: found._asdict() for name, found in scans.items()},
        "wear": {name: found._asdict() for name, found in wears.items()},
    }
    lines = [*committed.lines, *_opening_lines([*openings, full]), *_scan_lines(scans)]
    return Sample("journal", [*lines, *_wear_lines(wears), UNVERIFIED], fields)


def opening(
    paths: tuple[Path, Path],
    size: int,
    repetitions: int,
    policy: RetentionPolicy,
    *,
    nearly_full: bool = False,
) -> Opening:
    """Play until there are so many records, or the live segment is nearly full; then open it."""
    copies = CountedCopy(paths[0]), CountedCopy(paths[1])
    table = PlayedTable("baccarat", copies, policy)
    table.open_bets()
    until = NEARLY_FULL * policy.segment_bytes if nearly_full else 0
    while table.journal.head.records < size or copies[0].end < until:
        table.play(at_once=True)
    records, live = table.journal.head.records, len(list(table.journal.live_records()))
    table.close()
    return Opening(records, live, median(_opened_ms(paths, policy) for _ in range(repetitions)))


def _opened_ms(paths: tuple[Path, Path], policy: RetentionPolicy) -> float:
    copies = DirectoryCopy(paths[0]), DirectoryCopy(paths[1])
    start = time.perf_counter()
    table = PlayedTable("baccarat", copies, policy)
    took = time.perf_counter() - start
    table.close()
    return took * 1000


def scanned(paths: tuple[Path, Path], repetitions: int) -> dict[str, Scan]:
    """Scan both copies, and read one; sha256sum takes turns over the same sealed segments."""
    both = [segment for path in paths for segment in sorted(path.glob("*.seg"))[:-1]]
    segment_path = sorted(paths[0].glob("*.seg"))[:-1]
    return {
        "scan of both copies": _beside_sha256sum(lambda: _scan(paths), both, repetitions),
        "reading one copy": _beside_sha256sum(lambda: _read(paths[0]), segment_path, repetitions),
    }


def _beside_sha256sum(act: Callable[[], None], files: Sequence[Path], repetitions: int) -> Scan:
    pairs = [(timed(act, 1), timed(lambda: _sha256sum(files), 1)) for _ in range(repetitions)]
    ours, theirs = (median(each) for each in zip(*pairs, strict=True))
    octets = sum(file.stat().st_size for file in files)
    return Scan(octets / ours, octets / theirs, theirs / ours)


def _scan(paths: tuple[Path, Path]) -> None:
    journal = Journal.open((DirectoryCopy(paths[0]), DirectoryCopy(paths[1])), STAMP)
    found = journal.archive.scan(lambda _: None, lambda: False)
    journal.close()
    assert not found, found


def _read(path: Path) -> None:
    """Read every sealed record, chained."""
    reader = JournalReader([path])
    for number in reader.segments()[:-1]:
        assert sum(1 for _ in reader.segment_records(number))


def _sha256sum(files: Sequence[Path]) -> None:
    subprocess.run(["sha256sum", *files], check=True, stdout=subprocess.DEVNULL)  # noqa: S607


def wear(folder: Path, name: str, rounds: int) -> Wear:
    """Play so many rounds of a game, each event in a turn of its own."""
    copies = CountedCopy(folder / "a"), CountedCopy(folder / "b")
    table = PlayedTable(name, copies)
    table.open_bets()
    for _ in range(rounds):
        table.play()
    table.close()
    octets, blocks = (sum(getattr(c, field) for c in copies) for field in ("octets", "blocks"))
    syncs, events = sum(copy.syncs for copy in copies), table.events
    return Wear(octets / events, octets / rounds, blocks / events, blocks / rounds, syncs / events)


def _opening_lines(openings: Sequence[Opening]) -> list[str]:
    lines = ["to open and resume, by records in the journal and in its live segment:"]
    first = openings[0].ms
    for opening_time in openings:
        lines.append(f"{opening_time.records:,} ({opening_time.live:,} live): "
                     f"{opening_time.ms:,.0f} ms, {opening_time.ms / first:.1f}"
                     " times the first;")  # fmt: skip
    return lines


def _scan_lines(found: Mapping[str, Scan]) -> list[str]:
    return [
        f"{name} {scan.mb_per_s:,.0f} MB/s, sha256sum of the same files {scan.sha256sum:,.0f}:"
        f" ratio {scan.ratio:.2f};"
        for name, scan in found.items()
    ]


def _wear_lines(wears: Mapping[str, Wear]) -> list[str]:
    return [
        f"{name}, both copies: {wear.per_event:,.0f} octets an event and {wear.per_round:,.0f} a"
        f" round, in {wear.blocks_per_event:.1f} and {wear.blocks_per_round:.0f} blocks of 4 KiB;"
        f" {wear.syncs_per_event:.1f} syncs an event;"
        for name, wear in wears.items()
    ]
