"""The row of the shoe, or of the wheel, dice or balls, and of the figures."""

from collections.abc import Mapping
from typing import Final

from rich.cells import cell_len
from rich.console import RenderableType
from rich.text import Text as StyledText

from firmware.cli.terminal.alarms import WARNING_STYLE
from firmware.cli.terminal.displays import MARK_STYLE
from firmware.cli.terminal.felt import FeltView
from firmware.cli.terminal.results import RESULT_SEPARATOR
from firmware.core.vocabulary.next_step import Act
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.status import InstrumentStatus, Status
from firmware.shell.words.words import Words

TILE_GAMES: Final = frozenset({"pai-gow"})
MIN_BAR_WIDTH: Final = 8
"""Columns of the bar that shows how many cards are left."""
INSTRUMENT_LABELS: Final[Mapping[str, str]] = {
    "number": "view.instrument.number",
    "segment": "view.instrument.segment",
    "dice": "view.instrument.dice",
    "balls": "view.instrument.balls",
}
"""The name of an instrument by the kind of its result."""
VALUE_LABELS: Final[Mapping[str, str]] = {
    "point": "told.point",
    "off": "told.off",
    "shooter": "told.shooter",
    "draw": "told.draw",
    "prison": "told.prison",
}
"""The values of a round that the row of the instrument shows."""
LED_STYLE: Final = "bold red1 on grey7"


class GaugeRows:
    """Draws the shoe, the instrument and the figures of a table in a language."""

    def __init__(self, words: Words, felt_view: FeltView) -> None:
        self._words = words
        self._felt_view = felt_view

    def shoe_row(self, status: Status, width: int) -> RenderableType:
        """Return the bar of the cards left, the felt's signs, and the figures."""
        shoe_status = status.shoe
        cards_left_key = "view.tiles_left" if status.game in TILE_GAMES else "ui.shoe"
        cards_left_text = StyledText(f" {self._render(cards_left_key, left=shoe_status.left)} ")
        cut_mark = (
            StyledText(f" {self._render('view.cut')} ", WARNING_STYLE)
            if shoe_status.cut
            else StyledText()
        )
        figures_text = self._figures_text(status)
        free_width = (
            width
            - sum(
                cell_len(styled_text.plain)
                for styled_text in (cards_left_text, cut_mark, figures_text)
            )
            - 2
        )
        legend_text = self._fitting_legend(status, width, free_width - MIN_BAR_WIDTH)
        free_width -= cell_len(legend_text)
        full_width = round(free_width * max(0, shoe_status.left) / max(1, shoe_status.of))
        shoe_bar = StyledText.assemble(
            ("█" * full_width, "cyan"), ("░" * (free_width - full_width), "grey35"), " "
        )
        return StyledText.assemble(
            cards_left_text, shoe_bar, (legend_text, "dim"), cut_mark, " ", figures_text
        )

    def instrument_row(
        self, status: Status, instrument: InstrumentStatus, width: int
    ) -> RenderableType:
        """Return the result of the wheel, the dice or the balls, and the values of the round."""
        instrument_name = self._render(INSTRUMENT_LABELS.get(instrument.step, instrument.step))
        pending_text = (
            self._render("view.spinning")
            if status.phase == "round" and status.ask.do is Act.BRING_RESULT
            else "–"
        )
        is_long = instrument.step == "balls"
        result_text = " ".join(instrument.shown or instrument.keyed) if not is_long else ""
        value_texts = (
            Text(VALUE_LABELS.get(value_key, value_key), placeholders)
            for value_key, placeholders in status.game_values.items()
        )
        row_text = StyledText.assemble(
            f" {instrument_name}  ", (f" {result_text or pending_text} ", MARK_STYLE), "   "
        )
        row_text.append(RESULT_SEPARATOR.join(map(self._words.render, value_texts)), "bold")
        figures_text = self._figures_text(status)
        row_text.truncate(width - cell_len(figures_text.plain) - 1, pad=True)
        return row_text + figures_text

    def _fitting_legend(self, status: Status, width: int, free_width: int) -> str:
        """Return the felt's signs with their names, as many as fit."""
        legend_text = ""
        for legend_entry in self._felt_view.legend(status.spots, width):
            longer_legend = f"{legend_text} {legend_entry} "
            legend_text = longer_legend if cell_len(longer_legend) <= free_width else legend_text
        return legend_text

    def _figures_text(self, status: Status) -> StyledText:
        amount_text = "" if status.figures is None else self._words.format_money(status.figures)
        return StyledText(f"{amount_text:>13} ", LED_STYLE)

    def _render(self, text_key: str, **placeholders: str | int) -> str:
        return self._words.render(Text(text_key, placeholders))
