"""Recalled rounds for a person at a terminal."""

from collections.abc import Iterable, Iterator

from rich.console import Console

from firmware.console.table.answers import answer_lines
from firmware.console.table.rounds import RoundRenderer
from firmware.console.text.clean_text import clean_text
from firmware.shell.history.setting_words import setting_words
from firmware.shell.recall import RecalledRound
from firmware.shell.why.spoken_answer import SpokenRound, spoken_round
from firmware.shell.words.words import Words


def print_rounds(rounds: Iterable[RecalledRound], words: Words, *, why: bool = False) -> None:
    """Print the rounds, in colour where the terminal has it, long lines not cut; with why each bet
    was settled as it was, if it is asked.
    """
    rich_console = Console(highlight=False, soft_wrap=True)
    for recalled_round in rounds:
        round_words = setting_words(recalled_round.decided_by, words)
        for round_line in RoundRenderer(round_words).round_lines(recalled_round):
            rich_console.print(round_line)
        if why:
            for line in _lines_of_answers(spoken_round(recalled_round, words), round_words):
                rich_console.print(f"  {line}", markup=False)
        rich_console.print()


def _lines_of_answers(spoken: SpokenRound, words: Words) -> Iterator[str]:
    """Yield the answers of a round; the reason why there are none, if its rule pack is missing."""
    if spoken.fault:
        yield clean_text(spoken.fault)
    for answer in spoken.answers:
        yield from answer_lines(answer, words)
