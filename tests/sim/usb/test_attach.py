"""The script that a Pi runs: attaches what the laboratory serves to the kernel's controller."""

from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from sim.chips.i2c_bus import SimI2CBus
from sim.usb.attach import Attachments, bus_number, write_bus
from sim.usb.ftdi import FtdiAdapter
from sim.usb.i2c_tiny_usb import I2cTinyUsb
from sim.usb.port import UsbPort
from sim.usb.server import serve_usbip
from tests.kits.usb.echo import Echo
from tests.kits.usb.usbip_host import UsbIpHost
from tests.kits.waiting import until

STATUS_HEAD = "hub port sta spd dev      sockfd local_busid\n"
FULL_SPEED = "2"


class Controller:
    """The files of vhci-hcd: the second and third port are free, the fourth is for USB 3."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.states = {0: 6, 1: 4, 2: 4}
        self.show()

    def show(self) -> None:
        rows = [
            f"hs  {port:04} {state:03} 000 00000000 000000 0-0"
            for port, state in self.states.items()
        ]
        text = STATUS_HEAD + "\n".join((*rows, "ss  0003 004 000 00000000 000000 0-0", ""))
        (self.folder / "status").write_text(text)

    def taken(self) -> str:
        """Return what was written to attach a device, but for the descriptor; take its port."""
        port, _, device, speed = (self.folder / "attach").read_text().split()
        self.states[int(port)] = 6
        self.show()
        return f"{port} {device} {speed}"


class Laboratory:
    def __init__(self, stack: ExitStack) -> None:
        devices = (I2cTinyUsb(SimI2CBus(), "BUS1"), FtdiAdapter(Echo(), 4800, "SHOE1"))
        self.ports = [
            stack.enter_context(closing(UsbPort(device.serial_number, device)))
            for device in devices
        ]
        listener = stack.enter_context(closing(serve_usbip(self.ports, "127.0.0.1", 0)))
        self.address = ("127.0.0.1", listener.tcp_port)


@pytest.fixture
def laboratory() -> Iterator[Laboratory]:
    with ExitStack() as stack:
        yield Laboratory(stack)


@pytest.fixture
def controller(tmp_path: Path) -> Controller:
    return Controller(tmp_path)


def test_device_takes_a_free_port_for_its_speed(
    laboratory: Laboratory, controller: Controller
) -> None:
    laboratory.ports[1].unplug()
    attachments = Attachments(laboratory.address, controller.folder)
    assert attachments.update() == ["+ 1-1"]
    bus, device = 1, 1
    assert controller.taken() == f"1 {bus << 16 | device} {FULL_SPEED}"


def test_device_is_attached_once(laboratory: Laboratory, controller: Controller) -> None:
    laboratory.ports[1].unplug()
    attachments = Attachments(laboratory.address, controller.folder)
    attachments.update()
    controller.taken()
    assert attachments.update() == []


def test_device_plugged_in_again_is_attached_again(
    laboratory: Laboratory, controller: Controller
) -> None:
    laboratory.ports[1].unplug()
    attachments = Attachments(laboratory.address, controller.folder)
    attachments.update()
    controller.taken()
    laboratory.ports[0].unplug()
    controller.states[1] = 4
    controller.show()
    assert attachments.update() == ["- 1-1"]
    until("the end of the first session", lambda: not laboratory.ports[0].in_use.locked())
    laboratory.ports[0].plug()
    assert attachments.update() == ["+ 1-1"]


def test_device_that_somebody_uses_is_tried_again(
    laboratory: Laboratory, controller: Controller
) -> None:
    laboratory.ports[1].unplug()
    attachments = Attachments(laboratory.address, controller.folder)
    with closing(UsbIpHost(laboratory.address)):
        assert attachments.update() == ["! 1-1 (2)"]


def test_bus_is_the_one_behind_the_virtual_controller(tmp_path: Path) -> None:
    devices, adapters = tmp_path / "devices", tmp_path / "bus"
    adapters.mkdir()
    for number, place in ((1, "soc/i2c"), (2, "xhci/usb1"), (22, "vhci_hcd.0/usb5")):
        (devices / place / f"i2c-{number}").mkdir(parents=True)
        (adapters / f"i2c-{number}").symlink_to(devices / place / f"i2c-{number}")
    assert bus_number(adapters) == 22


def test_no_bus_before_it_is_attached(tmp_path: Path) -> None:
    assert bus_number(tmp_path) is None


def test_bus_is_written_and_nothing_else(tmp_path: Path) -> None:
    config = tmp_path / "table.toml"
    config.write_text("[i2c]\nbus = 1  # the header's\n\n[shoe]\nbaud = 4800\n")
    write_bus(config, 22)
    assert config.read_text() == "[i2c]\nbus = 22\n\n[shoe]\nbaud = 4800\n"
