"""The lines of the Pi's header through the module RPi.GPIO, whichever distribution provides it."""

import sys
from types import ModuleType
from typing import Any

from hal.errors import BoardUnfit, HardwareError

_DUTY_PERCENT = 50
"""Per cent of its period for which a square wave is high."""

_INITIAL_HZ = 1000
"""The library's PWM needs a frequency from its construction, before one is sounded."""


class RpiGpioHeader:
    """Implements `hal.pi.gpio.GpioHeader`.

    Levels are polled: lgpio would poll for an edge every 0.5 ms.
    """

    def __init__(self) -> None:
        self._gpio = _import_library()
        self._tone_lines: list[PinTone] = []
        with _ErrorConverter(BoardUnfit, "the GPIO chip"):
            # The warning is about lines that a killed service left set up: no news, no remedy.
            self._gpio.setwarnings(False)  # noqa: FBT003
            self._gpio.setmode(self._gpio.BCM)

    def input(self, pin: int) -> "PinInput":
        """Open `pin` as an input, pulled up."""
        return PinInput(self._gpio, pin)

    def output(self, pin: int) -> "PinOutput":
        """Open `pin` as an output, low."""
        return PinOutput(self._gpio, pin)

    def tone(self, pin: int) -> "PinTone":
        """Open `pin` as a tone output, silent."""
        tone_line = PinTone(self._gpio, pin)
        self._tone_lines.append(tone_line)
        return tone_line

    def close(self) -> None:
        """Silence the tones and make every line an input again, its pull-up off."""
        with _ErrorConverter(HardwareError, "the GPIO chip"):
            try:
                for tone in self._tone_lines:
                    tone.close()
            finally:
                self._gpio.cleanup()


class PinInput:
    """Implements `hal.ports.InputLine`."""

    def __init__(self, gpio: ModuleType, pin: int) -> None:
        self._gpio, self._pin = gpio, pin
        self._error_converter = _ErrorConverter(HardwareError, f"GPIO {pin}")
        with _ErrorConverter(BoardUnfit, f"GPIO {pin}"):
            gpio.setup(pin, gpio.IN, pull_up_down=gpio.PUD_UP)

    def level(self) -> bool:
        """Return True for high."""
        with self._error_converter:
            return bool(self._gpio.input(self._pin))


class PinOutput:
    """Implements `hal.ports.OutputLine`."""

    def __init__(self, gpio: ModuleType, pin: int) -> None:
        self._gpio, self._pin = gpio, pin
        with _ErrorConverter(BoardUnfit, f"GPIO {pin}"):
            gpio.setup(pin, gpio.OUT, initial=gpio.LOW)

    def put(self, *, high: bool) -> None:
        """Drive the line."""
        with _ErrorConverter(HardwareError, f"GPIO {self._pin}"):
            self._gpio.output(self._pin, high)


class PinTone:
    """Implements `hal.ports.ToneLine` by the library's software PWM, 1 to 10,000 Hz."""

    def __init__(self, gpio: ModuleType, pin: int) -> None:
        self._pin = pin
        with _ErrorConverter(BoardUnfit, f"GPIO {pin}"):
            gpio.setup(pin, gpio.OUT, initial=gpio.LOW)
            self._pwm: Any = gpio.PWM(pin, _INITIAL_HZ)

    def sound(self, frequency_hz: int) -> None:
        """Sound `frequency_hz`; 0 is silence. Raises HardwareError for a frequency that
        the library refuses.
        """
        with _ErrorConverter(HardwareError, f"GPIO {self._pin}"):
            if frequency_hz == 0:
                self._pwm.stop()
            else:
                self._pwm.ChangeFrequency(frequency_hz)
                self._pwm.start(_DUTY_PERCENT)

    def close(self) -> None:
        """Fall silent for good."""
        self.sound(0)
        # Its destructor stops it once more, which must happen before the chip is closed.
        self._pwm = None


def _import_library() -> ModuleType:
    with _ErrorConverter(BoardUnfit, "GPIO can't be used on this machine"):
        from RPi import GPIO  # it can't even be imported off a Pi

        return GPIO  # type: ignore[no-any-return]


class _ErrorConverter:
    """Converts the library's errors to `error_class`.

    rpi-lgpio lets the errors of lgpio through, and lgpio raises OSError when it is imported in a
    working directory where it can't make a pipe.
    """

    def __init__(self, error_class: type[HardwareError], subject: str) -> None:
        self._error_class, self._subject = error_class, subject

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, _error_type: object, error: BaseException | None, _traceback: object
    ) -> None:
        if error is None:  # a line is read some hundred times a second
            return
        # lgpio is loaded by rpi-lgpio only, and need not be installed.
        library_error = getattr(sys.modules.get("lgpio"), "error", RuntimeError)
        if isinstance(error, (ImportError, RuntimeError, ValueError, OSError, library_error)):
            raise self._error_class(f"{self._subject}: {error}") from error
