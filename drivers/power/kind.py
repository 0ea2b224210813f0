"""The `power` section: the line of the power supply."""

from typing import Final, Literal

from drivers.kind import BuildContext, PartKind
from drivers.part import Part
from drivers.power.line import PowerLine
from drivers.section import ConfigSection, TableNeeds, read_pin
from drivers.wiring import LineWiring

LINE_LEVELS: Final[tuple[Literal["high", "low"], ...]] = ("high", "low")


def _read_section(power: ConfigSection, _table_needs: TableNeeds) -> LineWiring:
    idle_level = power.choice("idle", LINE_LEVELS) if power.has("idle") else LINE_LEVELS[0]
    return LineWiring(read_pin(power, "failing"), idle_level)


def _build_part(power: LineWiring, build_context: BuildContext) -> Part:
    return PowerLine(build_context.board.input(power.failing), idle_level=power.idle == "high")


KIND: Final = PartKind(LineWiring.part, _read_section, _build_part, bus_type="lines")
