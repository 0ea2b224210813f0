"""The `balls` section of a ball blower."""

from dataclasses import dataclass
from typing import ClassVar, Final

from drivers.ball_blower.blower import BallBlower
from drivers.ball_blower.trace import ball_blower
from drivers.kind import Kind, Site
from drivers.part import Part
from drivers.section import Needs, Section, read_port


@dataclass(frozen=True, slots=True)
class Blower:
    """A ball blower that speaks our own protocol."""

    part: ClassVar = "blower"
    baud: ClassVar[int] = 9600
    port: str


def _read(balls: Section, _needs: Needs) -> Blower:
    return Blower(read_port(balls))


def _build(balls: Blower, site: Site) -> Part:
    return BallBlower(site.port(balls.port, balls.baud))


KIND: Final = Kind(Blower.part, _read, _build, hangs_on="serial", trace=lambda _: ball_blower())
