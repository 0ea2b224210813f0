"""The `shoe` section of an Angel Eye shoe."""

from dataclasses import dataclass
from typing import ClassVar, Final

from drivers.angel_eye.message_table import ROWS
from drivers.angel_eye.shoe import AngelEyeShoe
from drivers.angel_eye.trace import angel_eye
from drivers.kind import BuildContext, PartKind
from drivers.part import Part
from drivers.section import ConfigSection, TableNeeds, read_port


@dataclass(frozen=True, slots=True)
class AngelEyeWiring:
    """An Angel Eye shoe; `copies` of a message must agree; `commands` allows commands to it."""

    part: ClassVar = "angel-eye"
    port: str
    baud: int
    copies: int
    commands: bool


ITS_GAME: Final = "baccarat"
"""The shoe itself says whose each card is and who has won, by the rules of this game alone."""


def _read_section(shoe: ConfigSection, table_needs: TableNeeds) -> AngelEyeWiring:
    if table_needs.game not in ("", ITS_GAME):
        shoe.add_fault("part", "config.baccarat_shoe")
    return AngelEyeWiring(
        port=read_port(shoe),
        baud=shoe.choice("baud", (4800, 9600)),
        copies=shoe.integer("copies", 1, 3),
        commands=shoe.flag("commands"),
    )


def _build_part(shoe: AngelEyeWiring, build_context: BuildContext) -> Part:
    port = build_context.port(shoe.port, shoe.baud)
    return AngelEyeShoe(port, copies_needed=shoe.copies, commands=shoe.commands)


KIND: Final = PartKind(
    AngelEyeWiring.part,
    _read_section,
    _build_part,
    bus_type="serial",
    trace=lambda _: angel_eye(),
    message_rows=ROWS,
)
