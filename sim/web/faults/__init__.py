"""The faults that can be injected into the simulated parts, their end, and their state."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from firmware.shell.device.host import HostMonitor
from sim.bench.sim_table import SimTable
from sim.web.faults.cards import shoe_faults, shuffler_faults
from sim.web.faults.felt import (
    chip_reader_faults,
    key_faults,
    pi_faults,
    power_faults,
    presence_faults,
    sounder_faults,
    voice_faults,
)
from sim.web.faults.injected_fault import InjectedFault
from sim.web.faults.wheels import ball_blower_faults, printer_faults, wheel_faults

__all__ = ("InjectedFault", "faults_of")


def faults_of(section: str, sim_table: SimTable) -> Iterator[InjectedFault]:
    """Yield the faults of a section's part, except those of its wire."""
    if section in _FAULTS_BY_SECTION:
        yield from _FAULTS_BY_SECTION[section](sim_table)


_FAULTS_BY_SECTION: Final[Mapping[str, Callable[[SimTable], Iterator[InjectedFault]]]] = {
    "shoe": shoe_faults,
    "shuffler": shuffler_faults,
    "chips": chip_reader_faults,
    "presence": presence_faults,
    "keys": key_faults,
    "sounder": sounder_faults,
    "voice": voice_faults,
    "power": power_faults,
    "wheel": wheel_faults,
    "balls": ball_blower_faults,
    "printer": printer_faults,
    HostMonitor.name: pi_faults,
}
