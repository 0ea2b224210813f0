"""A table in real time: its service is a subprocess, at pseudo-terminals as serial ports."""

from pathlib import Path
from typing import Protocol

from firmware.core.vocabulary.status import Status
from firmware.shell.sockets.control import query_status
from hal.ports import Clock
from sim.bench.sim_table import SimTable
from sim.web.bench.forkserver import ForkServer
from sim.web.bench.power import ServiceProcess, TableService
from sim.web.bench.table_dir import TableDir
from sim.web.faults.wires import SerialLead
from sim.wires.cable import PluggedCable
from sim.wires.far_end import FarEndTime
from sim.wires.far_end_clock import PolledClock
from sim.world.remote_board import time_beside
from sim.world.world_clock import WorldPulse


class BenchWorld(Protocol):
    """The time of a room's parts, their serial leads, and the service at their other end."""

    clock: Clock
    service: TableService

    def connect_parts(self, sim_table: SimTable) -> dict[str, SerialLead]:
        """Return a lead to each part on a serial wire, by section. Called once."""
        ...

    def pass_time(self, duration_ms: int) -> None:
        """Let so much of the world's time pass."""
        ...

    def read_status(self) -> Status:
        """Return the service's status. Raises ControlError if none answers."""
        ...

    def close(self) -> None:
        """Pull the leads; time stops."""
        ...


class SubprocessWorld:
    """Implements `World` in real time."""

    def __init__(self, table_dir: TableDir, loaded: ForkServer | None = None) -> None:
        self._table_dir = table_dir
        self._cables: dict[str, PluggedCable] = {}
        self._polled_times: list[PolledClock] = []
        self._world_pulse = WorldPulse(self._far_end_times, time_beside(table_dir.far_end))
        self.clock: Clock = self._world_pulse
        self.pass_time = self._world_pulse.wait_for
        self.service: TableService = ServiceProcess(table_dir, loaded)

    def connect_parts(self, sim_table: SimTable) -> dict[str, SerialLead]:
        """Plug a cable in for each part, and begin to beat."""
        ports = self._table_dir.config.wiring.serial_parts()
        for section, far_end in sim_table.far_ends.items():
            self._cables[section] = PluggedCable(
                far_end, ports[section].baud, Path(ports[section].port)
            )
        self._polled_times = sim_table.polled_times
        self._world_pulse.start()
        return {**self._cables}

    def read_status(self) -> Status:
        """Query the control socket."""
        return query_status(self._table_dir.socket_path())

    def close(self) -> None:
        """Beat no more, then pull the cables."""
        self._world_pulse.close()
        for cable in self._cables.values():
            cable.close()

    def _far_end_times(self) -> list[FarEndTime]:
        return [*(cable.pty_wire.own_time for cable in self._cables.values()), *self._polled_times]
