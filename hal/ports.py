"""The ports that drivers receive; a driver never opens one and does not know its board."""

from pathlib import Path
from typing import NewType, Protocol

from hal.board_health import BoardHealth

Millis = NewType("Millis", int)
"""Milliseconds on a monotonic clock with an arbitrary zero."""

NEVER = Millis(1 << 62)


class Clock(Protocol):
    """Time, as the board has it: monotonic on a real board, virtual where a script is played."""

    def now(self) -> Millis:
        """Return the time; it never goes back."""
        ...


class SerialPort(Protocol):
    """A byte stream in both directions, 8N1, opened and configured by the board."""

    @property
    def path(self) -> str:
        """The name under which the port is opened, and opened again after it was lost."""
        ...

    def reopen(self) -> None:
        """Close the port if it is open, and open it again, empty. Raises PortLost or PortTaken."""
        ...

    def read(self) -> bytes:
        """Return the received bytes, b"" if none; never waits. Raises PortLost."""
        ...

    def write(self, data: bytes) -> None:
        """Send all of `data`. Raises PortLost, also when the far end doesn't take it in time."""
        ...

    def readable(self) -> bool:
        """Return whether something may be read; true if the port is lost."""
        ...

    def wait(self, timeout_ms: Millis) -> None:
        """Return when something may be read, or after `timeout_ms`; at once if the port is lost."""
        ...

    def wake(self) -> None:
        """End a `wait` that is under way, or else the next one; from any thread."""
        ...

    def close(self) -> None:
        """Let the port go; closing twice is no error."""
        ...


class I2CBus(Protocol):
    """An I2C bus as its only master. Addresses are 7 bits, 0x08 to 0x77.

    Every call raises DeviceSilent(address) on a missing acknowledge and BusStuck on a time-out or
    a lost arbitration; ValueError on an address out of range or an empty read.
    """

    def write(self, address: int, data: bytes) -> None:
        """Send `data`; an empty one only asks for the acknowledge."""
        ...

    def read(self, address: int, count: int) -> bytes:
        """Return exactly `count` bytes, at least one."""
        ...

    def write_read(self, address: int, data: bytes, count: int) -> bytes:
        """Send `data`, then read `count` bytes behind a repeated start."""
        ...


class I2CAdapter(I2CBus, Protocol):
    """The bus as its owner has it."""

    def recover(self) -> None:
        """Free a bus that a part holds low, by clocking its unfinished transfer out.

        Takes some tenths of a second. Raises HardwareError if the board can't, or if the bus is
        still held.
        """
        ...


class InputLine(Protocol):
    """A digital input with its pull-up on."""

    def level(self) -> bool:
        """Return True for high."""
        ...


class OutputLine(Protocol):
    """A digital output, low when opened."""

    def put(self, *, high: bool) -> None: ...


class ToneLine(Protocol):
    """An output that can sound a square wave."""

    def sound(self, frequency_hz: int) -> None:
        """Sound `frequency_hz` until the next call; 0 is silence."""
        ...


class Speaker(Protocol):
    """A loudspeaker for phrases rendered in advance. No call waits.

    Every call may raise HardwareError; BoardUnfit if a program is missing.
    """

    def start(self) -> None:
        """Stop any sound and rendering, and try the device.

        Raises HardwareError as long as the last sound ended with an error.
        """
        ...

    def has(self, text: str) -> bool:
        """Return whether `text` is rendered."""
        ...

    def render(self, text: str) -> None:
        """Begin to render `text`, when nothing is being rendered."""
        ...

    def rendering(self) -> bool:
        """Return whether a rendering is under way."""
        ...

    def play(self, text: str) -> None:
        """Start to play a rendered phrase, if nothing is playing."""
        ...

    def playing(self) -> bool:
        """Return whether the device is in use, even by a sound just stopped."""
        ...

    def stop(self) -> None:
        """Be silent."""
        ...


class Board(Protocol):
    """A machine with ports. Pins are BCM numbers. Opening raises HardwareError."""

    @property
    def clock(self) -> Clock:
        """The board's own clock."""
        ...

    @property
    def simulated(self) -> bool:
        """True if no real hardware is attached: it is stamped on the journal and every display."""
        ...

    def serial(self, path: str, baud: int) -> SerialPort:
        """Return the port; it is not open before `reopen`."""
        ...

    def i2c(self, bus_number: int) -> I2CAdapter:
        """Open /dev/i2c-`bus_number`, or its equivalent."""
        ...

    def input(self, pin: int) -> InputLine:
        """Open `pin` as an input, pulled up."""
        ...

    def output(self, pin: int) -> OutputLine:
        """Open `pin` as an output, low."""
        ...

    def tone(self, pin: int) -> ToneLine:
        """Open `pin` as a tone output, silent."""
        ...

    def speaker(self, device: str, espeak_voice: str, cache_dir: Path) -> Speaker:
        """Return the loudspeaker on an ALSA device; `cache_dir` holds its renderings."""
        ...

    def health(self) -> BoardHealth:
        """Return its supply, speed and temperature."""
        ...

    def close(self) -> None:
        """Restore every line and close all ports."""
        ...
