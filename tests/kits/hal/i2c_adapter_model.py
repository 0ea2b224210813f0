"""The kernel's side of an I2C adapter, to stand below the genuine smbus2."""

import ctypes
import errno
import os

from smbus2.smbus2 import i2c_msg, i2c_rdwr_ioctl_data

from hal.errors import BusStuck, DeviceSilent
from sim.chips.i2c_bus import SimI2CBus

Argument = int | ctypes.c_uint32 | i2c_rdwr_ioctl_data


class Adapter:
    """The kernel's side of /dev/i2c-1: decodes what smbus2 packs, and drives a simulated bus.

    `refusal` is an errno with which it answers every transfer; `short` is how many messages of a
    transfer it leaves out, as an adapter does that ends one early. `functions` is what it can do.
    """

    FD = 77

    def __init__(self, bus: SimI2CBus) -> None:
        self.bus = bus
        self.opened: list[str] = []
        self.settings: dict[int, int] = {}
        self.transfers: list[list[tuple[int, int, int]]] = []
        self.refusal: int | None = None
        self.short = 0
        self.functions = 0x0EFF0009

    def open(self, path: str, _flags: int) -> int:
        self.opened.append(path)
        return self.FD

    def close(self, fd: int) -> None:
        assert fd == self.FD
        self.opened.pop()

    def ioctl(self, fd: int, request: int, argument: Argument) -> int:
        assert fd == self.FD
        assert self.opened
        match request:
            case 0x0705:
                argument.value = self.functions
            case 0x0701 | 0x0702:
                self.settings[request] = argument
            case 0x0707:
                self._transfer([argument.msgs[i] for i in range(argument.nmsgs)])
                return argument.nmsgs - self.short
            case _:
                raise OSError(errno.ENOTTY, os.strerror(errno.ENOTTY))
        return 0

    def _transfer(self, messages: list[i2c_msg]) -> None:
        self.transfers.append([(m.addr, m.flags, m.len) for m in messages])
        if self.refusal:
            raise OSError(self.refusal, os.strerror(self.refusal))
        try:
            self._drive(messages)
        except DeviceSilent as silent:
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO)) from silent
        except BusStuck as stuck:
            raise OSError(errno.ETIMEDOUT, os.strerror(errno.ETIMEDOUT)) from stuck

    def _drive(self, messages: list[i2c_msg]) -> None:
        sent = [ctypes.string_at(m.buf, m.len) for m in messages if not m.flags & 1]
        match [m.flags & 1 for m in messages]:
            case [0]:
                self.bus.write(messages[0].addr, sent[0])
            case [1]:
                self._fill(messages[0], self.bus.read(messages[0].addr, messages[0].len))
            case [0, 1]:
                to, back = messages
                assert to.addr == back.addr
                self._fill(back, self.bus.write_read(to.addr, sent[0], back.len))
            case kinds:
                raise OSError(errno.EOPNOTSUPP, f"no transfer of the kind {kinds}")

    def _fill(self, message: i2c_msg, data: bytes) -> None:
        assert len(data) == message.len
        ctypes.memmove(message.buf, data, message.len)
