"""Runs of neighbours that differ: each is one transfer."""

from collections.abc import Iterator, Sequence


def runs(differs: Sequence[bool], most: int) -> Iterator[tuple[int, int]]:
    """Yield the first place of each run of true values, and the one behind; `most` are a run."""
    at = 0
    while True in differs[at:]:
        first = differs.index(True, at)
        run = differs[first : first + most]
        at = first + (run.index(False) if False in run else len(run))
        yield first, at
