"""The lines of the Pi's header through gpiod, libgpiod's own binding (Linux 5.10 and newer)."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from gpiod import Chip, LineRequest, LineSettings
from gpiod.line import Bias, Direction, Value

from hal.errors import BoardUnfit, HardwareError
from hal.pi.square_wave import HIGHEST_HZ, SquareWave

DEVICE_DIR: Final = Path("/dev")
CHIP_LABELS: Final = {"pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1"}
"""The chips of a Pi's header: to the 3 and Zero 2, of the 4, of the 5. Their numbers differ."""
HEADER_PINS: Final = range(28)
"""A chip has more lines, which are the board's own."""

_CONSUMER: Final = "croupier"
_INPUT_SETTINGS: Final = LineSettings(direction=Direction.INPUT, bias=Bias.PULL_UP)
_OUTPUT_SETTINGS: Final = LineSettings(direction=Direction.OUTPUT, output_value=Value.INACTIVE)
_RELEASED_SETTINGS: Final = LineSettings(direction=Direction.INPUT, bias=Bias.DISABLED)


class GpiodHeader:
    """Implements `hal.pi.gpio.GpioHeader`. Untried on real hardware."""

    def __init__(self) -> None:
        self._open_resources = ExitStack()
        self._gpio_chip = _open_gpio_chip()
        self._open_resources.callback(self._gpio_chip.close)

    def input(self, pin: int) -> "GpiodInput":
        """Open `pin` as an input, pulled up."""
        return GpiodInput(self._request_line(pin, _INPUT_SETTINGS), pin)

    def output(self, pin: int) -> "GpiodOutput":
        """Open `pin` as an output, low."""
        return GpiodOutput(self._request_line(pin, _OUTPUT_SETTINGS), pin)

    def tone(self, pin: int) -> "GpiodTone":
        """Open `pin` as a tone output, silent."""
        tone_line = GpiodTone(self.output(pin), pin)
        self._open_resources.callback(tone_line.close)
        return tone_line

    def close(self) -> None:
        """Silence the tones and make every line an input again, its pull-up off."""
        with _converted_errors(HardwareError, "the GPIO chip"):
            self._open_resources.close()

    def _request_line(self, pin: int, settings: LineSettings) -> LineRequest:
        if pin not in HEADER_PINS:
            raise BoardUnfit(
                f"GPIO {pin}: the header has GPIO {HEADER_PINS[0]} to {HEADER_PINS[-1]}"
            )
        with _converted_errors(BoardUnfit, f"GPIO {pin}"):
            gpio_line = self._gpio_chip.request_lines({pin: settings}, _CONSUMER)
        self._open_resources.callback(gpio_line.release)
        # Callbacks run last first: the line is made an input before it is released.
        self._open_resources.callback(gpio_line.reconfigure_lines, {pin: _RELEASED_SETTINGS})
        return gpio_line


class GpiodInput:
    """Implements `hal.ports.InputLine`."""

    def __init__(self, gpio_line: LineRequest, pin: int) -> None:
        self._gpio_line, self._pin = gpio_line, pin

    def level(self) -> bool:
        """Return True for high."""
        with _converted_errors(HardwareError, f"GPIO {self._pin}"):
            return self._gpio_line.get_value(self._pin) is Value.ACTIVE


class GpiodOutput:
    """Implements `hal.ports.OutputLine`."""

    def __init__(self, gpio_line: LineRequest, pin: int) -> None:
        self._gpio_line, self._pin = gpio_line, pin

    def put(self, *, high: bool) -> None:
        """Drive the line."""
        with _converted_errors(HardwareError, f"GPIO {self._pin}"):
            self._gpio_line.set_value(self._pin, Value.ACTIVE if high else Value.INACTIVE)


class GpiodTone:
    """Implements `hal.ports.ToneLine` by a thread that lives as long as the tone."""

    def __init__(self, gpio_line: GpiodOutput, pin: int) -> None:
        self._gpio_line, self._pin = gpio_line, pin
        self._square_wave: SquareWave | None = None

    def sound(self, frequency_hz: int) -> None:
        """Sound `frequency_hz`; 0 is silence. Raises HardwareError if the last tone has failed."""
        if not 0 <= frequency_hz <= HIGHEST_HZ:
            raise HardwareError(
                f"GPIO {self._pin} can't sound {frequency_hz} Hz, but up to {HIGHEST_HZ}"
            )
        square_wave, self._square_wave = self._square_wave, None
        if square_wave is not None:
            square_wave.stop()
        self._gpio_line.put(high=False)
        if frequency_hz:
            self._square_wave = SquareWave(self._gpio_line, frequency_hz)

    def close(self) -> None:
        """Fall silent for good."""
        self.sound(0)


def _open_gpio_chip() -> Chip:
    """Open the chip of the header, which the kernel's driver names."""
    for path in sorted(DEVICE_DIR.glob("gpiochip*")):
        with _converted_errors(
            BoardUnfit, f"{path} can't be opened (is its group gpio the service's too?)"
        ):
            chip = Chip(str(path))
            # By label, since the number of the header's chip differs from Pi to Pi.
            if chip.get_info().label in CHIP_LABELS:
                return chip
            chip.close()
    raise BoardUnfit(f"no GPIO chip of a Raspberry Pi is in {DEVICE_DIR}")


@contextmanager
def _converted_errors(error_class: type[HardwareError], subject: str) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError) as error:
        raise error_class(f"{subject}: {error}") from error
