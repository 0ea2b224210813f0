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
_PORT_NUMBERS = range(2)
_PORT_SIZE = _OLAT + 1
"""Registers of a port."""
_UNMAPPED_REGISTER = len(_PORT_NUMBERS) * _PORT_SIZE


def _decoded(bank: int, pointer: int) -> tuple[int, int] | None:
    port, index = (pointer >> 4, pointer & 0x0F) if bank else (pointer & 1, pointer >> 1)
    return (port, index) if port in _PORT_NUMBERS and index <= _OLAT else None


def _next_pointer(control: int, pointer: int) -> int:
    if not control & _SEQOP:
        return (pointer + 1) % (0x1B if control & _BANK else 0x16)
    return pointer if control & _BANK else pointer ^ 1


_DECODED_POINTERS = {
    bank: [_decoded(bank, pointer) for pointer in range(256)] for bank in (0, _BANK)
}
"""Port and register by the pointer, for each setting of BANK."""
_NEXT_POINTER = {
    control: [_next_pointer(control, pointer) for pointer in range(256)]
    for control in (0, _BANK, _SEQOP, _BANK | _SEQOP)
}
"""The pointer after each byte, for each setting of BANK and SEQOP."""


class _ReadPlan(NamedTuple):
    """The effects of a read from one pointer on."""

    register_offsets: list[int]
    """The place of each octet in the registers of both ports, and a 0 behind them."""
    pointer: int
    """The pointer afterwards."""
    ended_ports: frozenset[int]
    """The ports whose interrupt it ends."""
    reads_pins: bool
    """Whether it reads a port's pins."""


@cache
def _read_plan(control: int, pointer: int, count: int) -> _ReadPlan:
    register_places = []
    for _ in range(count):
        register_places.append(_DECODED_POINTERS[control & _BANK][pointer])
        pointer = _NEXT_POINTER[control][pointer]
    read = [register_place for register_place in register_places if register_place]
    ended_ports = frozenset(port for port, index in read if index in (_GPIO, _INTCAP))
    register_offsets = [
        _UNMAPPED_REGISTER
        if register_place is None
        else register_place[0] * _PORT_SIZE + register_place[1]
        for register_place in register_places
    ]
    return _ReadPlan(
        register_offsets, pointer, ended_ports, any(index == _GPIO for _, index in read)
    )


