"""Lines with a severity, and the output of every command that acts."""

from collections.abc import Iterable, Iterator
from typing import Final

from rich.text import Text as StyledText

from firmware.console.command.command import CommandContext
from firmware.console.text.clean_text import clean_words
from firmware.console.text.drawing import SCREEN_WIDTH, StatusMark, fold_text
from firmware.core.vocabulary.panel import Text
from firmware.shell.technician.answers import ActDone

TEXT_INDENT: Final = 3


def marked_line(status_mark: StatusMark, line_text: str) -> StyledText:
    """Return a text after its sign, on as many lines as it needs."""
    folded_lines = fold_text(line_text, SCREEN_WIDTH - 1 - TEXT_INDENT)
    return StyledText(
        f"\n{' ' * TEXT_INDENT}".join([f"{status_mark.sign} {folded_lines[0]}", *folded_lines[1:]]),
        status_mark.style,
    )


def marked_texts(
    context: CommandContext, status_mark: StatusMark, texts: Iterable[Text]
) -> Iterator[StyledText]:
    """Yield each text after the same sign."""
    for text in texts:
        yield marked_line(status_mark, clean_words(context.words, text.key, **text.values))


def done_notes(context: CommandContext, done_answer: ActDone) -> Iterator[StyledText]:
    """Yield the notes on an act, or "done" without notes."""
    yield from marked_texts(context, StatusMark.PLAIN, done_answer.notes)
    if not done_answer.notes:
        yield from marked_texts(context, StatusMark.GOOD, [Text("console.act.done")])
