"""The `balls` section of a ball blower."""

from dataclasses import dataclass
from typing import ClassVar, Final

from drivers.ball_blower.blower import BallBlower
from drivers.ball_blower.message_table import ROWS
from drivers.ball_blower.trace import ball_blower
from drivers.kind import BuildContext, PartKind
from drivers.part import Part
from drivers.section import ConfigSection, TableNeeds, read_port


@dataclass(frozen=True, slots=True)
class BlowerWiring:
    """A ball blower that speaks our own protocol."""

    part: ClassVar = "blower"
    baud: ClassVar[int] = 9600
    port: str


def _read_section(balls: ConfigSection, _table_needs: TableNeeds) -> BlowerWiring:
    return BlowerWiring(read_port(balls))


def _build_part(balls: BlowerWiring, build_context: BuildContext) -> Part:
    return BallBlower(build_context.port(balls.port, balls.baud))


KIND: Final = PartKind(
    BlowerWiring.part,
    _read_section,
    _build_part,
    bus_type="serial",
    trace=lambda _: ball_blower(),
    message_rows=ROWS,
)
