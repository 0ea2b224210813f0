"""The world of a table in real time: a service process beside this one, at real serial ports."""

from pathlib import Path
from typing import Protocol

from firmware.core.vocabulary.status import Status
from firmware.shell.sockets.control import ask
from hal.ports import Clock
from sim.bench.bench import SimTable
from sim.web.bench.forkserver import Loaded
from sim.web.bench.power import Process, Service
from sim.web.bench.table_dir import TableDir
from sim.web.faults.wires import Lead
from sim.wires.cable import Cable
from sim.wires.far_end import FarEndTime
from sim.wires.own_time import PolledTime
from sim.world.remote import time_beside
from sim.world.world_clock import Pulse


class World(Protocol):
    """The time of a room's parts, their serial leads, and the service at their other end."""

    clock: Clock
    service: Service

    def join(self, sim: SimTable) -> dict[str, Lead]:
        """Return a lead to each part on a serial wire, by section. Called once."""
        ...

    def rest(self, millis: int) -> None:
        """Let so much of the world's time pass."""
        ...

    def look(self) -> Status:
        """Return the service's status. Raises ControlError if none answers."""
        ...

    def close(self) -> None:
        """Pull the leads; time stops."""
        ...


class Beside:
    """Implements `World` in real time."""

    def __init__(self, room: TableDir, loaded: Loaded | None = None) -> None:
        self._room = room
        self._cables: dict[str, Cable] = {}
        self._polled: list[PolledTime] = []
        self._pulse = Pulse(self._times, time_beside(room.far_end))
        self.clock: Clock = self._pulse
        self.rest = self._pulse.rest
        self.service: Service = Process(room, loaded)

    def join(self, sim: SimTable) -> dict[str, Lead]:
        """Plug a cable in for each part, and begin to beat."""
        ports = self._room.config.wiring.ports()
        for section, end in sim.far_ends.items():
            self._cables[section] = Cable(end, ports[section].baud, Path(ports[section].port))
        self._polled = sim.polled
        self._pulse.start()
        return {**self._cables}

    def look(self) -> Status:
        """Query the control socket."""
        return ask(self._room.socket())

    def close(self) -> None:
        """Beat no more, then pull the cables."""
        self._pulse.close()
        for cable in self._cables.values():
            cable.close()

    def _times(self) -> list[FarEndTime]:
        return [*(cable.wire.time for cable in self._cables.values()), *self._polled]
