"""The `shoe` section of a Bee-Tek shoe."""

from dataclasses import dataclass
from typing import ClassVar, Final

from drivers.bee_tek.message_table import ROWS
from drivers.bee_tek.shoe import BY_MODE, DRAWN, BeeTekShoe
from drivers.bee_tek.trace import bee_tek
from drivers.kind import BuildContext, PartKind
from drivers.part import Part
from drivers.section import ConfigSection, TableNeeds, read_port
from firmware.core.vocabulary.keys import Key

LONGEST_REPEAT_MS: Final = 2000


@dataclass(frozen=True, slots=True)
class BeeTekWiring:
    """A Bee-Tek shoe; the same card within `repeat_ms` is a repetition, not a second card.

    `every_card` is what a card is in the mode for burning by hand.
    """

    part: ClassVar = "bee-tek"
    baud: ClassVar[int] = 9600
    port: str
    repeat_ms: int
    every_card: str = BY_MODE


def _read_section(shoe: ConfigSection, _table_needs: TableNeeds) -> BeeTekWiring:
    has_option = shoe.has("every_card")
    return BeeTekWiring(
        read_port(shoe),
        shoe.integer("repeat_ms", 1, LONGEST_REPEAT_MS),
        shoe.choice("every_card", (BY_MODE, DRAWN)) if has_option else BY_MODE,
    )


def _build_part(shoe: BeeTekWiring, build_context: BuildContext) -> Part:
    port = build_context.port(shoe.port, shoe.baud)
    return BeeTekShoe(port, shoe.repeat_ms, every_card=shoe.every_card)


KIND: Final = PartKind(
    BeeTekWiring.part,
    _read_section,
    _build_part,
    bus_type="serial",
    keys=frozenset({Key.CUT_CARD}),
    trace=lambda _: bee_tek(),
    message_rows=ROWS,
)
"""The shoe doesn't see the cut card: the dealer reports it with a key."""
