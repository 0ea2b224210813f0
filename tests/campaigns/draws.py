"""Statistical tests, at 99 % confidence, of what a table draws by itself.

    python -m tests.campaigns.draws --draws 400000

The numbers of Keno (75) and the first position (48.1), from the generator of the service. Of a
sound generator one test in a hundred is below 1 % by chance: such a test is repeated once, with
draws of its own, and fails if it is below again.
"""

# ruff: noqa: T201
import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise, permutations, product
from math import comb, erfc, inf, sqrt
from typing import Final, NamedTuple

from firmware.core.display.decision_lines import POSITION_NUMBERS
from firmware.shell.chance import drawn_number
from firmware.shell.desk.desk import KENO_NUMBERS, NUMBERS_DRAWN, computer_draw

LEAST_P: Final = 0.01
"""99 % confidence."""
LEAST_EXPECTED: Final = 5
"""A chi-square needs so many in each class."""
NUMBERS: Final = len(KENO_NUMBERS)
MIDDLE: Final = NUMBERS // 2
LONGEST_GAP: Final = 20
TICKET: Final = 10
"""How many numbers are on the ticket whose hits are counted: 1 to 10."""

Draw = Sequence[int]


class Finding(NamedTuple):
    """One test of many draws."""

    test: str
    statistic: float
    degrees: int
    p: float
    """How often chance alone would be as uneven."""


def chi_square_p(statistic: float, degrees: int) -> float:
    """Return how often a chi-square is as large; by Wilson and Hilferty, for 5 degrees or more."""
    spread = 2 / (9 * degrees)
    return normal_p(((statistic / degrees) ** (1 / 3) - (1 - spread)) / sqrt(spread))


def normal_p(deviation: float) -> float:
    """Return how often a standard normal value is as large."""
    return erfc(deviation / sqrt(2)) / 2


def goodness(test: str, counts: Mapping[object, int], chances: Mapping[object, float]) -> Finding:
    """Compare counts with what each class should have; rare classes join the least other one."""
    total = sum(counts.values())
    by_chance = sorted(chances, key=chances.__getitem__, reverse=True)
    usual = [one for one in by_chance if total * chances[one] >= LEAST_EXPECTED]
    classes = [(one,) for one in usual[:-1]] + [(usual[-1], *by_chance[len(usual) :])]
    statistic = 0.0
    for joined in classes:
        expected = total * sum(chances[one] for one in joined)
        statistic += (sum(counts.get(one, 0) for one in joined) - expected) ** 2 / expected
    degrees = len(classes) - 1
    return Finding(test, statistic, degrees, chi_square_p(statistic, degrees))


def evenly(classes: Iterable[object]) -> dict[object, float]:
    named = list(classes)
    return {one: 1 / len(named) for one in named}


def every_number(draws: Sequence[Draw]) -> Finding:
    """Return whether each number is drawn as often as any other, wherever in its draw."""
    counts = Counter(number for draw in draws for number in draw)
    found = goodness("every number", counts, evenly(KENO_NUMBERS))
    # Numbers of one draw differ, so that counts vary less than those of independent numbers.
    statistic = found.statistic * (NUMBERS - 1) / (NUMBERS - NUMBERS_DRAWN)
    return found._replace(statistic=statistic, p=chi_square_p(statistic, found.degrees))


def first_pair(draws: Sequence[Draw]) -> Finding:
    counts = Counter((draw[0], draw[1]) for draw in draws)
    return goodness("first two numbers", counts, evenly(permutations(KENO_NUMBERS, 2)))


def first_three_order(draws: Sequence[Draw]) -> Finding:
    counts = Counter(tuple(sorted(range(3), key=draw[:3].__getitem__)) for draw in draws)
    return goodness("permutation of the first three", counts, evenly(permutations(range(3))))


def ticket_hits(draws: Sequence[Draw]) -> Finding:
    """Return whether a ticket's hits are spread as the combinations are."""
    ways = {
        hits: comb(TICKET, hits) * comb(NUMBERS - TICKET, NUMBERS_DRAWN - hits)
        for hits in range(TICKET + 1)
    }
    whole = comb(NUMBERS, NUMBERS_DRAWN)
    counts = Counter(sum(number <= TICKET for number in draw) for draw in draws)
    return goodness("hits of a ticket", counts, {hits: n / whole for hits, n in ways.items()})


def serial(draws: Sequence[Draw]) -> Finding:
    """Return whether a first number is independent of that of the draw before."""
    pairs = zip(draws[::2], draws[1::2], strict=False)
    counts = Counter((before[0] % MIDDLE, after[0] % MIDDLE) for before, after in pairs)
    return goodness("serial correlation", counts, evenly(product(range(MIDDLE), repeat=2)))


def gaps(draws: Sequence[Draw]) -> Finding:
    """Return whether the draws between two with the number 1 are as many as they should be."""
    chance = NUMBERS_DRAWN / NUMBERS
    at = [place for place, draw in enumerate(draws) if 1 in draw]
    counts = Counter(min(after - before - 1, LONGEST_GAP) for before, after in pairwise(at))
    chances = {gap: chance * (1 - chance) ** gap for gap in range(LONGEST_GAP)}
    return goodness("gaps", counts, {**chances, LONGEST_GAP: (1 - chance) ** LONGEST_GAP})


def runs(draws: Sequence[Draw]) -> Finding:
    """Return whether low and high first numbers follow each other as by chance."""
    low = [draw[0] <= MIDDLE for draw in draws]
    twice = 2 * low.count(True) * low.count(False)
    if not twice:
        return Finding("runs of low and high", inf, 0, 0.0)
    expected = twice / len(low) + 1
    variance = twice * (twice - len(low)) / (len(low) ** 2 * (len(low) - 1))
    found = 1 + sum(before != after for before, after in pairwise(low))
    deviation = (found - expected) / sqrt(variance)
    return Finding("runs of low and high", deviation, 0, 2 * normal_p(abs(deviation)))


TESTS: Final = (every_number, first_pair, first_three_order, ticket_hits, serial, gaps, runs)


def system_draws(count: int) -> list[bytes]:
    """Return draws of the service's own generator, in the order in which they were drawn."""
    return [bytes(map(int, computer_draw().symbols)) for _ in range(count)]


def position_finding(count: int) -> Finding:
    counts = Counter(drawn_number() for _ in range(count))
    return goodness("first position", counts, evenly(range(1, POSITION_NUMBERS + 1)))


def findings(count: int, draw_many: Callable[[int], Sequence[Draw]]) -> list[Finding]:
    draws = draw_many(count)
    return [test(draws) for test in TESTS]


def judged(first: Sequence[Finding], again: Sequence[Finding]) -> list[str]:
    """Return the tests that are below the confidence in both samples."""
    pairs = zip(first, again, strict=True)
    return [one.test for one, other in pairs if one.p < LEAST_P and other.p < LEAST_P]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--draws", type=int, default=400_000)
    count, began = parser.parse_args().draws, time.monotonic()
    samples = [[*findings(count, system_draws), position_finding(count)] for _ in range(2)]
    for number, sample in enumerate(samples, 1):
        print(f"sample {number}, {count:,} draws")
        for found in sample:
            print(
                f"  {found.test}: {found.statistic:.1f}, {found.degrees} degrees, p {found.p:.3f}"
            )
    below = sum(found.p < LEAST_P for sample in samples for found in sample)
    failed = judged(*samples)
    print(f"{2 * len(samples[0])} tests, {below} below 1 %, in {time.monotonic() - began:.0f} s")
    print(f"failed twice: {', '.join(failed)}" if failed else "none failed twice")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
