"""The lines of a script without a table, one JSON object each."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from firmware.core.game.options import OptionRefused
from firmware.core.vocabulary.rulings import Ruling
from firmware.shell.words.words import Words
from sim.play.output import LineWriter

OutputLine = dict[str, Any]
PrintLine = Callable[[Mapping[str, Any]], None]
LineMakers = Mapping[type[Ruling], Callable[[Any], OutputLine]]


class LineOutput:
    """Prints the lines of one script; `line_makers` are for the rulings of its game."""

    def __init__(self, words: Words, print_line: PrintLine, line_makers: LineMakers) -> None:
        self._words, self._print_line, self._line_makers = words, print_line, line_makers
        self._line_writer = LineWriter(words, {})

    def begin_script(self, game: str, name: str | int) -> None:
        """Print which script it is."""
        self._print_line({"script": name, "game": game})

    def refuse_options(self, refused: OptionRefused) -> None:
        """Print that its options are refused."""
        self._print_line({"refused": {"step": 0, "why": self._words.render(refused.why)}})

    def play_steps(
        self, steps: Iterable[Any], execute: Callable[[Any], tuple[Ruling, ...]]
    ) -> None:
        """Do every step, and print the rulings on each."""
        for number, step in enumerate(steps, start=1):
            for ruling in execute(step):
                make_line = self._line_makers.get(type(ruling))
                lines = (
                    [make_line(ruling)]
                    if make_line
                    else self._line_writer.rulings([ruling], number)
                )
                for line in lines:
                    self._print_line(line)

    def finish_script(self, pending_step: str | None) -> None:
        """Print the step that an unfinished script waits for."""
        if pending_step is not None:
            self._print_line({"unfinished": {"waiting_for": pending_step}})


def named_line(name: str) -> Callable[[Ruling], OutputLine]:
    """Return the maker of a line with every field of a ruling."""

    def line(ruling: Ruling) -> OutputLine:
        return {name: {field: getattr(ruling, field) for field in ruling.__struct_fields__}}

    return line
