"""The `shuffler` section of a shuffler that speaks the ReShuffled framing."""

from dataclasses import dataclass
from typing import ClassVar, Final

from drivers.kind import Kind, Site
from drivers.part import Part
from drivers.reshuffled.shuffler import ReShuffledShuffler
from drivers.reshuffled.trace import reshuffled
from drivers.section import Needs, Section, read_port
from firmware.core.vocabulary.keys import Key


@dataclass(frozen=True, slots=True)
class ReShuffled:
    """A shuffler that speaks the ReShuffled framing."""

    part: ClassVar = "reshuffled"
    port: str
    baud: int


def _read(shuffler: Section, _needs: Needs) -> ReShuffled:
    return ReShuffled(read_port(shuffler), shuffler.choice("baud", (57600, 115200)))


def _build(shuffler: ReShuffled, site: Site) -> Part:
    return ReShuffledShuffler(site.port(shuffler.port, shuffler.baud))


KIND: Final = Kind(
    ReShuffled.part,
    _read,
    _build,
    hangs_on="serial",
    keys=frozenset({Key.SHUFFLE}),
    trace=lambda _: reshuffled(),
)
"""The dealer starts it with a key."""
