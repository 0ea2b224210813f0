"""The headline of a session: the main fault in one sentence, and the next step; without a table
that of the bank of slot machines, if one is served here.
"""

from collections.abc import Iterator

from rich.text import Text as Ink

from firmware.console.command.outcome import line
from firmware.console.commands.bank import bank_here
from firmware.console.commands.fault_reading import fault_said, mark_of, remedy_said, worst_first
from firmware.console.table.table import Table
from firmware.console.text.clean import said
from firmware.console.text.drawing import Mark
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.words.words import Words
from firmware.slots.directories import has_bank


def headline(words: Words, table: Table) -> Iterator[Ink]:
    """Yield the worst fault and its remedy, or that there is none; why a table is silent."""
    try:
        status = table.status()
    except CannotBeDone as refused:
        yield from _without_table(words, refused.why)
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


def _without_table(words: Words, why: Text) -> Iterator[Ink]:
    """Yield the first alarm of the bank of machines that is served here; if none is, why the bank
    that this machine has is silent, and why the table is.
    """
    try:
        bank = bank_here()
    except CannotBeDone as refused:
        for silent in [refused.why] * has_bank() + [why]:
            yield line(Mark.BAD, said(words, silent.key, **silent.values))
        return
    yield Ink(said(words, "slots.head", bank=bank.bank, machines=len(bank.machines)))
    if not bank.alarms:
        yield line(Mark.GOOD, said(words, "slots.well"))
        return
    first, *others = bank.alarms
    told = [said(words, first.key, **first.values)]
    if others:
        told.append(said(words, "console.more_alarms", count=len(others)))
    yield line(Mark.BAD, " ".join(told))
