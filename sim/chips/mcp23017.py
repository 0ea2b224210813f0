"""The far end of an MCP23017: its registers, pins and interrupt outputs (Microchip DS20001952)."""

import threading
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from hal.ports import InputLine

INPUT_PINS = (*range(7), *range(8, 15))
"""The pins that may be inputs, GPA0 to GPA6 then GPB0 to GPB6."""

_IODIR, _IPOL, _GPINTEN, _DEFVAL, _INTCON, _IOCON, _GPPU, _INTF, _INTCAP, _GPIO, _OLAT = range(11)
_BANK, _MIRROR, _SEQOP, _ODR, _INTPOL = 0x80, 0x40, 0x20, 0x04, 0x02
_READ_ONLY = frozenset({_INTF, _INTCAP})
_PORTS = range(2)
_SIZE = _OLAT + 1
"""Registers of a port."""
_NOWHERE = len(_PORTS) * _SIZE


def _decoded(bank: int, pointer: int) -> tuple[int, int] | None:
    port, index = (pointer >> 4, pointer & 0x0F) if bank else (pointer & 1, pointer >> 1)
    return (port, index) if port in _PORTS and index <= _OLAT else None


def _next(control: int, pointer: int) -> int:
    if not control & _SEQOP:
        return (pointer + 1) % (0x1B if control & _BANK else 0x16)
    return pointer if control & _BANK else pointer ^ 1


_DECODED = {bank: [_decoded(bank, pointer) for pointer in range(256)] for bank in (0, _BANK)}
"""Port and register by the pointer, for each setting of BANK."""
_NEXT = {
    control: [_next(control, pointer) for pointer in range(256)]
    for control in (0, _BANK, _SEQOP, _BANK | _SEQOP)
}
"""The pointer after each byte, for each setting of BANK and SEQOP."""


class _Reading(NamedTuple):
    """What a read from one pointer on takes."""

    places: list[int]
    """The place of each octet in the registers of both ports, and a 0 behind them."""
    pointer: int
    """The pointer afterwards."""
    ended: frozenset[int]
    """The ports whose interrupt it ends."""
    looks: bool
    """Whether it reads a port's pins."""


@cache
def _reading(control: int, pointer: int, count: int) -> _Reading:
    places = []
    for _ in range(count):
        places.append(_DECODED[control & _BANK][pointer])
        pointer = _NEXT[control][pointer]
    read = [place for place in places if place]
    ended = frozenset(port for port, index in read if index in (_GPIO, _INTCAP))
    flat = [_NOWHERE if place is None else place[0] * _SIZE + place[1] for place in places]
    return _Reading(flat, pointer, ended, any(index == _GPIO for _, index in read))


