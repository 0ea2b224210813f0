"""The lines of the Pi's header through gpiod, libgpiod's own binding (Linux 5.10 and newer)."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from gpiod import Chip, LineRequest, LineSettings
from gpiod.line import Bias, Direction, Value

from hal.errors import BoardUnfit, HardwareError
from hal.pi.square_wave import HIGHEST_HZ, SquareWave

DEVICES: Final = Path("/dev")
LABELS: Final = {"pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1"}
"""The chips of a Pi's header: to the 3 and Zero 2, of the 4, of the 5. Their numbers differ."""
PINS: Final = range(28)
"""A chip has more lines, which are the board's own."""

_OURS: Final = "croupier"
_IN: Final = LineSettings(direction=Direction.INPUT, bias=Bias.PULL_UP)
_OUT: Final = LineSettings(direction=Direction.OUTPUT, output_value=Value.INACTIVE)
_FREED: Final = LineSettings(direction=Direction.INPUT, bias=Bias.DISABLED)


class GpiodHeader:
    """Implements `hal.pi.gpio.Header`. Untried on real hardware."""

    def __init__(self) -> None:
        self._opened = ExitStack()
        self._chip = _chip()
        self._opened.callback(self._chip.close)

    def input(self, pin: int) -> "GpiodInput":
        """Open `pin` as an input, pulled up."""
        return GpiodInput(self._line(pin, _IN), pin)

    def output(self, pin: int) -> "GpiodOutput":
        """Open `pin` as an output, low."""
        return GpiodOutput(self._line(pin, _OUT), pin)

    def tone(self, pin: int) -> "GpiodTone":
        """Open `pin` as a tone output, silent."""
        tone = GpiodTone(self.output(pin), pin)
        self._opened.callback(tone.close)
        return tone

    def close(self) -> None:
        """Silence the tones and make every line an input again, its pull-up off."""
        with _as_ours(HardwareError, "the GPIO chip"):
            self._opened.close()

    def _line(self, pin: int, settings: LineSettings) -> LineRequest:
        if pin not in PINS:
            raise BoardUnfit(f"GPIO {pin}: the header has GPIO {PINS[0]} to {PINS[-1]}")
        with _as_ours(BoardUnfit, f"GPIO {pin}"):
            line = self._chip.request_lines({pin: settings}, _OURS)
        self._opened.callback(line.release)
        self._opened.callback(line.reconfigure_lines, {pin: _FREED})
        return line


class GpiodInput:
    """Implements `hal.ports.InputLine`."""

    def __init__(self, line: LineRequest, pin: int) -> None:
        self._line, self._pin = line, pin

    def level(self) -> bool:
        """Return True for high."""
        with _as_ours(HardwareError, f"GPIO {self._pin}"):
            return self._line.get_value(self._pin) is Value.ACTIVE


class GpiodOutput:
    """Implements `hal.ports.OutputLine`."""

    def __init__(self, line: LineRequest, pin: int) -> None:
        self._line, self._pin = line, pin

    def put(self, *, high: bool) -> None:
        """Drive the line."""
        with _as_ours(HardwareError, f"GPIO {self._pin}"):
            self._line.set_value(self._pin, Value.ACTIVE if high else Value.INACTIVE)


class GpiodTone:
    """Implements `hal.ports.ToneLine` by a thread that lives as long as the tone."""

    def __init__(self, line: GpiodOutput, pin: int) -> None:
        self._line, self._pin = line, pin
        self._wave: SquareWave | None = None

    def sound(self, hz: int) -> None:
        """Sound `hz`; 0 is silence. Raises HardwareError if the tone before has failed."""
        if not 0 <= hz <= HIGHEST_HZ:
            raise HardwareError(f"GPIO {self._pin} can't sound {hz} Hz, but up to {HIGHEST_HZ}")
        wave, self._wave = self._wave, None
        if wave is not None:
            wave.stop()
        self._line.put(high=False)
        if hz:
            self._wave = SquareWave(self._line, hz)

    def close(self) -> None:
        """Fall silent for good."""
        self.sound(0)


def _chip() -> Chip:
    """Open the chip of the header, which the kernel's driver names."""
    for path in sorted(DEVICES.glob("gpiochip*")):
        with _as_ours(BoardUnfit, f"{path} can't be opened (is its group gpio the service's too?)"):
            chip = Chip(str(path))
            if chip.get_info().label in LABELS:
                return chip
            chip.close()
    raise BoardUnfit(f"no GPIO chip of a Raspberry Pi is in {DEVICES}")


@contextmanager
def _as_ours(kind: type[HardwareError], what: str) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError) as error:
        raise kind(f"{what}: {error}") from error
