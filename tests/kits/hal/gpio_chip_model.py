"""A GPIO chip as lgpio shows it, to stand below the genuine rpi-lgpio off a Pi."""

INPUT, OUTPUT = 0x100, 0x200
PULL_UP, PULL_DOWN, PULL_NONE = 0x20, 0x40, 0x80

_SAID = {
    INPUT | PULL_UP: "pulled-up input",
    INPUT | PULL_NONE: "input",
    OUTPUT | PULL_NONE: "output",
}


class LgpioError(Exception):
    """What lgpio raises; it is no RuntimeError."""


class Lgpio:
    """Stands in for the module lgpio: one chip of 54 lines, with a contact at each.

    It knows nothing of edges, callbacks and alerts: to ask for one is an AttributeError. Implements
    `tests.kits.hal.gpio_far_end.FarEnd`.
    """

    SET_PULL_UP, SET_PULL_DOWN, SET_PULL_NONE = PULL_UP, PULL_DOWN, PULL_NONE
    GPIO_BUSY = -79
    error = LgpioError

    def __init__(self) -> None:
        self.open_chips = 0
        self.modes = [0] * 54
        self.driven = [0] * 54
        self.contacts: dict[int, int] = {}
        self.waves: dict[int, tuple[float, float]] = {}
        self.held_by_another: set[int] = set()
        self.freed: dict[int, str] = {}
        self.broken = False

    def sounding(self, pin: int) -> float:
        return self.waves.get(pin, (0, 0))[0]

    def claimed(self) -> dict[int, str]:
        return {pin: _SAID[mode] for pin, mode in enumerate(self.modes) if mode}

    def gpiochip_open(self, number: int) -> int:
        if self.broken:
            raise LgpioError("can not open gpiochip")
        assert number == 0
        self.open_chips += 1
        return 5

    def gpiochip_close(self, chip: int) -> int:
        self._use(chip, 0)
        self.open_chips -= 1
        return 0

    def gpio_get_chip_info(self, chip: int) -> list[object]:
        self._use(chip, 0)
        return [0, 54, "pinctrl-bcm2711", "pinctrl-bcm2711"]

    def gpio_get_mode(self, chip: int, gpio: int) -> int:
        self._use(chip, gpio)
        return self.modes[gpio]

    def gpio_claim_input(self, chip: int, gpio: int, pull: int) -> int:
        self._claim(chip, gpio, INPUT | pull)
        return 0

    def gpio_claim_output(self, chip: int, gpio: int, level: int, pull: int) -> int:
        self._claim(chip, gpio, OUTPUT | pull)
        self.driven[gpio] = int(level)
        return 0

    def gpio_free(self, chip: int, gpio: int) -> int:
        self._use(chip, gpio)
        if not self.modes[gpio]:
            raise LgpioError("GPIO not allocated")
        self.freed[gpio] = _SAID[self.modes[gpio]]
        self.modes[gpio] = 0
        return 0

    def gpio_read(self, chip: int, gpio: int) -> int:
        self._use(chip, gpio)
        if self.modes[gpio] & OUTPUT:
            return self.driven[gpio]
        return self.contacts.get(gpio, 1 if self.modes[gpio] & PULL_UP else 0)

    def gpio_write(self, chip: int, gpio: int, level: int) -> int:
        self._use(chip, gpio)
        assert self.modes[gpio] & OUTPUT
        self.driven[gpio] = int(level)
        return 0

    def tx_pwm(self, chip: int, gpio: int, hz: float, duty: float) -> int:
        self._use(chip, gpio)
        if hz > 10_000:
            raise LgpioError("bad PWM frequency")
        if hz:
            self.waves[gpio] = (hz, duty)
        else:
            self.waves.pop(gpio, None)
        return 0

    def _claim(self, chip: int, gpio: int, mode: int) -> None:
        self._use(chip, gpio)
        if gpio in self.held_by_another:
            raise LgpioError("GPIO busy")
        self.modes[gpio] = mode

    def _use(self, chip: int, gpio: int) -> None:
        if self.broken:
            raise LgpioError("bad handle")
        assert (chip, self.open_chips) == (5, 1)
        assert 0 <= gpio < 54
