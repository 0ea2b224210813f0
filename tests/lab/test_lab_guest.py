"""Debian's stock kernel attaches the laboratory's devices, by USB/IP and by QEMU's usb-redir."""

import base64
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Final

import pytest

from firmware.cli.commands.lab_files import write_folder
from firmware.shell.config.config import load_config
from sim.usb.ftdi import FtdiAdapter
from sim.usb.i2c_tiny_usb import I2cTinyUsb
from sim.usb.port import UsbPort
from sim.usb.server import serve_usbip, serve_usbredir
from sim.web.bench.bench import Bench
from sim.web.bench.table_dir import Seating, TableDir
from sim.web.bench.usb_world import UsbWorld
from tests.kits.lab import measure
from tests.kits.lab.guest import HOST, Failed, LabGuest, newest
from tests.kits.paths import ROOT
from tests.kits.usb.echo import Echo

CONFIG: Final = ROOT / "examples/baccarat.toml"
BY_ID: Final = "/dev/serial/by-id/usb-FTDI_FT232R_USB_UART_{}-if00-port0"
PATIENCE_S: Final = 600.0
PIECE: Final = 2500
"""Octets of a line to the agent."""
CHIPS_OF_THE_TABLE: Final = {0x20, 0x21, 0x22, 0x3C, 0x3D, 0x40, 0x41, 0x70, 0x73}
"""Those of the configuration, and 0x70, at which every PCA9685 answers."""


class Lab:
    """A table's parts, attached to a guest by USB/IP; a bus and a port of QEMU's beside them."""

    def __init__(self, stack: ExitStack, folder: Path) -> None:
        self._folder = folder
        worlds: list[UsbWorld] = []

        def make_world(table_dir: TableDir) -> UsbWorld:
            worlds.append(UsbWorld(load_config(CONFIG).wiring, table_dir.socket_path()))
            return worlds[0]

        self.bench = stack.enter_context(closing(Bench(Seating(config=CONFIG), make_world)))
        self.bench.open()
        self.ports = worlds[0].ports
        write_folder(folder / "lab", CONFIG, self.bench.table_dir, self.ports)
        echo = UsbPort("echo", FtdiAdapter(Echo(), 115200, "ECHO0001"))
        attached = [*self.ports.values(), stack.enter_context(closing(echo))]
        listener = stack.enter_context(closing(serve_usbip(attached, "127.0.0.1", 0)))
        self.guest = stack.enter_context(closing(self._boot(stack)))
        self._copy("attach.py", (folder / "lab/attach.py").read_bytes())
        self._copy("table.toml", (folder / "lab/table.toml").read_bytes())
        self._copy("measure.py", Path(measure.__file__).read_bytes())
        attach = (
            f"cd /root && setsid python3 attach.py {HOST}:{listener.tcp_port} >attach.log 2>&1 &"
        )
        self.guest.sh(attach)

    def _boot(self, stack: ExitStack) -> LabGuest:
        devices = {
            "bus": I2cTinyUsb(self.bench.sim_table.i2c, "QEMU0001"),
            "echo": FtdiAdapter(Echo(), 115200, "QEMU0002"),
        }
        sockets = []
        for name, device in devices.items():
            sockets.append(self._folder / f"{name}.sock")
            port = stack.enter_context(closing(UsbPort(name, device)))
            stack.enter_context(closing(serve_usbredir(port, sockets[-1])))
        made = newest()
        assert made
        return LabGuest(made, self._folder / "console.log", sockets)

    def _copy(self, name: str, data: bytes) -> None:
        coded = base64.b64encode(data).decode()
        for at in range(0, len(coded), PIECE):
            self.guest.sh(f"printf %s {coded[at : at + PIECE]} >>/root/{name}.b64")
        self.guest.sh(f"base64 -d /root/{name}.b64 >/root/{name}")

    def until(self, command: str) -> str:
        """Return what a command prints, once it succeeds."""
        end = time.monotonic() + PATIENCE_S
        while True:
            try:
                return self.guest.sh(command)
            except Failed:
                if time.monotonic() > end:
                    raise
            time.sleep(1)

    def bus_path(self, wanted: str) -> str:
        """Return the bus whose USB device has this serial number."""
        names = f"grep -l {wanted} /sys/bus/i2c/devices/i2c-*/../../serial"
        return "/dev/" + self.until(names).split("/")[5]


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with ExitStack() as stack:
        yield Lab(stack, tmp_path_factory.mktemp("lab"))


def test_ports_have_the_names_of_the_configuration(lab: Lab) -> None:
    for part in load_config(CONFIG).wiring.serial_parts().values():
        assert lab.until(f"readlink -e {part.port}").startswith("/dev/ttyUSB")


def test_number_of_the_bus_is_in_the_configuration(lab: Lab) -> None:
    number = lab.bus_path("BUS0001").removeprefix("/dev/i2c-")
    lab.until(f"grep '^bus = {number}$' /root/table.toml")


@pytest.mark.parametrize("bus", ["BUS0001", "QEMU0001"])
def test_every_chip_answers_and_no_other(lab: Lab, bus: str) -> None:
    number = lab.bus_path(bus).removeprefix("/dev/i2c-")
    lab.until("modprobe i2c-dev")
    table = lab.guest.sh(f"i2cdetect -y {number}").splitlines()[1:]
    answers = [cell for row in table for cell in row.split()[1:] if cell != "--"]
    assert {int(cell, 16) for cell in answers} == CHIPS_OF_THE_TABLE


@pytest.mark.parametrize(("bus", "port"), [("BUS0001", "ECHO0001"), ("QEMU0001", "QEMU0002")])
def test_figures(lab: Lab, bus: str, port: str, capsys: pytest.CaptureFixture[str]) -> None:
    lab.until(f"ls {BY_ID.format(port)}")
    command = f"python3 /root/measure.py {lab.bus_path(bus)} 0x22 {BY_ID.format(port)}"
    figures = lab.guest.sh(command)
    with capsys.disabled():
        print(f"\n{bus}, {port}: {figures.strip()}")


def test_signed_release_reads_the_simulated_reader(lab: Lab) -> None:
    """`croupier capture` records its driver's questions, and the answers that came by USB."""
    port = load_config(CONFIG).wiring.serial_parts()["chips"].port
    lab.until(f"ls {port}")
    lab.guest.sh(
        "croupier capture rr3036 --for 30s --to /root/chips.capture"
        f" --port {port} --set registry=/usr/share/croupier/tables/chips.csv"
    )
    recorded = lab.guest.sh("cat /root/chips.capture")
    assert " in 04 00 00 52 5A\n" in recorded


def test_pulled_cable_is_gone_and_comes_back(lab: Lab) -> None:
    port = load_config(CONFIG).wiring.serial_parts()["shoe"].port
    lab.until(f"ls {port}")
    lab.ports["shoe"].unplug()
    lab.until(f"! ls {port}")
    lab.ports["shoe"].plug()
    lab.until(f"ls {port}")
