"""The `lights` section: chips of one kind, whose channels count on from each to the next."""

from functools import partial
from itertools import count
from typing import Final

from drivers.i2c_chip import chips_of
from drivers.kind import Kind, Site
from drivers.lights import CHIPS
from drivers.lights.chip import LightChip
from drivers.lights.lights import BetLights
from drivers.part import Part
from drivers.section import Needs, Section, read_addresses
from drivers.wiring import LightWiring

COLOURS: Final = 3


def kind(chip: LightChip) -> Kind[LightWiring]:
    """Return the lights on such chips."""
    return Kind(
        word=chip.word,
        read=partial(_read, chip),
        build=partial(_build, chip),
        trace=lambda _: chip.trace(),
        chip=chip,
    )


def _read(chip: LightChip, lights: Section, needs: Needs) -> LightWiring:
    """Read addresses and channels: three a spot, then one a key."""
    addresses = read_addresses(lights, chip)
    each = len(chip.terminals)
    have, need = each * len(addresses), COLOURS * needs.spots + len(needs.keys)
    if lights.sound("addresses") and needs.known and need > have:
        lights.fault("addresses", "few_channels", have=have, need=need)
    reds = range(0, COLOURS * needs.spots, COLOURS)
    spots = {spot: (red, red + 1, red + 2) for spot, red in enumerate(reds, start=1)}
    keys = dict(zip(needs.keys, count(COLOURS * needs.spots), strict=False))
    return LightWiring(chip.word, each, addresses, spots, keys)


def _build(chip: LightChip, lights: LightWiring, site: Site) -> Part:
    bus = site.bus()
    chips = [chip.make(bus, address) for address in lights.addresses]
    return BetLights(chips, lights.spots, lights.keys)


KINDS: Final = tuple(kind(chip) for chip in chips_of("drivers.lights", CHIPS))
