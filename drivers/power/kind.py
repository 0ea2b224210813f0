"""The `power` section: the line of the power supply."""

from typing import Final, Literal

from drivers.kind import Kind, Site
from drivers.part import Part
from drivers.power.line import PowerLine
from drivers.section import Needs, Section, read_pin
from drivers.wiring import LineWiring

LEVELS: Final[tuple[Literal["high", "low"], ...]] = ("high", "low")


def _read(power: Section, _needs: Needs) -> LineWiring:
    idle = power.choice("idle", LEVELS) if power.has("idle") else LEVELS[0]
    return LineWiring(read_pin(power, "failing"), idle)


def _build(power: LineWiring, site: Site) -> Part:
    return PowerLine(site.board.input(power.failing), idle=power.idle == "high")


KIND: Final = Kind(LineWiring.part, _read, _build, hangs_on="lines")
