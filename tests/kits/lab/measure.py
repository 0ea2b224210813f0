"""In the guest: figures of an I2C bus, and of a serial port whose far end sends all back.

python3 measure.py /dev/i2c-N 0x22 /dev/ttyUSBn      prints a JSON object
"""

import ctypes
import fcntl
import json
import os
import sys
import termios
import time
import tty
from collections.abc import Callable

I2C_RDWR = 0x0707
READ = 1
TRANSFERS, ECHOES, LONG = 200, 50, 8000


class Message(ctypes.Structure):
    _fields_ = (
        ("address", ctypes.c_uint16),
        ("flags", ctypes.c_uint16),
        ("length", ctypes.c_uint16),
        ("data", ctypes.c_void_p),
    )


class Transfer(ctypes.Structure):
    _fields_ = (("messages", ctypes.POINTER(Message)), ("count", ctypes.c_uint32))


def read_registers(bus: int, address: int) -> None:
    """Read two registers behind a repeated start."""
    register, answer = ctypes.create_string_buffer(b"\x12", 1), ctypes.create_string_buffer(2)
    messages = (Message * 2)(
        Message(address, 0, 1, ctypes.addressof(register)),
        Message(address, READ, 2, ctypes.addressof(answer)),
    )
    fcntl.ioctl(bus, I2C_RDWR, Transfer(messages, 2))


def echo(port: int, data: bytes) -> None:
    os.write(port, data)
    missing = len(data)
    while missing:
        missing -= len(os.read(port, missing))


def milliseconds(act: Callable[[], None], times: int) -> list[float]:
    """Return how long each time took, the shortest first."""
    taken = []
    for _ in range(times):
        begun = time.monotonic()
        act()
        taken.append((time.monotonic() - begun) * 1000)
    return sorted(taken)


def main(bus_path: str, address: str, port_path: str) -> None:
    bus, port = os.open(bus_path, os.O_RDWR), os.open(port_path, os.O_RDWR | os.O_NOCTTY)
    tty.setraw(port)
    attributes = termios.tcgetattr(port)
    attributes[4] = attributes[5] = termios.B115200
    termios.tcsetattr(port, termios.TCSANOW, attributes)
    reads = milliseconds(lambda: read_registers(bus, int(address, 16)), TRANSFERS)
    echoes = milliseconds(lambda: echo(port, b"hello"), ECHOES)
    (streamed,) = milliseconds(lambda: [echo(port, bytes(200)) for _ in range(LONG // 200)], 1)
    figures = {
        "reads_a_second": 1000 * TRANSFERS / sum(reads),
        "read_ms": reads[TRANSFERS // 2],
        "longest_read_ms": reads[-1],
        "echo_ms": echoes[ECHOES // 2],
        "octets_a_second": 1000 * LONG / streamed,
    }
    print(json.dumps({name: round(figure, 1) for name, figure in figures.items()}))


if __name__ == "__main__":
    main(*sys.argv[1:])
