"""A table whose service is another machine's, which reaches the simulated parts by USB.

    SimTable ─┬─ i2c ─────── I2cTinyUsb ── UsbPort "i2c"  ─┐
              └─ far ends ── FtdiAdapter ─ UsbPort "shoe" ─┴─ usb-redir or USB/IP ── a real kernel

The service starts and stops by itself: here its power is always on. A technician may bring its
control socket here; without it its status is unknown.
"""

import re
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from drivers.wiring import Wiring
from firmware.core.vocabulary.status import Status
from firmware.shell.sockets.control import query_status
from hal.clock import MonotonicClock
from hal.ports import Clock
from sim.bench.sim_table import SimTable
from sim.usb.ftdi import FtdiAdapter
from sim.usb.i2c_tiny_usb import I2cTinyUsb
from sim.usb.port import UsbPort
from sim.web.bench.power import TableService
from sim.web.faults.wires import SerialLead
from sim.wires.memory_port import Impairment

BUS: Final = "i2c"
_BY_ID: Final = "/dev/serial/by-id/usb-FTDI_FT232R_USB_UART_{}-if00-port0"
_BY_ID_PATTERN: Final = re.compile(_BY_ID.format("([A-Za-z0-9]{1,16})"))


def serial_number(section: str, port: str) -> str:
    """Return the serial number of a part's adapter: the one that its port names, else its own."""
    named = _BY_ID_PATTERN.fullmatch(port)
    return named[1] if named else f"{section[:4].upper()}0001"


def adapter_port(number: str) -> str:
    """Return the name of the serial port that udev gives to an adapter."""
    return _BY_ID.format(number)


class AdapterLead:
    """Implements `SerialLead`: the part's lead and the adapter's USB cable, which go together."""

    def __init__(self, port: UsbPort, adapter: FtdiAdapter) -> None:
        self._port = port
        self._adapter = adapter
        self.plug, self.unplug = port.plug, port.unplug

    @property
    def is_plugged(self) -> bool:
        return self._port.is_plugged

    @is_plugged.setter
    def is_plugged(self, is_plugged: bool) -> None:
        (self.plug if is_plugged else self.unplug)()

    @property
    def impairment(self) -> Impairment:
        """How the part's octets arrive at the adapter."""
        return self._adapter.impairment

    @impairment.setter
    def impairment(self, impairment: Impairment) -> None:
        self._adapter.impairment = impairment


class UsbWorld:
    """Implements `BenchWorld`, and `TableService` by doing nothing.

    `wiring` has the ports as the table's configuration names them. `ports` are the devices by
    section, without those in `left_out`, which are real; it is filled once parts are connected.
    """

    is_running = True

    def __init__(
        self, wiring: Wiring, control_socket: Path, left_out: Collection[str] = ()
    ) -> None:
        self.clock: Clock = MonotonicClock()
        self.service: TableService = self
        self.ports: dict[str, UsbPort] = {}
        self._wiring = wiring
        self._control_socket = control_socket
        self._left_out = left_out

    def connect_parts(self, sim_table: SimTable) -> dict[str, SerialLead]:
        """Plug an adapter in for the bus, and one for each serial part."""
        if BUS not in self._left_out:
            number = serial_number("bus", "")
            self.ports[BUS] = UsbPort(BUS, I2cTinyUsb(sim_table.i2c, number))
        leads: dict[str, SerialLead] = {}
        for section, adapter in self._adapters(sim_table):
            self.ports[section] = port = UsbPort(section, adapter)
            leads[section] = AdapterLead(port, adapter)
        return leads

    def _adapters(self, sim_table: SimTable) -> Iterator[tuple[str, FtdiAdapter]]:
        for section, part in self._wiring.serial_parts().items():
            if section in sim_table.far_ends and section not in self._left_out:
                number = serial_number(section, part.port)
                yield section, FtdiAdapter(sim_table.far_ends[section], part.baud, number)

    def pass_time(self, duration_ms: int) -> None:
        """Sleep."""
        time.sleep(duration_ms / 1000)

    def read_status(self) -> Status:
        """Query the control socket. Raises ControlError, also before it was brought."""
        return query_status(self._control_socket)

    def close(self) -> None:
        """Pull every cable."""
        for port in self.ports.values():
            port.close()

    # the service, which is elsewhere

    def start(self) -> None:
        """Do nothing: it starts by itself."""

    def kill(self) -> None:
        """Do nothing: who wants to cut its power pulls its plug."""

    def stop_orderly(self) -> None:
        """Do nothing: it runs on."""

    @contextmanager
    def suspended(self) -> Iterator[None]:
        """Do nothing: nothing of its state is here."""
        yield
