"""The `wheel` section of a Cammegh SlingShot 2."""

from dataclasses import dataclass
from typing import ClassVar, Final

from drivers.kind import BuildContext, PartKind
from drivers.part import Part
from drivers.section import ConfigSection, TableNeeds, read_port
from drivers.slingshot.message_table import ROWS
from drivers.slingshot.trace import slingshot
from drivers.slingshot.wheel import SlingShotWheel
from drivers.wiring import RouletteWiring, pocket_count


@dataclass(frozen=True, slots=True)
class SlingShotWiring(RouletteWiring):
    """A Cammegh SlingShot 2; it starts each game by itself or on command."""

    part = "slingshot"
    baud: ClassVar[int] = 9600
    host_started: bool


def _read_section(wheel: ConfigSection, table_needs: TableNeeds) -> SlingShotWiring:
    return SlingShotWiring(
        read_port(wheel), pocket_count(table_needs.options), wheel.flag("host_started")
    )


def _build_part(wheel: SlingShotWiring, build_context: BuildContext) -> Part:
    port = build_context.port(wheel.port, wheel.baud)
    return SlingShotWheel(port, numbers=wheel.numbers, host_started=wheel.host_started)


KIND: Final = PartKind(
    SlingShotWiring.part,
    _read_section,
    _build_part,
    bus_type="serial",
    trace=lambda _: slingshot(),
    message_rows=ROWS,
)
