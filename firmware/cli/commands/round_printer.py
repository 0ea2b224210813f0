"""Recalled rounds for a person at a terminal."""

from collections.abc import Iterable

from rich.console import Console

from firmware.console.table.rounds import RoundRenderer
from firmware.shell.history.setting_words import setting_words
from firmware.shell.recall import RecalledRound
from firmware.shell.words.words import Words


def print_rounds(rounds: Iterable[RecalledRound], words: Words) -> None:
    """Print the rounds, in colour where the terminal has it; long lines are not cut."""
    rich_console = Console(highlight=False, soft_wrap=True)
    for recalled_round in rounds:
        renderer = RoundRenderer(setting_words(recalled_round.decided_by, words))
        for round_line in renderer.round_lines(recalled_round):
            rich_console.print(round_line)
        rich_console.print()
