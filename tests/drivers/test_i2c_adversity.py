"""Whatever happens before whichever transfer, a part of the bus ends right, or in one clear fault.

For every part: a missing acknowledge, a bus that is held for a while, a chip that was reset, a
reply with a bit flipped. Nothing escapes, nothing loops, no light is stale, nothing false is told.
"""

from functools import cache

from hal.errors import DeviceSilent
from tests.kits.drivers.i2c_adversity import QUIET_MS, RIGS, Adversity, same
from tests.kits.offenders import each

EVERY = 3
"""Each part's transfers are harmed in turn, every so-manieth beyond the first thirty."""
BITS_APART = 4
"""A quarter of all bits is flipped."""
DOUBTS = {("presence", "uncalibrated")}
"""What may stand in the end, where a chip forgot what lay on it: the dealer lays it anew."""


@cache
def undisturbed(name: str) -> tuple[int, object, tuple[object, ...]]:
    """Return how many transfers a life takes, what is seen in its end and what was told."""
    life = Adversity(name).live()
    transfers = life.watched.count
    life.settle()
    assert life.standing() == []
    return transfers, life.rig.look(), tuple(same(life.facts()))


def transfers() -> list[tuple[str, int]]:
    return [
        (name, number)
        for name in RIGS
        for number in range(undisturbed(name)[0])
        if number < 30 or number % EVERY == 0
    ]


def silent(life: Adversity) -> None:
    raise DeviceSilent(0x7)


def hold(life: Adversity) -> None:
    life.sim_bus.stuck = True


def reset(life: Adversity) -> None:
    life.rig.chip.reset()


def ends_right(life: Adversity, name: str) -> None:
    _, seen, told = undisturbed(name)
    assert life.rig.look() == seen
    assert set(life.standing()) <= DOUBTS
    assert all(fact in told for fact in life.facts())
    if not (life.standing() or (name == "touch" and life.was_in_doubt())):
        assert same(life.facts()) == list(told)
    assert life.turns < 6 * QUIET_MS


@each("name, number", transfers())
def test_a_missing_acknowledge_is_mended(name: str, number: int) -> None:
    ends_right(Adversity(name, number, silent).live().settle(), name)


@each("name, number", transfers())
def test_a_chip_that_is_reset_is_set_up_and_shown_again(name: str, number: int) -> None:
    ends_right(Adversity(name, number, reset).live().settle(), name)


@each("name, number", transfers())
def test_a_bus_that_is_held_is_one_fault_until_it_is_free(name: str, number: int) -> None:
    life = Adversity(name, number, hold).live()
    life.run(2000)
    assert life.standing() == [("i2c", "stuck")]
    life.sim_bus.stuck = False
    ends_right(life.settle(), name)


@each(
    "name, number, bit",
    [(name, number, bit) for name, number in transfers() for bit in range(8)
     if (number + bit) % BITS_APART == 0],
)  # fmt: skip
def test_a_flipped_bit_in_one_reply_tells_nothing_false(name: str, number: int, bit: int) -> None:
    def flip_once(life: Adversity) -> None:
        def flip(_address: int, data: bytes) -> bytes:
            life.sim_bus.mangle = None
            at = (number * 7 + bit) % len(data)
            return data[:at] + bytes((data[at] ^ 1 << bit,)) + data[at + 1 :]

        life.sim_bus.mangle = flip

    ends_right(Adversity(name, number, flip_once).live().settle(), name)
