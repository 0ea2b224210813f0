"""Flip every bit of the stored files, one at a time; each flip must be noticed or never be read.

python -m tests.campaigns.bits.bits --flips 100000 --seed 1 --processes 2

A whole small journal (in either copy, and in both at once), a manifest with its signature and
files, a rule pack, a configuration with its seal, and a bundle of evidence, bit by bit; then random
bits of a large journal. A flip is *noticed* by a named error or finding, or *harmless*: the data
read are the same as before. In only one copy of the journal a flip must not even be refused, since
the other is valid. *Unsigned* are flips that the rule pack's own reader can't notice, but the
manifest does. *Unnoticed* must be zero.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from typing import Final, Protocol

from tests.campaigns.bits.bits_device import BundleCase, ConfigurationCase
from tests.campaigns.bits.bits_files import (
    MANIFEST_FILE,
    PACK,
    SIGNATURE_FILE,
    SMALL,
    RulesCase,
    TreeCase,
)
from tests.campaigns.bits.bits_journal import WHERE, JournalCase, small_journal
from tests.campaigns.bits.bits_large import LargeCase, large_journal
from tests.campaigns.progress import say

LARGE: Final = 20_000_000
"""Octets of one copy of the large journal."""
SHARES: Final = 16
"""In so many parts a case is given to the processes."""
SHOWN: Final = 5
"""Flips that nobody noticed, reported in full."""


class Case(Protocol):
    """Something of which every bit is flipped."""

    name: str
    bits: int

    def verdicts(self, bits: range) -> Iterator[str]:
        """Say of each bit what came of its flip: a word, a colon, by what or why."""
        ...


@dataclass
class Found:
    """What came of the flips in one case, by what or why."""

    name: str
    flips: int = 0
    noticed: Counter[str] = field(default_factory=Counter)
    harmless: Counter[str] = field(default_factory=Counter)
    unsigned: int = 0
    unnoticed: int = 0
    examples: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def take(self, verdict: str) -> None:
        """Count one flip."""
        kind, _, why = verdict.partition(": ")
        self.flips += 1
        match kind:
            case "noticed":
                self.noticed[why] += 1
            case "harmless":
                self.harmless[why] += 1
            case "unsigned":
                self.unsigned += 1
            case _:
                self.unnoticed += 1
                self.examples = [*self.examples, f"{self.name}: {why}"][:SHOWN]

    def add(self, other: "Found") -> None:
        """Count another's flips too."""
        self.flips += other.flips
        self.noticed += other.noticed
        self.harmless += other.harmless
        self.unsigned += other.unsigned
        self.unnoticed += other.unnoticed
        self.examples = [*self.examples, *other.examples][:SHOWN]
        self.seconds += other.seconds

    def lines(self) -> Iterator[str]:
        """As a person reads it."""
        sums = f"{self.noticed.total():,} noticed, {self.harmless.total():,} harmless"
        unsigned = f", {self.unsigned:,} unsigned" if self.unsigned else ""
        yield f"{self.name}: {self.flips:,} flips in {self.seconds:.0f} s of a processor"
        yield f"  {sums}{unsigned}, {self.unnoticed:,} unnoticed"
        for title, counts in (("noticed by", self.noticed), ("harmless", self.harmless)):
            if counts:
                yield f"  {title}: {_counted(counts)}"
        yield from (f"  UNNOTICED {text}" for text in self.examples)


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{why} {count:,}" for why, count in sorted(counts.items()))


@dataclass(frozen=True)
class Report:
    """What the campaign came to, case by case."""

    seed: int
    found: tuple[Found, ...]
    seconds: float

    @property
    def flips(self) -> int:
        """All of them."""
        return sum(found.flips for found in self.found)

    @property
    def unnoticed(self) -> int:
        """Flips that changed something, and nothing said so."""
        return sum(found.unnoticed for found in self.found)

    def lines(self) -> list[str]:
        """As a person reads it."""
        lines = [line for found in self.found for line in found.lines()]
        total = f"{self.flips:,} flips, {self.unnoticed:,} unnoticed"
        return [*lines, f"{total}; {self.seconds:.0f} s, seed {self.seed}"]


def run(
    flips: int = 100_000, seed: int = 1, processes: int = 2, large: int = LARGE, every: int = 1
) -> Report:
    """Flip every bit, or one in so many, and `flips` at random in `large` octets of journal."""
    began = time.monotonic()
    cases = _cases(flips, seed, large)
    _CASES[:] = cases
    jobs = list(_jobs(cases, every))
    found = [Found(case.name) for case in cases]
    for done, (number, part) in enumerate(_parts(jobs, processes), start=1):
        found[number].add(part)
        if done % SHARES == 0:
            say(f"{done} of {len(jobs)} shares, {time.monotonic() - began:.0f} s")
    return Report(seed, tuple(found), time.monotonic() - began)


_CASES: Final[list[Case]] = []
"""As the processes inherit them."""

Job = tuple[int, range]


def _cases(flips: int, seed: int, large: int) -> list[Case]:
    small = small_journal(seed)
    return [
        *(JournalCase(small, where) for where in WHERE),
        TreeCase(
            "manifest, its signature and small files",
            SMALL,
            (MANIFEST_FILE, SIGNATURE_FILE, *SMALL),
        ),
        TreeCase("rule pack, under its manifest", (PACK,), (PACK,)),
        RulesCase(),
        ConfigurationCase(),
        BundleCase(small),
        LargeCase(large_journal(large, seed), seed, flips),
    ]


def _jobs(cases: list[Case], every: int) -> Iterator[Job]:
    """Shares of every case; a random flip is as good as another, so none is left out."""
    for number, case in enumerate(cases):
        step = 1 if isinstance(case, LargeCase) else every
        bits = range(0, case.bits, step)
        yield from ((number, bits[share::SHARES]) for share in range(SHARES))


def _parts(jobs: list[Job], processes: int) -> Iterable[tuple[int, Found]]:
    if processes == 1:
        yield from map(_part, jobs)
        return
    with ProcessPoolExecutor(processes) as pool:
        for future in as_completed([pool.submit(_part, job) for job in jobs]):
            yield future.result()


def _part(job: Job) -> tuple[int, Found]:
    number, bits = job
    found, began = Found(_CASES[number].name), time.process_time()
    for verdict in _CASES[number].verdicts(bits):
        found.take(verdict)
    found.seconds = time.process_time() - began
    return number, found


def main() -> int:
    """Read the command line; return 1 where a flip went unnoticed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--flips", type=int, default=100_000, help="at random, in a large journal")
    parser.add_argument("--every", type=int, default=1, help="one bit in so many of the others")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    report = run(options.flips, options.seed, options.processes, every=options.every)
    say("\n" + "\n".join(report.lines()))
    return 1 if report.unnoticed else 0


if __name__ == "__main__":
    sys.exit(main())
