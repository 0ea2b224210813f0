"""The rows of the alarms: each fault with its remedy, then the notes."""

from typing import Final

from rich.cells import cell_len
from rich.console import Group
from rich.text import Text as StyledText

from firmware.core.vocabulary.faults import FAULT_KINDS
from firmware.core.vocabulary.health import FaultStatus
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.status import Status
from firmware.shell.words.words import Words

ALARM_STYLE: Final = "bold white on red3"
WARNING_STYLE: Final = "bold black on orange3"


class AlarmRows:
    """Draws the faults and notes of a table in a language."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def draw(self, status: Status, width: int, row_count: int) -> Group:
        """Return the lines, cut to the rows; the last row counts the hidden ones."""
        alarm_lines = [
            alarm_line for fault in status.faults for alarm_line in self._fault_lines(fault, width)
        ]
        alarm_lines += [StyledText(f" {note}", "yellow", overflow="fold") for note in status.notes]
        if len(alarm_lines) > row_count:
            hidden_text = self._render("view.more", number=len(alarm_lines) - row_count + 1)
            alarm_lines[row_count - 1 :] = [StyledText(f" {hidden_text}", "bold red1")]
        return Group(*alarm_lines)

    def _fault_lines(self, fault: FaultStatus, width: int) -> list[StyledText]:
        fault_style = ALARM_STYLE if FAULT_KINDS[fault.code].stops_deal else WARNING_STYLE
        fault_text = StyledText(f" {self._render('view.alarm', words=fault.words)} ", fault_style)
        remedy_text = StyledText(f" {self._render('view.remedy', words=fault.remedy)}", "bold")
        if cell_len(fault_text.plain) + cell_len(remedy_text.plain) <= width:
            return [StyledText.assemble(fault_text, remedy_text)]
        return [fault_text, remedy_text]

    def _render(self, text_key: str, **placeholders: str | int) -> str:
        return self._words.render(Text(text_key, placeholders))