class SimMcp23017:
    """One chip; pins 0 to 7 are GPA, 8 to 15 GPB. An unconnected pin is pulled up if GPPU says so.

    Not modelled: voltages and times, DISSLW, the disturbance of SDA by GPA7 and GPB7 as inputs, a
    change during a read that is lost on real hardware; a floating input reads low; in BANK 1 the
    addresses between and after the two banks read 0 and ignore writes.
    """

    def __init__(self, address: int = 0x20, now: Callable[[], int] = lambda: 0) -> None:
        self.address = address
        self.addresses = (address,)
        self._now = now
        self._lock = threading.RLock()
        self._driven = [0, 0]
        self._high = [0, 0]
        self.interrupt = InterruptOutput()
        """INTA, the output that is wired."""
        self.interrupt_b = InterruptOutput()
        self.looked_at = 0
        """When a port was last read, in the time of `now`."""
        self.reset()

    def wire(self, pin: int, *, high: bool | None) -> None:
        """Drive `pin` from outside, or leave it alone with None."""
        with self._lock:
            port, bit = pin >> 3, 1 << (pin & 7)
            self._driven[port] = self._driven[port] & ~bit | (0 if high is None else bit)
            self._high[port] = self._high[port] & ~bit | (bit if high else 0)
            self._sense(port)

    def touch(self, number: int, *, on: bool) -> None:
        """Cover the sensor at an input, which pulls it low, or free it."""
        self.wire(INPUT_PINS[number], high=False if on else None)

    def register(self, address: int) -> int:
        """Return a register by its address in BANK 0, without the effects of reading it."""
        with self._lock:
            return self._banks[address & 1][address >> 1]

    def reset(self) -> None:
        """Reset as at power-up; the pins stay wired."""
        with self._lock:
            self._banks = [[0xFF] + [0] * 10 for _ in range(2)]
            self._pointer = 0
            self._levels = [self._pins(port) for port in _PORTS]
            for port in _PORTS:
                self._sense(port)
            self._drive()

    def write(self, data: bytes) -> None:
        """Take a register address and the bytes for it and those after it."""
        if not data:
            return
        with self._lock:
            self._pointer = data[0]
            for byte in data[1:]:
                control = self._banks[0][_IOCON]
                if place := _DECODED[control & _BANK][self._pointer]:
                    self._put(*place, byte)
                self._pointer = _NEXT[control & (_BANK | _SEQOP)][self._pointer]

    def read(self, count: int) -> bytes:
        """Return registers from the pointer on; reading GPIO and INTCAP ends the interrupt."""
        with self._lock:
            banks = self._banks
            control = banks[0][_IOCON] & (_BANK | _SEQOP)
            reading = _reading(control, self._pointer, count)
            self._pointer = reading.pointer
            data = bytes(map([*banks[0], *banks[1], 0].__getitem__, reading.places))
            if reading.looks:
                self.looked_at = self._now()
            for port in reading.ended:
                if banks[port][_INTF]:
                    self._end_interrupt(port)
            return data

    def _put(self, port: int, index: int, byte: int) -> None:
        if index == _IOCON:
            self._banks[0][_IOCON] = self._banks[1][_IOCON] = byte & 0xFE
            self._drive()
        elif index not in _READ_ONLY:
            bank, at = self._banks[port], _OLAT if index == _GPIO else index
            if bank[at] != byte:
                bank[at] = byte
                self._sense(port)

    def _end_interrupt(self, port: int) -> None:
        self._banks[port][_INTF] = 0
        self._drive()
        self._sense(port)

    def _pins(self, port: int) -> int:
        bank, driven = self._banks[port], self._driven[port]
        pulled = bank[_GPPU] & ~driven
        return (self._high[port] | pulled) & bank[_IODIR] | bank[_OLAT] & ~bank[_IODIR]

    def _sense(self, port: int) -> None:
        """Take the port's pins into its GPIO, and raise the interrupt that they cause."""
        bank, pins = self._banks[port], self._pins(port)
        changed, self._levels[port] = pins ^ self._levels[port], pins
        bank[_GPIO] = shown = pins ^ (bank[_IPOL] & bank[_IODIR])
        compared = bank[_INTCON]
        differs = (shown ^ bank[_DEFVAL]) & compared
        cause = (changed & ~compared | differs) & bank[_GPINTEN] & bank[_IODIR]
        if cause and not bank[_INTF]:
            bank[_INTF], bank[_INTCAP] = cause, shown
            self._drive()

    def _drive(self) -> None:
        """Set the interrupt outputs: an active one is high by INTPOL, unless ODR overrides it."""
        a, b = bool(self._banks[0][_INTF]), bool(self._banks[1][_INTF])
        control = self._banks[0][_IOCON]
        if control & _MIRROR:
            a = b = a or b
        high = control & (_ODR | _INTPOL) == _INTPOL
        self.interrupt.high = a is high
        self.interrupt_b.high = b is high


class InterruptOutput:
    """An interrupt output with a pull-up on its line."""

    def __init__(self) -> None:
        self.high = True

    def level(self) -> bool:
        """Return True for high."""
        return self.high


class SharedLine:
    """Open-drain outputs on one line: low if any of them is.

    Not modelled: the conflict of push-pull outputs.
    """

    def __init__(self, *outputs: InputLine) -> None:
        self._outputs = outputs

    def level(self) -> bool:
        """Return True for high."""
        for output in self._outputs:  # noqa: SIM110 - looked at after every turn
            if not output.level():
                return False
        return True


far_end = SimMcp23017
