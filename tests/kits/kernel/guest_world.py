"""A table whose service runs in a guest, at real device files; its parts are simulated here."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from firmware.core.vocabulary.status import Status
from firmware.shell.sockets.line_socket import ControlError
from firmware.web.bench.table_dir import TableDir
from firmware.web.mishaps.wires import Lead
from hal.clock import MonotonicClock
from hal.ports import Clock
from sim.bench.bench import SimTable
from sim.wires.cable import Cable
from tests.kits.kernel.adapter import GpioBackend, I2CBackend, Nobody, TableBus
from tests.kits.kernel.guest import Guest, NotThere

I2C, GPIO = 34, 41
"""Virtio's numbers."""
ETC: Final = "/etc/croupier"
STATUS: Final = '{"get": "status"}'
LAB: Final = '\n[trust]\nmaker = "/etc/croupier/maker.pub"\n'


class Made(NamedTuple):
    """What a guest is made of; see tools/kernel."""

    kernel: Path
    image: Path
    stick: Path


class GuestWorld:
    """Implements `firmware.web.bench.beside.World` and `firmware.web.bench.power.Service`."""

    def __init__(self, room: TableDir, made: Made) -> None:
        self.clock: Clock = MonotonicClock()
        self.service = self
        self._room = room
        self._made = made
        self._cables: dict[str, Cable] = {}
        self.bus: TableBus
        self.header: GpioBackend
        self.guest: Guest

    def join(self, sim: SimTable) -> dict[str, Lead]:
        """Boot a guest at the parts, and give it the table's configuration."""
        path = self._room.path
        self.bus = TableBus(sim.i2c)
        I2CBackend(path / "i2c-0", Nobody())
        I2CBackend(path / "i2c-1", self.bus)
        self.header = GpioBackend(path / "gpio", sim.input_lines())
        ports = self._room.config.wiring.ports()
        for section, end in sim.far_ends.items():
            self._cables[section] = Cable(end, ports[section].baud, Path(ports[section].port))
        sockets = [(path / "i2c-0", I2C), (path / "i2c-1", I2C), (path / "gpio", GPIO)]
        leads = [Path(ports[section].port) for section in self._cables]
        self.guest = Guest(path, *self._made, sockets, leads)
        self._configure()
        return {**self._cables}

    def rest(self, millis: int) -> None:
        """Sleep."""
        time.sleep(millis / 1000)

    def look(self) -> Status:
        """Query the control socket. Raises ControlError."""
        try:
            return msgspec.json.decode(self.guest.ask(STATUS), type=Status)
        except NotThere as error:
            raise ControlError(str(error)) from error

    def close(self) -> None:
        """Pull every plug."""
        if hasattr(self, "guest"):
            self.guest.close()
            self.bus.free.set()
        for cable in self._cables.values():
            cable.close()

    # the service

    @property
    def runs(self) -> bool:
        return self.guest.sh("systemctl is-active croupier || true").strip() == "active"

    def start(self) -> None:
        """Start it; returns once it is ready. Raises Failed."""
        self.guest.sh("systemctl start croupier")

    def kill(self) -> None:
        """By SIGKILL; systemd starts it again."""
        self.guest.sh("systemctl kill --signal KILL croupier")

    def end(self) -> None:
        self.guest.sh("systemctl stop croupier")

    @contextmanager
    def held(self) -> Iterator[None]:
        """Suspend it, then resume it."""
        self.guest.sh("systemctl kill --signal STOP croupier")
        try:
            yield
        finally:
            self.guest.sh("systemctl kill --signal CONT croupier")

    def _configure(self) -> None:
        """Copy the table's files; a port is a link to the guest's device, as udev makes one."""
        room, put = self._room, self.guest.put
        config = room.config_path.read_text() + LAB
        put(f"{ETC}/table.toml", config.replace(f"{room.path}/", f"{ETC}/"))
        for path in (room.path / "chips.csv", *(room.path / "decks").glob("*.csv")):
            put(f"{ETC}/{path.relative_to(room.path)}", path.read_text())
        for number, section in enumerate(self._cables):
            self.guest.sh(f"ln -sf /dev/ttyS{number} {ETC}/{section}")
        self.guest.sh(f"chown -R croupier: {ETC}/table.toml {ETC}/chips.csv {ETC}/decks")
