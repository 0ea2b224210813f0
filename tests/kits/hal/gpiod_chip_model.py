"""A GPIO chip as libgpiod shows it, to stand below the genuine gpiod off a Pi."""

import errno
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from gpiod import ChipInfo, _ext
from gpiod.line import Value

from tests.kits.hal.rushed_time import RushedTime

LINES = 54


@dataclass(frozen=True)
class Settings:
    """Stands in for `_ext.LineSettings`."""

    direction: int
    edge_detection: int
    bias: int
    drive: int
    active_low: bool
    debounce_period: int
    event_clock: int
    output_value: int

    def said(self) -> str:
        assert (self.edge_detection, self.drive) == (_ext.EDGE_NONE, _ext.DRIVE_PUSH_PULL)
        assert not self.active_low
        assert not self.debounce_period
        return _SAID[self.direction, self.bias]


_SAID = {
    (_ext.DIRECTION_INPUT, _ext.BIAS_PULL_UP): "pulled-up input",
    (_ext.DIRECTION_INPUT, _ext.BIAS_DISABLED): "input",
    (_ext.DIRECTION_OUTPUT, _ext.BIAS_AS_IS): "output",
}


class Config:
    """Stands in for `_ext.LineConfig`."""

    def __init__(self) -> None:
        self.lines: dict[int, Settings] = {}

    def add_line_settings(self, offsets: list[int], settings: Settings) -> None:
        self.lines |= dict.fromkeys(offsets, settings)


class Gpiod:
    """The chips of a machine, one of them the header's with a contact at each line.

    Implements `tests.kits.hal.gpio_far_end.FarEnd`. To ask for an edge is an assertion.
    """

    def __init__(self, devices: Path, time: RushedTime) -> None:
        self.labels: dict[Path, str] = {}
        self._devices, self._time = devices, time
        self.lines: dict[int, Settings] = {}
        self.driven = [0] * LINES
        self.contacts: dict[int, int] = {}
        self.held_by_another: set[int] = set()
        self.freed: dict[int, str] = {}
        self.open_chips = 0
        self.broken = False
        self._rises: dict[int, list[float]] = {}

    def fit(self, number: int, label: str) -> None:
        """Put a chip into the machine."""
        path = self._devices / f"gpiochip{number}"
        path.touch()
        self.labels[path] = label

    def sounding(self, pin: int) -> float:
        if not self._time.runs():
            return 0
        first, second = self._rises[pin][-2:]
        return round(1 / (second - first))

    def claimed(self) -> dict[int, str]:
        return {pin: settings.said() for pin, settings in self.lines.items()}

    def claim(self, pin: int, settings: Settings) -> None:
        self.use()
        if pin in self.held_by_another or pin in self.lines:
            raise _error(errno.EBUSY)
        self.set_up(pin, settings)

    def set_up(self, pin: int, settings: Settings) -> None:
        self.lines[pin] = settings
        if settings.direction == _ext.DIRECTION_OUTPUT:
            self.driven[pin] = settings.output_value == _ext.VALUE_ACTIVE

    def drive(self, pin: int, value: Value) -> None:
        self.use()
        assert self.lines[pin].direction == _ext.DIRECTION_OUTPUT
        self.driven[pin] = int(bool(value))
        if value is Value.ACTIVE:
            self._rises.setdefault(pin, []).append(self._time.now)

    def level(self, pin: int) -> Value:
        self.use()
        assert self.lines[pin].direction == _ext.DIRECTION_INPUT
        pulled = self.lines[pin].bias == _ext.BIAS_PULL_UP
        return Value.ACTIVE if self.contacts.get(pin, pulled) else Value.INACTIVE

    def use(self) -> None:
        if self.broken:
            raise _error(errno.EIO)


@dataclass
class Chip:
    """Stands in for `_ext.Chip`."""

    machine: Gpiod
    path: str

    def __post_init__(self) -> None:
        self.machine.use()
        self.label = self.machine.labels[Path(self.path)]
        self.machine.open_chips += 1

    def get_info(self) -> ChipInfo:
        return ChipInfo(Path(self.path).name, self.label, LINES)

    def get_line_name(self, offset: int) -> str:
        return f"GPIO{offset}"

    def request_lines(self, config: Config, consumer: str, _events: object) -> "Request":
        assert consumer == "croupier"
        for pin, settings in config.lines.items():
            self.machine.claim(pin, settings)
        return Request(self.machine, list(config.lines), Path(self.path).name)

    def close(self) -> None:
        self.machine.open_chips -= 1


@dataclass
class Request:
    """Stands in for `_ext.Request`."""

    machine: Gpiod
    offsets: list[int]
    chip_name: str

    def get_values(self, offsets: list[int], values: list[Value]) -> None:
        values[:] = [self.machine.level(pin) for pin in offsets]

    def set_values(self, values: Mapping[int, Value]) -> None:
        for pin, value in values.items():
            self.machine.drive(pin, value)

    def reconfigure_lines(self, config: Config) -> None:
        self.machine.use()
        for pin, settings in config.lines.items():
            self.machine.set_up(pin, settings)

    def release(self) -> None:
        for pin in self.offsets:
            self.machine.freed[pin] = self.machine.lines.pop(pin).said()


def _error(number: int) -> OSError:
    return OSError(number, os.strerror(number))