class SimMcp23017:
    """One chip; pins 0 to 7 are GPA, 8 to 15 GPB. An unconnected pin is pulled up by GPPU.

    Not modelled: voltages and times, DISSLW, the disturbance of SDA by GPA7 and GPB7 as inputs, a
    change during a read that is lost on real hardware; a floating input reads low; in BANK 1 the
    addresses between and after the two banks read 0 and ignore writes.
    """

    def __init__(self, address: int = 0x20, now: Callable[[], int] = lambda: 0) -> None:
        self.address = address
        self.addresses = (address,)
        self._now = now
        self._lock = threading.RLock()
        self._driven_pins = [0, 0]
        self._high_pins = [0, 0]
        self.interrupt = InterruptOutput()
        """INTA, the output that is wired."""
        self.interrupt_b = InterruptOutput()
        self.last_read_ms = 0
        """When a port was last read, in the time of `now`."""
        self.reset()

    def drive_pin(self, pin: int, *, high: bool | None) -> None:
        """Drive `pin` from outside, or leave it alone with None."""
        with self._lock:
            port, bit_mask = pin >> 3, 1 << (pin & 7)
            self._driven_pins[port] = self._driven_pins[port] & ~bit_mask | (
                0 if high is None else bit_mask
            )
            self._high_pins[port] = self._high_pins[port] & ~bit_mask | (bit_mask if high else 0)
            self._sense_port(port)

    def cover_input(self, number: int, *, on: bool) -> None:
        """Cover the sensor at an input, which pulls it low, or free it."""
        self.drive_pin(INPUT_PINS[number], high=False if on else None)

    def register(self, address: int) -> int:
        """Return a register by its address in BANK 0, without the effects of reading it."""
        with self._lock:
            return self._port_registers[address & 1][address >> 1]

    def reset(self) -> None:
        """Reset as at power-up; the pins stay wired."""
        with self._lock:
            self._port_registers = [[0xFF] + [0] * 10 for _ in range(2)]
            self._pointer = 0
            self._pin_levels_seen = [self._pin_levels(port) for port in _PORT_NUMBERS]
            for port in _PORT_NUMBERS:
                self._sense_port(port)
            self._drive_interrupts()

    def write(self, data: bytes) -> None:
        """Take a register address and the bytes for it and those after it."""
        if not data:
            return
        with self._lock:
            self._pointer = data[0]
            for byte in data[1:]:
                control = self._port_registers[0][_IOCON]
                if register_place := _DECODED_POINTERS[control & _BANK][self._pointer]:
                    self._write_register(*register_place, byte)
                self._pointer = _NEXT_POINTER[control & (_BANK | _SEQOP)][self._pointer]

    def read(self, count: int) -> bytes:
        """Return registers from the pointer on; reading GPIO and INTCAP ends the interrupt."""
        with self._lock:
            port_registers = self._port_registers
            control = port_registers[0][_IOCON] & (_BANK | _SEQOP)
            read_plan = _read_plan(control, self._pointer, count)
            self._pointer = read_plan.pointer
            data = bytes(
                map(
                    [*port_registers[0], *port_registers[1], 0].__getitem__,
                    read_plan.register_offsets,
                )
            )
            if read_plan.reads_pins:
                self.last_read_ms = self._now()
            for port in read_plan.ended_ports:
                if port_registers[port][_INTF]:
                    self._end_interrupt(port)
            return data

    def _write_register(self, port: int, index: int, byte: int) -> None:
        if index == _IOCON:
            # IOCON is one register at two addresses; bit 0 does not exist.
            self._port_registers[0][_IOCON] = self._port_registers[1][_IOCON] = byte & 0xFE
            self._drive_interrupts()
        elif index not in _READ_ONLY:
            # A write to GPIO goes to the output latch.
            registers, target_index = self._port_registers[port], _OLAT if index == _GPIO else index
            if registers[target_index] != byte:
                registers[target_index] = byte
                self._sense_port(port)

    def _end_interrupt(self, port: int) -> None:
        self._port_registers[port][_INTF] = 0
        self._drive_interrupts()
        self._sense_port(port)

    def _pin_levels(self, port: int) -> int:
        registers, driven_pins = self._port_registers[port], self._driven_pins[port]
        pulled_up = registers[_GPPU] & ~driven_pins
        return (self._high_pins[port] | pulled_up) & registers[_IODIR] | registers[
            _OLAT
        ] & ~registers[_IODIR]

    def _sense_port(self, port: int) -> None:
        """Take the port's pins into its GPIO, and raise the interrupt that they cause."""
        registers, pin_levels = self._port_registers[port], self._pin_levels(port)
        changed_pins, self._pin_levels_seen[port] = (
            pin_levels ^ self._pin_levels_seen[port],
            pin_levels,
        )
        registers[_GPIO] = gpio_levels = pin_levels ^ (registers[_IPOL] & registers[_IODIR])
        # INTCON: 1 compares with DEFVAL, 0 with the level before.
        compared = registers[_INTCON]
        differing_pins = (gpio_levels ^ registers[_DEFVAL]) & compared
        interrupt_cause = (
            (changed_pins & ~compared | differing_pins) & registers[_GPINTEN] & registers[_IODIR]
        )
        # INTCAP holds the first interrupt until it is read; later ones do not change it.
        if interrupt_cause and not registers[_INTF]:
            registers[_INTF], registers[_INTCAP] = interrupt_cause, gpio_levels
            self._drive_interrupts()

    def _drive_interrupts(self) -> None:
        """Set the interrupt outputs: an active one is high by INTPOL, unless ODR overrides it."""
        active_a, active_b = (
            bool(self._port_registers[0][_INTF]),
            bool(self._port_registers[1][_INTF]),
        )
        control = self._port_registers[0][_IOCON]
        if control & _MIRROR:
            active_a = active_b = active_a or active_b
        is_high = control & (_ODR | _INTPOL) == _INTPOL
        self.interrupt.is_high = active_a is is_high
        self.interrupt_b.is_high = active_b is is_high


class InterruptOutput:
    """An interrupt output with a pull-up on its line."""

    def __init__(self) -> None:
        self.is_high = True

    def level(self) -> bool:
        """Return True for high."""
        return self.is_high


class SharedLine:
    """Open-drain outputs on one line: low if any of them is.

    Not modelled: the conflict of push-pull outputs.
    """

    def __init__(self, *interrupt_outputs: InputLine) -> None:
        self._interrupt_outputs = interrupt_outputs

    def level(self) -> bool:
        """Return True for high."""
        for interrupt_output in self._interrupt_outputs:  # noqa: SIM110 - looked at after every turn
            if not interrupt_output.level():
                return False
        return True


far_end = SimMcp23017
