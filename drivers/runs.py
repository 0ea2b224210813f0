"""Runs of neighbours that differ: each is one transfer."""

from collections.abc import Iterator, Sequence


def differing_runs(differs: Sequence[bool], max_length: int) -> Iterator[tuple[int, int]]:
    """Yield start and end of each run of true values; a run has at most `max_length`."""
    position = 0
    while True in differs[position:]:
        run_start = differs.index(True, position)
        run = differs[run_start : run_start + max_length]
        position = run_start + (run.index(False) if False in run else len(run))
        yield run_start, position
