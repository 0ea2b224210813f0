"""One measurement of several checkouts, which take turns on the same machine at the same time."""

import argparse
from collections.abc import Callable
from pathlib import Path

from bench.sample import Sample

HERE = Path(__file__).parents[1]


def compare_checkouts(
    name: str, measure: Callable[[Path, tuple[Path, ...], int], Sample], turns: int
) -> None:
    """Measure the checkouts that the command line names, or this one."""
    parser = argparse.ArgumentParser(prog=name)
    parser.add_argument("roots", nargs="*", type=Path, metavar="ROOT", default=[HERE])
    parser.add_argument("--turns", type=int, default=turns)
    options = parser.parse_args()
    print(*measure(HERE, tuple(options.roots), options.turns).lines, sep="\n")
