"""The `wheel` section of a wheel of fortune with two sensors."""

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar, Final

from drivers.fortune_wheel.message_table import ROWS
from drivers.fortune_wheel.wheel import FortuneWheel
from drivers.kind import BuildContext, PartKind
from drivers.part import Part
from drivers.section import ConfigSection, TableNeeds, read_pin
from firmware.core.games.wheel_of_fortune import arrange_symbols


@dataclass(frozen=True, slots=True)
class FortuneSensorWiring:
    """A wheel of fortune, with a sensor at its index and one at its pegs, on pins of the Pi.

    `order` lists the symbols of its parts, in the order in which they pass the pointer.
    """

    part: ClassVar = "fortune-sensors"
    index: int
    peg: int
    order: tuple[str, ...]


def _read_section(wheel: ConfigSection, table_needs: TableNeeds) -> FortuneSensorWiring:
    """Read the pins; the wheel's parts are those that the game's options count."""
    segments = table_needs.options.get("segments", {})
    segment_counts = {symbol: part_count for symbol, (part_count, _) in segments.items()}
    segment_order = wheel.texts("order") if wheel.has("order") else arrange_symbols(segments)
    # The order may be given freely, but each symbol as often as the game's options say.
    if Counter(segment_order) != Counter(segment_counts):
        wheel.add_fault("order", "config.other_parts")
    return FortuneSensorWiring(
        read_pin(wheel, "index"), read_pin(wheel, "peg"), tuple(segment_order)
    )


def _build_part(wheel: FortuneSensorWiring, build_context: BuildContext) -> Part:
    index, peg = build_context.board.input(wheel.index), build_context.board.input(wheel.peg)
    return FortuneWheel(index, peg, wheel.order)


KIND: Final = PartKind(
    FortuneSensorWiring.part, _read_section, _build_part, bus_type="wheel", message_rows=ROWS
)
