"""The rows of the alarms: each fault with its remedy, and the notes."""

from typing import Final

from rich.cells import cell_len
from rich.console import Group
from rich.text import Text as Ink

from firmware.core.vocabulary.faults import FAULTS
from firmware.core.vocabulary.health import FaultStatus
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.status import Status
from firmware.shell.words.words import Words

ALARM: Final = "bold white on red3"
WARNING: Final = "bold black on orange3"


class Alarms:
    """Draws the faults and notes of a table in a language."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def draw(self, status: Status, width: int, rows: int) -> Group:
        """Return as many lines as there are rows for; the last says how many more there are."""
        lines = [line for fault in status.faults for line in self._alarm(fault, width)]
        lines += [Ink(f" {note}", "yellow", overflow="fold") for note in status.notes]
        if len(lines) > rows:
            hidden = self._say("view.more", number=len(lines) - rows + 1)
            lines[rows - 1 :] = [Ink(f" {hidden}", "bold red1")]
        return Group(*lines)

    def _alarm(self, fault: FaultStatus, width: int) -> list[Ink]:
        style = ALARM if FAULTS[fault.code].stops else WARNING
        what = Ink(f" {self._say('view.alarm', words=fault.words)} ", style)
        remedy = Ink(f" {self._say('view.remedy', words=fault.remedy)}", "bold")
        if cell_len(what.plain) + cell_len(remedy.plain) <= width:
            return [Ink.assemble(what, remedy)]
        return [what, remedy]

    def _say(self, key: str, **values: str | int) -> str:
        return self._words.say(Text(key, values))
