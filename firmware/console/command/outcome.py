"""The output of an act, shared by every command that acts."""

from collections.abc import Iterable, Iterator
from typing import Final

from rich.text import Text as Ink

from firmware.console.command.command import Context
from firmware.console.text.clean import said
from firmware.console.text.drawing import WIDTH, Mark, folded
from firmware.core.vocabulary.panel import Text
from firmware.shell.technician.answers import Done

INDENT: Final = 3


def line(mark: Mark, text: str) -> Ink:
    """Return words behind their sign, on as many lines as they need."""
    rows = folded(text, WIDTH - 1 - INDENT)
    return Ink(f"\n{' ' * INDENT}".join([f"{mark.sign} {rows[0]}", *rows[1:]]), mark.style)


def told(context: Context, mark: Mark, texts: Iterable[Text]) -> Iterator[Ink]:
    """Yield each text behind the same sign."""
    for text in texts:
        yield line(mark, said(context.words, text.key, **text.values))


def told_done(context: Context, done: Done) -> Iterator[Ink]:
    """Yield the notes on an act; without notes, that it is done."""
    yield from told(context, Mark.PLAIN, done.notes)
    if not done.notes:
        yield from told(context, Mark.GOOD, [Text("console.act.done")])
