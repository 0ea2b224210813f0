"""The lines of the Pi's header, through the GPIO library that this system has.

The module RPi.GPIO comes first; rpi-lgpio provides it up to Python 3.12. A system without it has
gpiod, the kernel's own interface.
"""

from importlib import metadata
from typing import Final, NamedTuple, Protocol

from hal.errors import BoardUnfit
from hal.pi.rpi_gpio import RpiGpioHeader
from hal.ports import InputLine, OutputLine, ToneLine

_RPI_GPIO: Final = ("rpi-lgpio", "RPi.GPIO")
_GPIOD: Final = "gpiod"


class GpioHeader(Protocol):
    """The lines by BCM number.

    Opening it or a line raises BoardUnfit off a Pi, for a line that it does not have and for one
    that another program holds. The lines raise HardwareError.
    """

    def input(self, pin: int) -> InputLine:
        """Open `pin` as an input, pulled up."""
        ...

    def output(self, pin: int) -> OutputLine:
        """Open `pin` as an output, low."""
        ...

    def tone(self, pin: int) -> ToneLine:
        """Open `pin` as a tone output, silent; it sounds 1 to 10,000 Hz."""
        ...

    def close(self) -> None:
        """Silence the tones and make every line an input again, its pull-up off."""
        ...


class GpioLibrary(NamedTuple):
    """A distribution, and its version."""

    name: str
    version: str

    def __str__(self) -> str:
        return f"{self.name} {self.version}"


def gpio_library() -> GpioLibrary | None:
    """Return the library that the header is opened through, None without one."""
    for name in (*_RPI_GPIO, _GPIOD):
        try:
            return GpioLibrary(name, metadata.version(name))
        except metadata.PackageNotFoundError:
            continue
    return None


def open_header() -> GpioHeader:
    """Open the header through the library that is here. Raises BoardUnfit."""
    found_library = gpio_library()
    if found_library is None:
        raise BoardUnfit("there is no GPIO library: install rpi-lgpio or gpiod")
    if found_library.name in _RPI_GPIO:
        return RpiGpioHeader()
    try:
        # Imported late: the compiled module is missing on most development machines.
        from hal.pi.gpiod_header import GpiodHeader
    except ImportError as error:
        raise BoardUnfit(f"gpiod can't be used on this machine: {error}") from error
    return GpiodHeader()
