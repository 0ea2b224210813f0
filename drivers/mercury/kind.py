"""The `wheel` section of a Cammegh Mercury 360."""

from dataclasses import dataclass
from typing import ClassVar, Final

from drivers.kind import Kind, Site
from drivers.mercury.trace import mercury
from drivers.mercury.wheel import MercuryWheel
from drivers.mercury.words import Protocol
from drivers.part import Part
from drivers.section import Needs, Section, read_port
from drivers.trace import Tracer
from drivers.wiring import RouletteWiring, pockets

PROTOCOLS: Final[tuple[Protocol, ...]] = ("advanced", "basic", "extended")


@dataclass(frozen=True, slots=True)
class Mercury(RouletteWiring):
    """A Cammegh Mercury 360, with the protocol that its port is set to."""

    part = "mercury"
    baud: ClassVar[int] = 9600
    protocol: Protocol


def _read(wheel: Section, needs: Needs) -> Mercury:
    return Mercury(read_port(wheel), pockets(needs.options), wheel.choice("protocol", PROTOCOLS))


def _build(wheel: Mercury, site: Site) -> Part:
    port = site.port(wheel.port, wheel.baud)
    return MercuryWheel(port, numbers=wheel.numbers, protocol=wheel.protocol)


def _trace(wheel: Mercury) -> Tracer:
    return mercury(wheel.protocol, wheel.numbers)


KIND: Final = Kind(Mercury.part, _read, _build, hangs_on="serial", trace=_trace)
