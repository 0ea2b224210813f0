"""Recalled rounds for a person at a terminal."""

from collections.abc import Iterable

from rich.console import Console

from firmware.console.table.rounds import RoundTeller, words_of
from firmware.shell.recall import Round
from firmware.shell.words.words import Words


def print_rounds(rounds: Iterable[Round], words: Words) -> None:
    """Print the rounds, in colour where the terminal has it; long lines are not cut."""
    console = Console(highlight=False, soft_wrap=True)
    for told in rounds:
        for line in RoundTeller(words_of(told, words)).lines(told):
            console.print(line)
        console.print()
