"""The `wheel` section of a Cammegh SlingShot 2."""

from dataclasses import dataclass
from typing import ClassVar, Final

from drivers.kind import Kind, Site
from drivers.part import Part
from drivers.section import Needs, Section, read_port
from drivers.slingshot.trace import slingshot
from drivers.slingshot.wheel import SlingShotWheel
from drivers.wiring import RouletteWiring, pockets


@dataclass(frozen=True, slots=True)
class SlingShot(RouletteWiring):
    """A Cammegh SlingShot 2; it starts each game by itself or on command."""

    part = "slingshot"
    baud: ClassVar[int] = 9600
    host_started: bool


def _read(wheel: Section, needs: Needs) -> SlingShot:
    return SlingShot(read_port(wheel), pockets(needs.options), wheel.flag("host_started"))


def _build(wheel: SlingShot, site: Site) -> Part:
    port = site.port(wheel.port, wheel.baud)
    return SlingShotWheel(port, numbers=wheel.numbers, host_started=wheel.host_started)


KIND: Final = Kind(SlingShot.part, _read, _build, hangs_on="serial", trace=lambda _: slingshot())
