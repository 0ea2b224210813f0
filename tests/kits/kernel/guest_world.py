"""A table whose service runs in a guest, at real device files; its parts are simulated here."""

import io
import os
import select
import tarfile
import time
import tty
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Final

import msgspec

from firmware.core.vocabulary.status import Status
from firmware.shell.sockets.line_client import NoServiceError
from hal.clock import MonotonicClock
from hal.ports import Clock
from sim.bench.sim_table import SimTable
from sim.web.bench.table_dir import TableDir
from sim.web.faults.wires import SerialLead
from sim.wires.cable import PluggedCable
from tests.kits.kernel.adapter import GpioBackend, I2CBackend, Nobody, TableBus
from tests.kits.kernel.guest import Guest, NotThere
from tests.kits.kernel.made import Made

I2C, GPIO = 34, 41
"""Virtio's numbers."""
ETC: Final = "/etc/croupier"
SOCKET: Final = Path("/run/croupier/control.sock")
STATUS: Final = '{"get": "status"}'
CONSOLE: Final = 6
"""The number of the serial port of the technician's console."""
AGAIN_S: Final = 3.0
"""How long the console's line is silent before somebody types once more."""
LAB: Final = f"""
[trust]
maker = "{ETC}/maker.pub"

[console]
port = "/dev/ttyS{CONSOLE}"
"""


class Laptop:
    """A technician's terminal program, at the other end of the console's cable."""

    def __init__(self) -> None:
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        self.path = os.ttyname(self._slave)

    def type(self, text: str) -> None:
        os.write(self._master, text.encode())

    def say(self, text: str, wanted: str, seconds: float) -> str:
        """Type a text until what is wanted has come; return all that has. Raises TimeoutError.

        A console that is starting drops what was typed before.
        """
        said, end = b"", time.monotonic() + seconds
        while wanted.encode() not in said:
            if time.monotonic() > end:
                raise TimeoutError(said.decode(errors="replace"))
            self.type(text)
            while select.select([self._master], [], [], AGAIN_S)[0]:
                said += os.read(self._master, 4096)
        return said.decode(errors="replace")


class GuestWorld:
    """Implements `sim.web.bench.subprocess_world.World` and `sim.web.bench.power.Service`."""

    def __init__(self, room: TableDir, made: Made) -> None:
        self.clock: Clock = MonotonicClock()
        self.service = self
        self._room = room
        self._made = made
        self._cables: dict[str, PluggedCable] = {}
        self._begun = ExitStack()
        self.console = Laptop()
        self.bus: TableBus
        self.header: GpioBackend
        self.guest: Guest

    def connect_parts(self, sim: SimTable) -> dict[str, SerialLead]:
        """Boot a guest at the parts, and give it the table's configuration."""
        path, begun = self._room.path, self._begun.enter_context
        self.bus = TableBus(sim.i2c)
        begun(closing(I2CBackend(path / "i2c-0", Nobody())))
        begun(closing(I2CBackend(path / "i2c-1", self.bus)))
        self.header = begun(closing(GpioBackend(path / "gpio", sim.input_lines())))
        self._begun.callback(self.bus.free.set)
        ports = self._room.config.wiring.serial_parts()
        for section, end in sim.far_ends.items():
            cable = PluggedCable(end, ports[section].baud, Path(ports[section].port))
            self._cables[section] = begun(closing(cable))
        sockets = [(path / "i2c-0", I2C), (path / "i2c-1", I2C), (path / "gpio", GPIO)]
        ends = [Path(ports[section].port) for section in self._cables]
        leads = {**dict(enumerate(ends)), CONSOLE: Path(self.console.path)}
        guest = Guest(path, *self._made, self._pack(), sockets, leads)
        self.guest = begun(closing(guest))
        self.guest.sh(f"tar -xf /dev/ubdc -C {ETC} --no-same-owner && chown -R croupier: {ETC}/*")
        self.guest.sh(f"chown root: {ETC}/maker.pub")
        return {**self._cables}

    def pass_time(self, millis: int) -> None:
        """Sleep."""
        time.sleep(millis / 1000)

    def read_status(self) -> Status:
        """Query the control socket. Raises NoTable."""
        try:
            return msgspec.json.decode(self.guest.ask(STATUS), type=Status)
        except NotThere as error:
            raise NoServiceError(SOCKET) from error

    def close(self) -> None:
        """Pull every plug."""
        self._begun.close()

    # the service

    @property
    def is_running(self) -> bool:
        return self.guest.sh("systemctl is-active croupier || true").strip() == "active"

    def start(self) -> None:
        """Start it; returns once it is ready. Raises Failed."""
        self.guest.sh("systemctl start croupier")

    def kill(self) -> None:
        """By SIGKILL; systemd starts it again."""
        self.guest.sh("systemctl kill --signal KILL croupier")

    def stop_orderly(self) -> None:
        """In order, while there is a guest."""
        if self.guest.runs:
            self.guest.sh("systemctl stop croupier")

    @contextmanager
    def suspended(self) -> Iterator[None]:
        """Suspend it, then resume it."""
        self.guest.sh("systemctl kill --signal STOP croupier")
        try:
            yield
        finally:
            self.guest.sh("systemctl kill --signal CONT croupier")

    def _pack(self) -> Path:
        """Pack the table's files, the names of its ports among them, as they are in the guest."""
        room = self._room
        packed = room.path / "etc.tar"
        config = (room.config_path.read_text() + LAB).replace(f"{room.path}/", f"{ETC}/")
        with tarfile.open(packed, "w") as archive:
            _add(archive, "table.toml", config)
            for path in (room.path / "chips.csv", *(room.path / "decks").glob("*.csv")):
                _add(archive, str(path.relative_to(room.path)), path.read_text())
            for number, section in enumerate(self._cables):
                link = tarfile.TarInfo(section)
                link.type, link.linkname = tarfile.SYMTYPE, f"/dev/ttyS{number}"
                archive.addfile(link)
        return packed


def _add(archive: tarfile.TarFile, name: str, text: str) -> None:
    data = text.encode()
    member = tarfile.TarInfo(name)
    member.size = len(data)
    archive.addfile(member, io.BytesIO(data))
