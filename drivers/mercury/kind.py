"""The `wheel` section of a Cammegh Mercury 360."""

from dataclasses import dataclass
from typing import ClassVar, Final

from drivers.kind import BuildContext, PartKind
from drivers.mercury.message_table import ROWS
from drivers.mercury.messages import Protocol
from drivers.mercury.trace import mercury
from drivers.mercury.wheel import MercuryWheel
from drivers.part import Part
from drivers.section import ConfigSection, TableNeeds, read_port
from drivers.trace import Tracer
from drivers.wiring import RouletteWiring, pocket_count

PROTOCOLS: Final[tuple[Protocol, ...]] = ("advanced", "basic", "extended")


@dataclass(frozen=True, slots=True)
class MercuryWiring(RouletteWiring):
    """A Cammegh Mercury 360, with the protocol that its port is set to."""

    part = "mercury"
    baud: ClassVar[int] = 9600
    protocol: Protocol


def _read_section(wheel: ConfigSection, table_needs: TableNeeds) -> MercuryWiring:
    return MercuryWiring(
        read_port(wheel), pocket_count(table_needs.options), wheel.choice("protocol", PROTOCOLS)
    )


def _build_part(wheel: MercuryWiring, build_context: BuildContext) -> Part:
    port = build_context.port(wheel.port, wheel.baud)
    return MercuryWheel(port, numbers=wheel.numbers, protocol=wheel.protocol)


def _make_tracer(wheel: MercuryWiring) -> Tracer:
    return mercury(wheel.protocol, wheel.numbers)


KIND: Final = PartKind(
    MercuryWiring.part,
    _read_section,
    _build_part,
    bus_type="serial",
    trace=_make_tracer,
    message_rows=ROWS,
)
