"""Attaches the devices of `croupier lab` to this machine: run as root on the Pi, and left running.

    sudo python3 attach.py HOST[:PORT]

It needs Python and the kernel alone: like Linux' own `usbip attach` it sends a few octets and
writes a line for the kernel's module vhci-hcd. A device that was unplugged in the laboratory is
attached again once it is plugged in. The number of the I2C bus goes into the table.toml in the same
folder.
`+` is a device that was attached, `-` one that is gone, `!` one that can't be attached now.
"""

import re
import socket
import struct
import subprocess
import sys
import time
from pathlib import Path

MODULES = ("vhci-hcd", "ftdi_sio", "i2c-tiny-usb", "i2c-dev")
CONTROLLER = Path("/sys/devices/platform/vhci_hcd.0")
ADAPTERS = Path("/sys/bus/i2c/devices")
TCP_PORT = 3240
LOOK_INTERVAL_S = 2.0
_TIMEOUT_S = 30.0
_LIST, _IMPORT = bytes.fromhex("0111800500000000"), bytes.fromhex("0111800300000000")
_RECORD = struct.Struct("!256s32sIIIHHHBBBBBB")
_FREE = 4
"""The state of a port of the controller without a device."""


class Attachments:
    """The devices at an address, and the ports of the virtual USB controller that they have."""

    def __init__(self, address: tuple[str, int], controller: Path = CONTROLLER) -> None:
        self._address = address
        self._controller = controller
        self._ports: dict[str, int] = {}

    def update(self) -> list[str]:
        """Attach devices that are not attached; return a line for each change. Raises OSError."""
        free_ports = self._free_ports()
        gone = [bus_id for bus_id, port in self._ports.items() if port in free_ports]
        for bus_id in gone:
            del self._ports[bus_id]
        lines = [f"- {bus_id}" for bus_id in gone]
        for bus_id in self._bus_ids():
            if bus_id not in self._ports:
                lines.append(self._attach(bus_id, free_ports.pop(0)))
        return lines

    def _free_ports(self) -> list[int]:
        """Return the free ports for devices that are no faster than USB 2."""
        rows = (row.split() for row in (self._controller / "status").read_text().splitlines()[1:])
        return [int(row[1]) for row in rows if row[0] == "hs" and int(row[2]) == _FREE]

    def _bus_ids(self) -> list[str]:
        with socket.create_connection(self._address, _TIMEOUT_S) as connection:
            connection.sendall(_LIST)
            answer = _receive_rest(connection)
        (count,) = struct.unpack_from("!I", answer, 8)
        starts = range(12, 12 + count * (_RECORD.size + 4), _RECORD.size + 4)
        return [_text(_RECORD.unpack_from(answer, start)[1]) for start in starts]

    def _attach(self, bus_id: str, port: int) -> str:
        with socket.create_connection(self._address, _TIMEOUT_S) as connection:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            connection.sendall(_IMPORT + bus_id.encode().ljust(32, b"\0"))
            state = _receive(connection, 8)[7]
            if state:
                return f"! {bus_id} ({state})"
            _, _, bus, number, speed, *_ = _RECORD.unpack(_receive(connection, _RECORD.size))
            connection.settimeout(None)  # the kernel waits for octets without an end
            line = f"{port} {connection.fileno()} {bus << 16 | number} {speed}"
            (self._controller / "attach").write_text(line)
        self._ports[bus_id] = port
        return f"+ {bus_id}"


def bus_number(adapters: Path = ADAPTERS) -> int | None:
    """Return the number of the laboratory's I2C bus, None while it is not attached."""
    for adapter in sorted(adapters.glob("i2c-*")):
        if CONTROLLER.name in str(adapter.resolve()):
            return int(adapter.name.removeprefix("i2c-"))
    return None


def write_bus(config: Path, number: int) -> None:
    """Write the number of the bus into a table's configuration."""
    text = config.read_text(encoding="utf-8")
    config.write_text(re.sub(r"(?m)^bus = .*$", f"bus = {number}", text), encoding="utf-8")


def _receive(connection: socket.socket, size: int) -> bytes:
    data = b""
    while len(data) < size:
        piece = connection.recv(size - len(data))
        if not piece:
            raise ConnectionError(f"{len(data)} octets of {size}")
        data += piece
    return data


def _receive_rest(connection: socket.socket) -> bytes:
    data = b""
    while piece := connection.recv(4096):
        data += piece
    return data


def _text(padded: bytes) -> str:
    return padded.rstrip(b"\0").decode()


def _print(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main(address: str) -> None:
    """Attach devices until stopped."""
    host, _, port = address.partition(":")
    subprocess.run(["/sbin/modprobe", "-a", *MODULES], check=True)  # noqa: S603
    attachments, known_number = Attachments((host, int(port or TCP_PORT))), None
    while True:
        try:
            for line in attachments.update():
                _print(line)
        except OSError as error:
            _print(f"! {error}")
        number = bus_number()
        if number not in (None, known_number):
            config = Path(__file__).with_name("table.toml")
            write_bus(config, number)
            _print(f"{config}: bus = {number}")
        known_number = number
        time.sleep(LOOK_INTERVAL_S)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except KeyboardInterrupt:
        sys.exit(130)
