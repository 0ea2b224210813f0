"""The `shoe` section of a Bee-Tek shoe."""

from dataclasses import dataclass
from typing import ClassVar, Final

from drivers.bee_tek.shoe import BeeTekShoe
from drivers.bee_tek.trace import bee_tek
from drivers.kind import BuildContext, PartKind
from drivers.part import Part
from drivers.section import ConfigSection, TableNeeds, read_port
from firmware.core.vocabulary.keys import Key

LONGEST_REPEAT_MS: Final = 2000


@dataclass(frozen=True, slots=True)
class BeeTekWiring:
    """A Bee-Tek shoe; the same card within `repeat_ms` is a repetition, not a second card."""

    part: ClassVar = "bee-tek"
    baud: ClassVar[int] = 9600
    port: str
    repeat_ms: int


def _read_section(shoe: ConfigSection, _table_needs: TableNeeds) -> BeeTekWiring:
    return BeeTekWiring(read_port(shoe), shoe.integer("repeat_ms", 1, LONGEST_REPEAT_MS))


def _build_part(shoe: BeeTekWiring, build_context: BuildContext) -> Part:
    return BeeTekShoe(build_context.port(shoe.port, shoe.baud), shoe.repeat_ms)


KIND: Final = PartKind(
    BeeTekWiring.part,
    _read_section,
    _build_part,
    bus_type="serial",
    keys=frozenset({Key.CUT_CARD}),
    trace=lambda _: bee_tek(),
)
"""The shoe doesn't see the cut card: the dealer reports it with a key."""
