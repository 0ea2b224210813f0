"""The sections of the displays: `dealer_display` and `payout_display`, and `figures`."""

from functools import partial
from typing import Final

from drivers.displays import CHIPS, ht16k33
from drivers.displays.chip import DisplayChip
from drivers.displays.figures import Figures
from drivers.displays.text_display import TextDisplay
from drivers.i2c_chip import I2cChip, chips_of
from drivers.kind import Kind, Site
from drivers.part import Part
from drivers.section import Needs, Section, read_address
from drivers.wiring import DisplayWiring


def kind(chip: DisplayChip) -> Kind[DisplayWiring]:
    """Return the text display with such a chip."""
    return Kind(
        word=chip.word,
        read=partial(_read, chip),
        build=partial(_build, chip),
        settle_ms=chip.settle_ms,
        trace=lambda _: chip.trace(),
        chip=chip,
    )


def _read(chip: I2cChip, display: Section, _needs: Needs) -> DisplayWiring:
    return DisplayWiring(chip.word, read_address(display, chip))


def _build(chip: DisplayChip, display: DisplayWiring, site: Site) -> Part:
    words, simulated = site.stock.screens, site.board.simulated
    standing = {on: words.standing(testing=on, simulated=simulated) for on in (False, True)}
    dealer = site.section == "dealer_display"
    return TextDisplay(
        chip.make(site.bus(), display.address),
        chip.set_out,
        words.dealer if dealer else words.players,
        site.section,
        standing,
        shows=("dealer", "testing") if dealer else ("players", "payout", "testing"),
    )


def _figures(display: DisplayWiring, site: Site) -> Part:
    return Figures(site.bus(), display.address)


KINDS: Final = tuple(kind(chip) for chip in chips_of("drivers.displays", CHIPS))
FIGURES: Final = Kind(
    ht16k33.CHIP.word,
    partial(_read, ht16k33.CHIP),
    _figures,
    trace=lambda _: ht16k33.CHIP.trace(),
    chip=ht16k33.CHIP,
)
