"""Numbers that a table draws itself are the operating system's, even, and never repeated."""

from collections import Counter
from random import Random
from secrets import SystemRandom

import pytest

from firmware.core.display.decision_lines import POSITION_NUMBERS
from firmware.shell.chance import SYSTEM_RANDOM, drawn_number
from firmware.shell.desk import desk

HARDLY_EVER = 40
"""A chi-square of so few numbers is hardly ever so large."""


@pytest.mark.clause("ANZ 1.27.8(a)")
def test_generator_is_the_operating_system_s() -> None:
    assert type(SYSTEM_RANDOM) is SystemRandom
    assert desk.SYSTEM_RANDOM is SYSTEM_RANDOM


@pytest.mark.clause("ANZ 1.27.8(a)")
def test_generator_has_no_seed_and_no_state() -> None:
    draws = []
    for _ in range(2):
        SYSTEM_RANDOM.seed(1)
        draws.append([SYSTEM_RANDOM.random() for _ in range(4)])
    assert draws[0] != draws[1]
    assert Random(1).random() not in draws[0]
    with pytest.raises(NotImplementedError):
        SYSTEM_RANDOM.getstate()


@pytest.mark.clause("ANZ 1.27.3(b)", "ANZ 1.27.13(b)")
def test_48_1_every_position_is_equally_likely() -> None:
    count = Counter(drawn_number() for _ in range(500 * POSITION_NUMBERS))
    assert set(count) == set(range(1, POSITION_NUMBERS + 1))
    assert sum((n - 500) ** 2 / 500 for n in count.values()) < HARDLY_EVER
