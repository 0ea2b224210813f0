"""Faults that can be injected into the wires of parts: each lead, and the common bus."""

import time
from collections.abc import Collection, Iterator
from functools import partial
from typing import Final, Protocol

from sim.chips.i2c_bus import BusNoise, I2cFarEnd, SimI2CBus
from sim.web.faults.injected_fault import InjectedFault, attribute_fault
from sim.wires.impairments import FaultyLink
from sim.wires.memory_port import Impairment
from sim.world.remote_wire import RemoteRequest
from sim.world.table_server import TableServer

LEAD_DELAY_MS: Final = 600
"""How late everything arrives over a slow cable."""
SLOW_TRANSFER_S: Final = 0.02
"""How much longer each transfer takes on a slow bus."""


class SerialLead(Protocol):
    """The lead of a part on a serial wire."""

    impairment: Impairment
    is_plugged: bool

    def plug(self) -> None:
        """Put it in."""
        ...

    def unplug(self) -> None:
        """Pull it."""
        ...


def lead_faults(lead: SerialLead, impaired_link: FaultyLink) -> Iterator[InjectedFault]:
    """Yield the faults of a part's lead; `wire` carries its bytes."""
    yield InjectedFault("unplug", lead.unplug, lead.plug, lambda: not lead.is_plugged)
    yield attribute_fault(
        "silent", impaired_link, "is_silent", normal_value=False, faulty_value=True
    )
    yield attribute_fault("noise", impaired_link, "is_noisy", normal_value=False, faulty_value=True)
    yield attribute_fault(
        "delay", impaired_link, "late_ms", normal_value=0, faulty_value=LEAD_DELAY_MS
    )


def bus_chip_faults(
    bus: SimI2CBus, bus_noise: BusNoise, chips: Collection[I2cFarEnd], *, is_read: bool
) -> Iterator[InjectedFault]:
    """Yield the faults of a part's chips on the bus; `read` if the driver reads from them."""
    part_chips = frozenset(chips)
    unplug_chips, plug_chips = (
        partial(bus.unplugged.update, part_chips),
        partial(bus.unplugged.difference_update, part_chips),
    )
    add_noise, remove_noise = (
        partial(bus_noise.chips.update, part_chips),
        partial(bus_noise.chips.difference_update, part_chips),
    )
    yield InjectedFault("unplug", unplug_chips, plug_chips, lambda: part_chips <= bus.unplugged)
    if is_read:
        yield InjectedFault("noise", add_noise, remove_noise, lambda: part_chips <= bus_noise.chips)
    yield InjectedFault("reset", partial(_reset_chips, part_chips))


def _reset_chips(chips: Collection[I2cFarEnd]) -> None:
    for chip in chips:
        chip.reset()


class BusDelay:
    """How long each transfer of a served bus is held up."""

    def __init__(self) -> None:
        self.slow = False

    def __call__(self, _request: RemoteRequest) -> bool:
        """Let the transfer be made."""
        if self.slow:
            time.sleep(SLOW_TRANSFER_S)
        return True


def bus_faults(bus: SimI2CBus, far_end_server: TableServer) -> Iterator[InjectedFault]:
    """Yield the faults of the bus, which affect all parts on it."""
    far_end_server.should_execute = bus_delay = BusDelay()

    def hold_bus(*, for_good: bool) -> None:
        # A bus that is not held for good is freed by the driver's clock pulses.
        bus.held_for_good, bus.is_stuck = for_good, True

    def free_bus() -> None:
        bus.is_stuck = False

    hold_for_good = partial(hold_bus, for_good=True)
    yield InjectedFault(
        "stuck", hold_for_good, free_bus, lambda: bus.is_stuck and bus.held_for_good
    )
    yield InjectedFault("held", partial(hold_bus, for_good=False))
    yield attribute_fault("delay", bus_delay, "slow", normal_value=False, faulty_value=True)
