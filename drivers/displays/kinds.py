"""The sections of the displays: `dealer_display` and `payout_display`, and `figures`."""

from functools import partial
from typing import Final

from drivers.displays import CHIPS, ht16k33
from drivers.displays.chip import DisplayChip
from drivers.displays.figures import FigureDisplay
from drivers.displays.text_display import TextDisplay
from drivers.i2c_chip import chips_of
from drivers.kind import BuildContext, PartKind
from drivers.part import Part
from drivers.section import ConfigSection, TableNeeds, read_address
from drivers.wiring import DisplayWiring


def display_kind(chip: DisplayChip) -> PartKind[DisplayWiring]:
    """Return the text display with such a chip."""
    return PartKind(
        word=chip.word,
        read_section=partial(_read_section, chip),
        build_part=partial(_build_part, chip),
        settle_ms=chip.settle_ms,
        trace=lambda wiring: chip.trace(**wiring.module),
        chip=chip,
    )


def _read_section(
    chip: DisplayChip, display: ConfigSection, _table_needs: TableNeeds
) -> DisplayWiring:
    return DisplayWiring(chip.word, read_address(display, chip), chip.read_module(display))


def _read_figures(display: ConfigSection, _table_needs: TableNeeds) -> DisplayWiring:
    return DisplayWiring(ht16k33.CHIP.word, read_address(display, ht16k33.CHIP))


def _build_part(chip: DisplayChip, display: DisplayWiring, build_context: BuildContext) -> Part:
    display_texts, simulated = build_context.registries.screens, build_context.board.simulated
    footer_lines = {
        # Both lines are composed once here, not at every panel.
        testing: display_texts.footer_line(testing=testing, simulated=simulated)
        for testing in (False, True)
    }
    is_dealer = build_context.section == "dealer_display"
    return TextDisplay(
        chip.make_driver(build_context.bus(), display.address, **display.module),
        chip.lay_out_screens,
        display_texts.dealer_lines if is_dealer else display_texts.player_lines,
        build_context.section,
        footer_lines,
        panel_fields=("dealer", "testing") if is_dealer else ("players", "payout", "testing"),
    )


def _build_figures(display: DisplayWiring, build_context: BuildContext) -> Part:
    decimals = build_context.registries.screens.money_decimals
    return FigureDisplay(build_context.bus(), display.address, decimals)


DISPLAY_KINDS: Final = tuple(display_kind(chip) for chip in chips_of("drivers.displays", CHIPS))
FIGURES_KIND: Final = PartKind(
    ht16k33.CHIP.word,
    _read_figures,
    _build_figures,
    trace=lambda _: ht16k33.CHIP.trace(),
    chip=ht16k33.CHIP,
)
