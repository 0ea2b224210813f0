"""After any failure before any transfer, a part of the bus recovers, or ends in one clear fault.

For every part: a missing acknowledge, a bus held low for a while, a chip that was reset, a reply
with a flipped bit. Nothing escapes, nothing loops, no light is stale, no event is false.
"""

import itertools
from collections.abc import Callable, Iterable
from functools import cache
from typing import TypeVar

import pytest

from hal.errors import DeviceSilent
from tests.kits.drivers.i2c_adversity import QUIET_MS, RIGS, Adversity, same
from tests.kits.examples import examples
from tests.kits.offenders import offenders

_Case = TypeVar("_Case")

EVERY = examples(29, 3)
"""Each part's transfers are harmed in turn, every so-manieth beyond the first ones."""
BITS_APART = examples(16, 4)
"""How many bits are left alone for each that is flipped, and itself."""
DOUBTS = {("presence", "uncalibrated")}
"""What may stand in the end, where a chip forgot what lay on it: the dealer lays it again."""


@cache
def undisturbed(name: str) -> tuple[int, object, tuple[object, ...]]:
    """Return how many transfers a life takes, what is seen in its end and what was reported."""
    life = Adversity(name).live()
    transfers = life.watched.count
    life.settle()
    assert life.standing() == []
    return transfers, life.rig.look(), tuple(same(life.facts()))


def transfers(name: str) -> list[int]:
    return [n for n in range(undisturbed(name)[0]) if n < examples(12, 30) or n % EVERY == 0]


def silent(life: Adversity) -> None:
    raise DeviceSilent(0x7)


def hold(life: Adversity) -> None:
    life.sim_bus.is_stuck = True


def reset(life: Adversity) -> None:
    life.rig.chip.reset()


def ends_right(life: Adversity, name: str) -> None:
    _, seen, reported = undisturbed(name)
    assert life.rig.look() == seen
    assert set(life.standing()) <= DOUBTS
    assert all(fact in reported for fact in life.facts())
    if not (life.standing() or (name == "touch" and life.was_in_doubt())):
        assert same(life.facts()) == list(reported)
    assert life.turns < 6 * QUIET_MS


def flipping(place: int, bit: int) -> Callable[[Adversity], None]:
    """Return what flips one bit of the next reply."""

    def flip_once(life: Adversity) -> None:
        def flip(_address: int, data: bytes) -> bytes:
            life.sim_bus.damage = None
            at = place % len(data)
            return data[:at] + bytes((data[at] ^ 1 << bit,)) + data[at + 1 :]

        life.sim_bus.damage = flip

    return flip_once


def at_each(cases: Iterable[_Case], check: Callable[[_Case], None]) -> None:
    found = offenders(cases, check)
    assert not found, "\n".join(found)


each_part = pytest.mark.parametrize("name", RIGS)


@each_part
def test_missing_acknowledge_recovers(name: str) -> None:
    def check(number: int) -> None:
        ends_right(Adversity(name, number, silent).live().settle(), name)

    at_each(transfers(name), check)


@each_part
def test_reset_chip_is_set_up_and_shown_again(name: str) -> None:
    def check(number: int) -> None:
        ends_right(Adversity(name, number, reset).live().settle(), name)

    at_each(transfers(name), check)


@each_part
def test_held_bus_is_one_fault(name: str) -> None:
    def check(number: int) -> None:
        life = Adversity(name, number, hold).live()
        life.run(2000)
        assert life.standing() == [("i2c", "stuck")]
        life.sim_bus.is_stuck = False
        ends_right(life.settle(), name)

    at_each(transfers(name), check)


@each_part
def test_bit_flip_in_one_reply_reports_nothing_false(name: str) -> None:
    def check(case: tuple[int, int]) -> None:
        number, bit = case
        ends_right(Adversity(name, number, flipping(number * 7 + bit, bit)).live().settle(), name)

    bits = itertools.product(transfers(name), range(8))
    at_each([(n, bit) for n, bit in bits if (n + bit) % BITS_APART == 0], check)
