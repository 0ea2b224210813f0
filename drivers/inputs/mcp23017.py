"""MCP23017 port expander as fourteen inputs (Microchip DS20001952, registers in BANK 0 order)."""

from collections.abc import Callable
from functools import partial
from typing import Final

from drivers.i2c_chip import I2cChip
from drivers.register_trace import Registers, register_number
from hal.errors import BadReply
from hal.ports import I2CBus

INPUT_COUNT = 14

_IODIR = 0x00
_DEFVAL = 0x06
# The same address is GPINTENB in BANK 0.
_IOCON_IN_BANK_1 = 0x05
_IOCON = 0x0A
_OLAT = 0x14

_MIRROR_OPEN_DRAIN = bytes((0x44, 0x44))
# GPA7 and GPB7 are never inputs.
_SEVEN_EACH = bytes((0x7F, 0x7F))
_NO_PINS = bytes(2)

_ALL_HIGH = (1 << INPUT_COUNT) - 1
_SETTINGS = _MIRROR_OPEN_DRAIN + _SEVEN_EACH
"""IOCON and GPPU, which a chip that was reset no longer has."""
_ALL_REGISTERS = 22
_IOCON_TO_GPIO = 10
_INTCON_TO_GPIO = 12
_INTF = slice(4, 6)
"""In a reading from IOCON on."""


class Mcp23017:
    """Fourteen inputs with pull-ups: 0 to 6 are GPA0 to GPA6, 7 to 13 are GPB0 to GPB6.

    GPA7 and GPB7 may corrupt SDA when they are inputs (data sheet from revision D), so they are
    outputs and low. Each input is compared with its expected level (DEFVAL), that of the last
    reading: the chip pulls its interrupt line while one differs, so that no change is
    missed, not even one during a reading. Untried on real hardware. Every call raises
    HardwareError.
    """

    def __init__(self, bus: I2CBus, address: int) -> None:
        self._bus = bus
        self.address = address
        self._expected = _ALL_HIGH

    def start(self) -> None:
        """Set the chip up from any state. Raises BadReply if it doesn't keep its settings.

        A Pi that restarts alone may leave BANK at 1, where IOCON is 05h; in BANK 0 that is
        GPINTENB, which is written again.
        """
        self._write_registers(_IOCON_IN_BANK_1, bytes(1))
        self._write_registers(_IOCON, _MIRROR_OPEN_DRAIN[:1])
        self._write_registers(_OLAT, _NO_PINS)
        self._expected = _ALL_HIGH
        expected = self._setup_registers()
        self._write_registers(_IODIR, expected)
        registers_read = self._read_registers(_IODIR, _ALL_REGISTERS)
        if registers_read[: len(expected)] != expected or registers_read[_OLAT:] != _NO_PINS:
            raise BadReply(f"MCP23017 at 0x{self.address:02X} kept {registers_read.hex()}")

    def read_levels(self) -> int:
        """Return the inputs as bits, set for high, and end the interrupt.

        A change is read twice, since the interrupt ends only once the new level is expected. Raises
        BadReply if the chip was reset: without its pull-ups no level means anything.
        """
        registers = self._read_registers(_IOCON, _IOCON_TO_GPIO)
        return self._accept_levels(registers, interrupted=any(registers[_INTF]))

    def proven_levels(self, line_is_low: Callable[[], bool]) -> tuple[int, bool]:
        """Pull the interrupt line, then return the levels, and whether the line showed it."""
        # Every level differs from the expected one now: the chip must pull its line.
        self._write_registers(_DEFVAL, _port_registers(self._expected ^ _ALL_HIGH))
        was_pulled = line_is_low()
        return self._accept_levels(
            self._read_expecting(self._expected), interrupted=False
        ), was_pulled

    def check(self) -> None:
        """Raise BadReply unless all that was set up is still there.

        INTCAP and GPIO are not read, so no interrupt ends and no change is lost.
        """
        expected = self._setup_registers()
        registers = self._read_registers(_IODIR, len(expected))
        if registers != expected:
            raise BadReply(f"MCP23017 at 0x{self.address:02X} holds {registers.hex()}")

    def _setup_registers(self) -> bytes:
        """Return the registers from IODIR to GPPU."""
        return b"".join(
            (
                _SEVEN_EACH,  # IODIR: GPA7 and GPB7 are outputs
                _NO_PINS,  # IPOL
                _SEVEN_EACH,  # GPINTEN
                _port_registers(self._expected),  # DEFVAL
                _SEVEN_EACH,  # INTCON: against DEFVAL
                _MIRROR_OPEN_DRAIN,  # IOCON
                _SEVEN_EACH,  # GPPU
            )
        )

    def _accept_levels(self, registers: bytes, *, interrupted: bool) -> int:
        """Return the levels of a reading from IOCON to GPIO, expected from now on.

        An interrupt without a change may come from an expected level garbled on the bus.
        """
        pin_levels = self._levels_in(registers)
        if pin_levels == self._expected and not interrupted:
            return pin_levels
        self._expected = pin_levels
        return self._levels_in(self._read_expecting(pin_levels))

    def _levels_in(self, registers: bytes) -> int:
        if registers[: len(_SETTINGS)] != _SETTINGS:
            raise BadReply(f"MCP23017 at 0x{self.address:02X} was reset")
        return registers[-2] & 0x7F | (registers[-1] & 0x7F) << 7

    def _read_expecting(self, pin_levels: int) -> bytes:
        """Have these levels expected and read on in one transfer; return IOCON to GPIO."""
        request_bytes = bytes((_DEFVAL,)) + _port_registers(pin_levels)
        # One transfer, so that no change falls between setting DEFVAL and reading GPIO.
        return self._bus.write_read(self.address, request_bytes, _INTCON_TO_GPIO)[-_IOCON_TO_GPIO:]

    def _write_registers(self, register: int, data: bytes) -> None:
        self._bus.write(self.address, bytes((register,)) + data)

    def _read_registers(self, register: int, count: int) -> bytes:
        return self._bus.write_read(self.address, bytes((register,)), count)


def _port_registers(inputs: int) -> bytes:
    """Return the inputs as registers of the two ports."""
    return bytes((inputs & 0x7F, inputs >> 7))


# the trace of its wire

_REGISTER_NAMES: Final = (
    "IODIR IPOL GPINTEN DEFVAL INTCON IOCON GPPU INTF INTCAP GPIO OLAT".split()  # noqa: SIM905
)


def _register_name(register: int) -> str:
    name, port = divmod(register, 2)
    return (
        f"{_REGISTER_NAMES[name]}{'AB'[port]}"
        if name < len(_REGISTER_NAMES)
        else register_number(register)
    )


CHIP = I2cChip(
    word="mcp23017",
    terminals=[f"GP{port}{bit_number}" for port in "AB" for bit_number in range(7)],
    addresses=range(0x20, 0x28),
    strap_pins=("A2", "A1", "A0"),
    trace=partial(Registers, _register_name),
)
