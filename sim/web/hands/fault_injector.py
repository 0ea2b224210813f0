"""Fault injection into the parts of a table."""

from collections.abc import Iterator, Mapping
from typing import Final

from firmware.core.vocabulary.fault_text import part_words
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.config.parts import PART_KINDS, part_kind
from firmware.shell.device.host import HostMonitor
from sim.chips.i2c_bus import BusNoise
from sim.web.bench.bench import Bench
from sim.web.faults import InjectedFault, faults_of
from sim.web.faults.wires import bus_chip_faults, bus_faults, lead_faults
from sim.web.messages.messages_out import FaultMessage, PartMessage
from sim.wires.impairments import FaultyLink

BUS_SECTION: Final = "i2c"
WRITE_ONLY_PARTS: Final = frozenset({"figures", "dealer_display", "payout_display"})
"""Parts that are only written to, so that noise can't affect readings."""


class FaultInjector:
    """Injects faults into the simulated parts of a table, and ends them.

    An active fault is stored in the simulated part alone, so it survives a restart of the service.
    A part is named by its section of the configuration; the bus is `i2c`, the Pi `host`.
    """

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._bus_noise = bench.sim_table.i2c.damage = BusNoise()
        self._kind_by_section = dict(self._wired_parts())
        self._fault_by_name = {
            name: {fault.name: fault for fault in self._faults_of_part(name)}
            for name in self._kind_by_section
        }
        self.parts = tuple(self._part_message(name) for name in self._kind_by_section)
        """Every part, with its possible faults."""

    def active_faults(self) -> Mapping[str, tuple[str, ...]]:
        """Return the active faults of each part that has any."""
        active_faults = {
            part: tuple(fault.name for fault in faults.values() if fault.is_active())
            for part, faults in self._fault_by_name.items()
        }
        return {part: fault_names for part, fault_names in active_faults.items() if fault_names}

    def set_fault(self, part: str, fault_name: str, *, active: bool) -> None:
        """Inject a fault into a part, or end it; does nothing if that is so already.

        Raises RequestFailed if that can't be.
        """
        fault = self._find_fault(part, fault_name)
        if active and not fault.is_active():
            fault.inject()
        elif not active and fault.is_active() and fault.remove:
            fault.remove()

    def _find_fault(self, part: str, fault_name: str) -> InjectedFault:
        if part not in self._fault_by_name:
            raise RequestFailed(Text("web.unfit.no_part", {"name": part}))
        if fault_name not in self._fault_by_name[part]:
            reason_values: TextValues = {"part": part_words(part), "how": fault_name}
            raise RequestFailed(Text("web.unfit.no_mishap", reason_values))
        return self._fault_by_name[part][fault_name]

    def _wired_parts(self) -> Iterator[tuple[str, str]]:
        """Yield the sections of the table's parts, and the kind of each."""
        wiring = self._bench.config.wiring
        for section in PART_KINDS:
            part = getattr(wiring, section)
            if part is not None:
                yield section, part_kind(section, part).word
        yield BUS_SECTION, "bus"
        yield HostMonitor.name, "pi"

    def _faults_of_part(self, part: str) -> Iterator[InjectedFault]:
        bench = self._bench
        if part == BUS_SECTION:
            yield from bus_faults(bench.sim_table.i2c, bench.far_end_server)
        if part in bench.leads:
            bench.leads[part].impairment = impaired_link = FaultyLink(bench.clock.now)
            yield from lead_faults(bench.leads[part], impaired_link)
        if chips := bench.sim_table.chips.get(part):
            is_read = part not in WRITE_ONLY_PARTS
            yield from bus_chip_faults(bench.sim_table.i2c, self._bus_noise, chips, is_read=is_read)
        yield from faults_of(part, bench.sim_table)

    def _part_message(self, part: str) -> PartMessage:
        faults = self._fault_by_name[part].values()
        breaks = tuple(FaultMessage(fault.name, lasts=fault.remove is not None) for fault in faults)
        return PartMessage(part, self._kind_by_section[part], breaks)
