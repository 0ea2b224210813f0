"""Faults that can be injected into the wires of parts: each lead, and the common bus."""

import time
from collections.abc import Collection, Iterator
from functools import partial
from typing import Final, Protocol

from sim.chips.i2c import BusNoise, Chip, SimI2CBus
from sim.web.faults.injected_fault import Mishap, switched
from sim.wires.impairments import Troubled
from sim.wires.wire import Manner
from sim.world.remote_wire import Request
from sim.world.world import TableServer

LATE_MS: Final = 600
"""How late everything arrives over a slow cable."""
SLOW_S: Final = 0.02
"""How much longer each transfer takes on a slow bus."""


class Lead(Protocol):
    """The lead of a part on a serial wire."""

    manner: Manner
    plugged: bool

    def plug(self) -> None:
        """Put it in."""
        ...

    def unplug(self) -> None:
        """Pull it."""
        ...


def of_lead(lead: Lead, wire: Troubled) -> Iterator[Mishap]:
    """Yield the faults of a part's lead; `wire` carries its bytes."""
    yield Mishap("unplug", lead.unplug, lead.plug, lambda: not lead.plugged)
    yield switched("silent", wire, "silent", well=False, ill=True)
    yield switched("noise", wire, "noisy", well=False, ill=True)
    yield switched("delay", wire, "late_ms", well=0, ill=LATE_MS)


def of_chips(
    bus: SimI2CBus, noise: BusNoise, chips: Collection[Chip], *, read: bool
) -> Iterator[Mishap]:
    """Yield the faults of a part's chips on the bus; `read` if the driver reads from them."""
    here = frozenset(chips)
    away, back = partial(bus.unplugged.update, here), partial(bus.unplugged.difference_update, here)
    spoil, clean = partial(noise.chips.update, here), partial(noise.chips.difference_update, here)
    yield Mishap("unplug", away, back, lambda: here <= bus.unplugged)
    if read:
        yield Mishap("noise", spoil, clean, lambda: here <= noise.chips)
    yield Mishap("reset", partial(_reset, here))


def _reset(chips: Collection[Chip]) -> None:
    for chip in chips:
        chip.reset()


class BusPace:
    """How long each transfer of a served bus is held up."""

    def __init__(self) -> None:
        self.slow = False

    def __call__(self, _request: Request) -> bool:
        """Let the transfer be made."""
        if self.slow:
            time.sleep(SLOW_S)
        return True


def of_bus(bus: SimI2CBus, server: TableServer) -> Iterator[Mishap]:
    """Yield the faults of the bus, which affect all parts on it."""
    server.carries = pace = BusPace()

    def hold(*, for_good: bool) -> None:
        bus.held_for_good, bus.stuck = for_good, True

    def free() -> None:
        bus.stuck = False

    stuck = partial(hold, for_good=True)
    yield Mishap("stuck", stuck, free, lambda: bus.stuck and bus.held_for_good)
    yield Mishap("held", partial(hold, for_good=False))
    yield switched("delay", pace, "slow", well=False, ill=True)
