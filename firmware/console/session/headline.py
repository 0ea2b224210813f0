"""The headline of a session: the main fault in one sentence, and the next step."""

from collections.abc import Iterator

from rich.text import Text as Ink

from firmware.console.command.outcome import line
from firmware.console.commands.fault_reading import fault_said, mark_of, remedy_said, worst_first
from firmware.console.table.table import Table
from firmware.console.text.clean import said
from firmware.console.text.drawing import Mark
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.words.words import Words


def headline(words: Words, table: Table) -> Iterator[Ink]:
    """Yield the worst fault and its remedy, or that there is none; why a table is silent."""
    try:
        status = table.status()
    except CannotBeDone as refused:
        yield line(Mark.BAD, said(words, refused.why.key, **refused.why.values))
        return
    game = said(words, f"game.{status.game}")
    yield Ink(said(words, "status.head", name=status.table, game=game, number=status.round))
    if status.stopped and status.dealer and not status.faults:
        yield line(Mark.WARN, said(words, "status.prompt", words=status.dealer[0]))
        return
    if not status.faults:
        yield line(Mark.GOOD, said(words, "status.no_fault"))
        return
    worst, *others = worst_first(status.faults)
    what, remedy = fault_said(words, worst), remedy_said(words, worst)
    told = [said(words, "console.worst", words=what, remedy=remedy)]
    if others:
        told.append(said(words, "console.more_faults", count=len(others)))
    yield line(mark_of(worst), " ".join(told))
