"""Time that a script moves."""

import pytest

from hal.ports import Millis
from sim.world.virtual_clock import VirtualClock
from tests.kits.offenders import each


def test_stays_until_moved() -> None:
    clock = VirtualClock()
    assert (clock.now(), clock.now()) == (0, 0)


def test_moves_by_and_to() -> None:
    clock = VirtualClock(1000)
    clock.advance(5)
    assert clock.now() == 1005
    clock.advance_to(Millis(2000))
    assert clock.now() == 2000


def test_may_be_moved_to_now() -> None:
    clock = VirtualClock(7)
    clock.advance(0)
    clock.advance_to(Millis(7))
    assert clock.now() == 7


@each("back", [-1, -1000])
def test_never_goes_back(back: int) -> None:
    clock = VirtualClock(5000)
    with pytest.raises(ValueError, match="before now"):
        clock.advance(back)
    assert clock.now() == 5000
