"""A table whose service is elsewhere: its parts as USB devices."""

from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from firmware.shell.config.config import load_config
from firmware.shell.sockets.line_client import ControlError
from sim.bench.sim_table import SimTable
from sim.usb.ftdi import FtdiAdapter
from sim.web.bench.usb_world import UsbWorld, adapter_port, serial_number
from sim.wires.impairments import FaultyLink
from tests.kits.paths import ROOT

RFID = ROOT / "examples/rfid.toml"
NOBODY = Path("/nowhere/control.sock")


def _world(*left_out: str) -> UsbWorld:
    return UsbWorld(load_config(RFID).wiring, NOBODY, left_out)


@pytest.mark.parametrize(
    ("section", "port", "number"),
    [
        ("chips", "/dev/serial/by-id/usb-FTDI_FT232R_USB_UART_CHIPS001-if00-port0", "CHIPS001"),
        ("chips", "/dev/croupier-chips", "CHIP0001"),
        ("shoe", "/dev/serial/by-id/usb-Prolific_Technology_X-if00-port0", "SHOE0001"),
    ],
)
def test_adapter_has_the_serial_number_that_the_port_names(
    section: str, port: str, number: str
) -> None:
    assert serial_number(section, port) == number


def test_udev_names_an_adapter_by_its_serial_number() -> None:
    wiring = load_config(RFID).wiring
    for section, part in wiring.serial_parts().items():
        assert adapter_port(serial_number(section, part.port)) == part.port


def test_bus_and_serial_parts_are_devices() -> None:
    world = _world()
    with closing(world):
        world.connect_parts(SimTable(load_config(RFID).wiring))
        numbers = {name: port.device.serial_number for name, port in world.ports.items()}
    assert numbers == {
        "i2c": "BUS0001",
        "shoe": "CARDS001",
        "shuffler": "SHUF0001",
        "chips": "CHIPS001",
    }


def test_real_parts_are_left_out() -> None:
    world = _world("i2c", "chips")
    with closing(world):
        leads = world.connect_parts(SimTable(load_config(RFID).wiring))
    assert [*world.ports] == [*leads] == ["shoe", "shuffler"]


def test_lead_is_pulled_and_impaired_as_any_other() -> None:
    with ExitStack() as stack:
        world = stack.enter_context(closing(_world()))
        lead = world.connect_parts(SimTable(load_config(RFID).wiring))["chips"]
        lead.unplug()
        assert not lead.is_plugged
        assert not world.ports["chips"].is_plugged
        lead.plug()
        assert world.ports["chips"].is_plugged
        lead.impairment = FaultyLink(world.clock.now)
        adapter = world.ports["chips"].device
        assert isinstance(adapter, FtdiAdapter)
        assert adapter.impairment is lead.impairment


def test_status_is_unknown_until_its_socket_is_brought() -> None:
    with pytest.raises(ControlError):
        _world().read_status()
