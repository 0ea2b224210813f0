"""The `lights` section: chips of one kind, whose channels count on from each to the next."""

from functools import partial
from itertools import count, permutations
from typing import Final

from drivers.i2c_chip import chips_of
from drivers.kind import BuildContext, PartKind
from drivers.lights import CHIPS
from drivers.lights.chip import LightChip
from drivers.lights.lights import BetLights
from drivers.part import Part
from drivers.section import ConfigSection, TableNeeds, read_addresses
from drivers.wiring import LightWiring

COLOURS: Final = 3
COLOUR_ORDERS: Final = tuple(map("".join, permutations("rgb")))
"""The first is that of the modules that say nothing else."""


def light_kind(chip: LightChip) -> PartKind[LightWiring]:
    """Return the lights on such chips."""
    return PartKind(
        word=chip.word,
        read_section=partial(_read_section, chip),
        build_part=partial(_build_part, chip),
        trace=lambda _: chip.trace(),
        chip=chip,
    )


def _read_section(chip: LightChip, lights: ConfigSection, table_needs: TableNeeds) -> LightWiring:
    """Read addresses and channels: three a spot in the module's order, then one a key."""
    addresses = read_addresses(lights, chip)
    channels_per_chip = len(chip.terminals)
    available_channels, needed_channels = (
        channels_per_chip * len(addresses),
        COLOURS * table_needs.spots + len(table_needs.keys),
    )
    if (
        lights.are_sound("addresses")
        and table_needs.keys_valid
        and needed_channels > available_channels
    ):
        lights.add_fault(
            "addresses", "config.few_channels", have=available_channels, need=needed_channels
        )
    # The colours of spot 1, then of spot 2; the key lamps follow the last spot.
    red, green, blue = map(_read_colour_order(lights).index, "rgb")
    first_channels = range(0, COLOURS * table_needs.spots, COLOURS)
    spots = {
        spot: (first_channel + red, first_channel + green, first_channel + blue)
        for spot, first_channel in enumerate(first_channels, start=1)
    }
    keys = dict(zip(table_needs.keys, count(COLOURS * table_needs.spots), strict=False))
    return LightWiring(chip.word, channels_per_chip, addresses, spots, keys)


def _read_colour_order(lights: ConfigSection) -> str:
    name = "colour_order"
    return lights.choice(name, COLOUR_ORDERS) if lights.has(name) else COLOUR_ORDERS[0]


def _build_part(chip: LightChip, lights: LightWiring, build_context: BuildContext) -> Part:
    bus = build_context.bus()
    chips = [chip.make_driver(bus, address) for address in lights.addresses]
    return BetLights(chips, lights.spots, lights.keys)


LIGHT_KINDS: Final = tuple(light_kind(chip) for chip in chips_of("drivers.lights", CHIPS))
