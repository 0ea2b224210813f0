"""The `shuffler` section of a shuffler that speaks the ReShuffled framing."""

from dataclasses import dataclass
from typing import ClassVar, Final

from drivers.kind import BuildContext, PartKind
from drivers.part import Part
from drivers.reshuffled.message_table import ROWS
from drivers.reshuffled.shuffler import ReShuffledShuffler
from drivers.reshuffled.trace import reshuffled
from drivers.section import ConfigSection, TableNeeds, read_port
from firmware.core.vocabulary.keys import Key


@dataclass(frozen=True, slots=True)
class ReShuffledWiring:
    """A shuffler that speaks the ReShuffled framing."""

    part: ClassVar = "reshuffled"
    port: str
    baud: int


def _read_section(shuffler: ConfigSection, _table_needs: TableNeeds) -> ReShuffledWiring:
    return ReShuffledWiring(read_port(shuffler), shuffler.choice("baud", (57600, 115200)))


def _build_part(shuffler: ReShuffledWiring, build_context: BuildContext) -> Part:
    return ReShuffledShuffler(build_context.port(shuffler.port, shuffler.baud))


KIND: Final = PartKind(
    ReShuffledWiring.part,
    _read_section,
    _build_part,
    bus_type="serial",
    keys=frozenset({Key.START_SHUFFLER}),
    trace=lambda _: reshuffled(),
    message_rows=ROWS,
)
"""The dealer starts it with a key."""
