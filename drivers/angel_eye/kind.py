"""The `shoe` section of an Angel Eye shoe."""

from dataclasses import dataclass
from typing import ClassVar, Final

from drivers.angel_eye.shoe import AngelEyeShoe
from drivers.angel_eye.trace import angel_eye
from drivers.kind import Kind, Site
from drivers.part import Part
from drivers.section import Needs, Section, read_port


@dataclass(frozen=True, slots=True)
class AngelEye:
    """An Angel Eye shoe; `copies` of a message must agree; `commands` allows commands to it."""

    part: ClassVar = "angel-eye"
    port: str
    baud: int
    copies: int
    commands: bool


def _read(shoe: Section, _needs: Needs) -> AngelEye:
    return AngelEye(
        port=read_port(shoe),
        baud=shoe.choice("baud", (4800, 9600)),
        copies=shoe.integer("copies", 1, 3),
        commands=shoe.flag("commands"),
    )


def _build(shoe: AngelEye, site: Site) -> Part:
    port = site.port(shoe.port, shoe.baud)
    return AngelEyeShoe(port, copies=shoe.copies, commands=shoe.commands)


KIND: Final = Kind(AngelEye.part, _read, _build, hangs_on="serial", trace=lambda _: angel_eye())
