"""The results of the mutants: a line for each, so that an interrupted run can resume."""

from collections.abc import Iterable
from pathlib import Path
from typing import Literal

import msgspec

Outcome = Literal["killed", "survived", "given up", "no longer there"]


class Result(msgspec.Struct, frozen=True):
    """What became of one mutant."""

    mutant: str
    subject: str
    outcome: Outcome
    by: str = ""
    """The first test that failed; none where the mutant could not be imported."""
    seconds: float = 0.0
    """Of the processor."""

    @property
    def noticed(self) -> bool:
        return self.outcome in ("killed", "given up")


def read(path: Path) -> list[Result]:
    lines = path.read_bytes().splitlines() if path.exists() else []
    return [msgspec.json.decode(line, type=Result) for line in lines]


def add(path: Path, result: Result) -> None:
    with path.open("ab") as file:
        file.write(msgspec.json.encode(result) + b"\n")


OUTCOMES: tuple[Outcome, ...] = ("killed", "given up", "survived", "no longer there")


def summary(results: Iterable[Result]) -> str:
    """Return how many of each subject's mutants came to each outcome."""
    counted: dict[str, dict[str, int]] = {}
    for result in results:
        for subject in (result.subject, "all"):
            row = counted.setdefault(subject, dict.fromkeys(OUTCOMES, 0))
            row[result.outcome] += 1
    rows = sorted(counted.items(), key=lambda row: row[0] == "all")
    lines = [f"{name:24}" + "".join(f"{row[o]:17}" for o in OUTCOMES) for name, row in rows]
    return "\n".join([f"{'':24}" + "".join(f"{outcome:>17}" for outcome in OUTCOMES), *lines])


def compared(before: Iterable[Result], after: Iterable[Result]) -> tuple[list[str], list[str]]:
    """Return the mutants that were noticed and are so no more, and those noticed only now."""
    noticed = {result.mutant: result.noticed for result in before}
    both = [result for result in after if result.mutant in noticed]
    both = [result for result in both if result.outcome != "no longer there"]
    lost = [r.mutant for r in both if noticed[r.mutant] and not r.noticed]
    won = [r.mutant for r in both if r.noticed and not noticed[r.mutant]]
    return lost, won
