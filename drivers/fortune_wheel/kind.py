"""The `wheel` section of a wheel of fortune with two sensors."""

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar, Final

from drivers.fortune_wheel.wheel import FortuneWheel
from drivers.kind import Kind, Site
from drivers.part import Part
from drivers.section import Needs, Section, read_pin
from firmware.core.games.wheel_of_fortune import arranged


@dataclass(frozen=True, slots=True)
class FortuneSensors:
    """A wheel of fortune, with a sensor at its index and one at its pegs, on pins of the Pi.

    `order` lists the symbols of its parts, in the order of passing the pointer.
    """

    part: ClassVar = "fortune-sensors"
    index: int
    peg: int
    order: tuple[str, ...]


def _read(wheel: Section, needs: Needs) -> FortuneSensors:
    """Read the pins; the wheel's parts are those that the game's options count."""
    segments = needs.options.get("segments", {})
    parts = {symbol: many for symbol, (many, _) in segments.items()}
    order = wheel.texts("order") if wheel.has("order") else arranged(segments)
    if Counter(order) != Counter(parts):
        wheel.fault("order", "other_parts")
    return FortuneSensors(read_pin(wheel, "index"), read_pin(wheel, "peg"), tuple(order))


def _build(wheel: FortuneSensors, site: Site) -> Part:
    index, peg = site.board.input(wheel.index), site.board.input(wheel.peg)
    return FortuneWheel(index, peg, wheel.order)


KIND: Final = Kind(FortuneSensors.part, _read, _build, hangs_on="wheel")
