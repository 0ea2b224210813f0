"""A table whose service runs in an emulated Pi; its parts are simulated here, on USB cables."""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Final

import msgspec

from firmware.core.vocabulary.status import Status
from firmware.shell.config.config import load_config
from firmware.shell.sockets.line_client import NoServiceError
from hal.clock import MonotonicClock
from hal.ports import Clock
from sim.bench.sim_table import SimTable
from sim.usb.device import UsbDevice
from sim.usb.ftdi import FtdiAdapter
from sim.usb.i2c_tiny_usb import I2cTinyUsb
from sim.usb.port import UsbPort
from sim.usb.server import serve_usbredir
from sim.web.bench.table_dir import TableDir
from sim.web.faults.wires import SerialLead
from sim.wires.memory_port import Impairment
from tests.kits.kernel.guest import NotThere
from tests.kits.pi import built
from tests.kits.pi.additions import CONTROL
from tests.kits.pi.laptop import BAUD, Laptop
from tests.kits.pi.machine import Machine

ADAPTER: Final = re.compile(r"_UART_(\w+)-if00")
"""The serial number of an adapter in the name of its port."""
CONSOLE_NUMBER, BUS_NUMBER = "CONS0001", "BUS00001"
STATUS: Final = '{"get": "status"}'


class UsbLead:
    """Implements `SerialLead`: the cable of a serial part's adapter."""

    def __init__(
        self, port: UsbPort, adapter: FtdiAdapter, pull: Callable[[UsbPort], None]
    ) -> None:
        self._adapter = adapter
        self.plug, self.unplug = port.plug, partial(pull, port)
        self._port = port

    @property
    def is_plugged(self) -> bool:
        return self._port.is_plugged

    @property
    def impairment(self) -> Impairment:
        return self._adapter.impairment

    @impairment.setter
    def impairment(self, impairment: Impairment) -> None:
        self._adapter.impairment = impairment


class PiWorld:
    """Implements `BenchWorld` and `TableService` of `sim.web.bench`.

    The service is that of the machine: it starts with it, and a kill is one of its process.
    """

    def __init__(
        self, table_dir: TableDir, example: Path, make_card: Callable[[Path], Path]
    ) -> None:
        self.clock: Clock = MonotonicClock()
        self.service = self
        self.console = Laptop()
        self.usb: dict[str, UsbPort] = {}
        self.machine: Machine
        self._table_dir = table_dir
        self._wiring = load_config(example).wiring
        """As the card has it: with the names of the adapters."""
        self._make_card = make_card
        self._open = ExitStack()

    def connect_parts(self, sim_table: SimTable) -> dict[str, SerialLead]:
        """Plug everything into a machine that is off, with a new card and a new stick."""
        folder = self._table_dir.path
        self._sockets: dict[str, Path] = {}
        self._plug_in("bus", I2cTinyUsb(sim_table.i2c, BUS_NUMBER))
        self._plug_in("console", FtdiAdapter(self.console, BAUD, CONSOLE_NUMBER))
        parts = self._wiring.serial_parts()
        leads: dict[str, SerialLead] = {}
        for section, far_end in sim_table.far_ends.items():
            (serial_number,) = ADAPTER.findall(parts[section].port)
            adapter = FtdiAdapter(far_end, parts[section].baud, serial_number)
            leads[section] = UsbLead(self._plug_in(section, adapter), adapter, self.pull)
        card, stick = self._make_card(folder / "card"), built.make_stick(folder / "stick")
        self.machine = Machine(folder, card, stick, self._sockets)
        self._open.callback(lambda: self.machine.power_off())
        return leads

    def pass_time(self, millis: int) -> None:
        """Sleep."""
        time.sleep(millis / 1000)

    def pull(self, port: UsbPort) -> None:
        """Pull the cable of a device."""
        if self.machine.is_on:
            self.machine.pull(port)
        else:
            port.unplug()

    def read_status(self) -> Status:
        """Query the control socket. Raises NoServiceError."""
        try:
            return msgspec.json.decode(self.machine.ask(STATUS), type=Status)
        except NotThere as error:
            raise NoServiceError(Path(CONTROL)) from error

    def close(self) -> None:
        """Pull every plug."""
        self._open.close()

    # the service

    @property
    def is_running(self) -> bool:
        return self.machine.is_on

    def start(self) -> None:
        """Switch the machine on; its service starts by itself. Raises Failed."""
        self.machine.power_on()

    def kill(self) -> None:
        """By SIGKILL; systemd starts it again."""
        self.machine.sh("systemctl kill --signal KILL croupier")

    def stop_orderly(self) -> None:
        """Pull the machine's plug: a table has no other switch."""
        self.machine.power_off()

    @contextmanager
    def suspended(self) -> Iterator[None]:
        """Suspend the service, then resume it."""
        self.machine.sh("systemctl kill --signal STOP croupier")
        try:
            yield
        finally:
            self.machine.sh("systemctl kill --signal CONT croupier")

    def _plug_in(self, name: str, device: UsbDevice) -> UsbPort:
        port = self._open.enter_context(closing(UsbPort(name, device)))
        path = self._sockets[name] = self._table_dir.path / f"usb-{name}"
        self._open.enter_context(closing(serve_usbredir(port, path)))
        self.usb[name] = port
        return port
