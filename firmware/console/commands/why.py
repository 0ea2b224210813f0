"""`why`: why each bet of the last rounds was settled as it was."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.text import Text as StyledText

from firmware.console.command.command import Command, CommandContext, Parameter
from firmware.console.command.prompts import parse_number
from firmware.console.table.answers import INDENT, answer_lines
from firmware.console.text.clean_text import clean_text, clean_words
from firmware.console.text.drawing import ConsoleOutput, StatusMark, hanging_text
from firmware.core.vocabulary.labels import game_label
from firmware.shell.sockets.control import MOST_EXPLAINED_ROUNDS
from firmware.shell.why.spoken_answer import SpokenAnswer, SpokenRounds
from firmware.shell.words.words import Words

DEFAULT_ROUNDS: Final = 2
"""The one under way, and the one before it, whose bets are settled."""


def _explain_rounds(context: CommandContext, arguments: Sequence[str]) -> SpokenRounds:
    round_count = (
        parse_number(arguments[0], 1, MOST_EXPLAINED_ROUNDS) if arguments else DEFAULT_ROUNDS
    )
    return context.table.why(round_count, context.words.language)


def _render_rounds(context: CommandContext, spoken_rounds: SpokenRounds) -> ConsoleOutput:
    words = context.words
    if not spoken_rounds.rounds:
        yield StyledText(clean_words(words, "recall.none"))
    for spoken_round in spoken_rounds.rounds:
        game_name = game_label(spoken_round.game)
        heading = clean_words(words, "answer.head", number=spoken_round.round, game=game_name)
        yield StyledText(heading, StatusMark.HEAD.style)
        if spoken_round.fault:
            yield hanging_text(StyledText(clean_text(spoken_round.fault), "yellow"), 0)
        elif not spoken_round.answers:
            yield hanging_text(StyledText(clean_words(words, "answer.none")), 0)
        for answer in spoken_round.answers:
            yield from _styled_lines(answer, words)
        yield StyledText()


def _styled_lines(answer: SpokenAnswer, words: Words) -> Iterator[StyledText]:
    subject, *lines = answer_lines(answer, words)
    style = StatusMark.BAD.style if answer.differs else "cyan"
    yield hanging_text(StyledText(subject, style), len(INDENT))
    for line in lines:
        yield hanging_text(StyledText(line), 2 * len(INDENT))


COMMANDS: Final = (
    Command("why", _explain_rounds, _render_rounds, (Parameter("rounds", required=False),)),
)
