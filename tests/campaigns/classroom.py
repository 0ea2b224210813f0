"""Simulated trainees at the exercises of the school: their sheets against the mistakes they made.

python -m tests.campaigns.classroom --trainees 12 --minutes 60 --seed 1

Each works at tables of his own, on virtual time, by the requests of a page, and makes mistakes at a
rate. It counts mistakes that the sheet does not show (`missed`), and acts without one that it marks
as wrong (`wronged`). Both must be 0.
"""

# ruff: noqa: T201
import argparse
import asyncio
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import Random

from sim.classroom.mistakes import SLOW_MS, Mistake, Skill
from sim.classroom.simulated_trainee import SimulatedTrainee
from sim.web.messages.messages_in import StartExercise
from sim.web.messages.school_messages import MarkMessage
from sim.web.school.exercise import Exercise, exercises
from sim.web.school.sheet import SheetLine
from tests.kits.sim.web.trainee_at_table import TablePage

SKILL = Skill(
    "campaign", {"short": 0.2, "over": 0.2, "skip": 0.15, "order": 0.15, "slow": 0.05}, (500, 2500)
)
VERDICTS = {"short": "short", "over": "over", "skip": "missed"}


class Afternoon:
    """One trainee's work, counted."""

    def __init__(self, seed: str, known_exercises: Mapping[str, Exercise]) -> None:
        self.counts: Counter[str] = Counter()
        self.faults: list[str] = []
        self._page = TablePage(known_exercises, self._check_line)
        random_source = Random(seed)
        names = sorted(known_exercises)
        random_source.shuffle(names)
        beginnings = [StartExercise(exercise=name) for name in names]
        self._trainee = SimulatedTrainee(self._page, beginnings, SKILL, random_source)

    def work(self, duration_ms: int) -> None:
        """Work until so much of the tables' time has passed."""
        with self._page:
            while self._page.passed_ms < duration_ms:
                asyncio.run(self._trainee.work(self._trainee.finished_count + 1))
        self.counts["exercises"] = self._trainee.finished_count

    def _check_line(self, line: SheetLine) -> None:
        self.faults += sheet_faults(line, self._trainee.mistakes)
        self.counts["acts"] += len(line.marks)
        self.counts.update(mistake.kind for mistake in self._trainee.mistakes)


def sheet_faults(line: SheetLine, mistakes: Sequence[Mistake]) -> Iterator[str]:
    """Yield where a line does not agree with the mistakes that were made."""
    for mistake in mistakes:
        if not _shows(line, mistake):
            yield f"missed: {line.id} {mistake} {line.marks[mistake.mark_index]}"
    wrong_indexes = {mistake.mark_index for mistake in mistakes if mistake.kind in VERDICTS}
    # what follows a payment that was passed over comes before it
    was_out_of_order = any(mistake.kind in ("order", "skip") for mistake in mistakes)
    for index, mark in enumerate(line.marks):
        if index not in wrong_indexes and not _is_right(mark, allows_order=was_out_of_order):
            yield f"wronged: {line.id} {index} {mark} {mistakes}"


def _shows(line: SheetLine, mistake: Mistake) -> bool:
    mark = line.marks[mistake.mark_index]
    if mistake.kind == "slow":
        return mark.millis >= SLOW_MS[0]
    if mistake.kind == "order":
        return any("order" in (other.verdict, *other.remarks) for other in line.marks)
    return mark.verdict == VERDICTS[mistake.kind]


def _is_right(mark: MarkMessage, *, allows_order: bool) -> bool:
    is_in_order = allows_order or "order" not in (mark.verdict, *mark.remarks)
    return mark.state == "done" and not mark.wrong and is_in_order


def main() -> int:
    """Run the campaign; return whether anything was found."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--trainees", type=int, default=12)
    parser.add_argument("--minutes", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    known_exercises, began = exercises(), time.monotonic()
    counts: Counter[str] = Counter()
    faults: list[str] = []
    for number in range(options.trainees):
        afternoon = Afternoon(f"{options.seed} {number}", known_exercises)
        afternoon.work(options.minutes * 60_000)
        counts += afternoon.counts
        faults += afternoon.faults
        print(f"trainee {number + 1}: {dict(afternoon.counts)}")
        print(*afternoon.faults, sep="\n", flush=True)
    print(f"{dict(counts)}, {len(faults)} faults, {time.monotonic() - began:.0f} s")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
