"""The headline of a session: the worst fault in a sentence, and the next step.

Without a table it is that of the bank of slot machines, if this machine serves one.
"""

from collections.abc import Iterator

from rich.text import Text as StyledText

from firmware.console.command.outcome import marked_line
from firmware.console.commands.bank import local_bank
from firmware.console.commands.faults import fault_mark, fault_text, remedy_text, worst_first
from firmware.console.table.table import ConsoleTable
from firmware.console.text.clean_text import clean_words
from firmware.console.text.drawing import StatusMark
from firmware.core.vocabulary.labels import game_label
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.words.words import Words
from firmware.slots.directories import has_bank


def headline(words: Words, table: ConsoleTable) -> Iterator[StyledText]:
    """Yield the worst fault and its remedy, or "no fault"; of a silent table the reason."""
    try:
        table_status = table.status()
    except RequestFailed as refusal:
        yield from _bank_headline(words, refusal.why)
        return
    game_text = clean_words(words, game_label(table_status.game).key)
    yield StyledText(
        clean_words(
            words, "status.head", name=table_status.table, game=game_text, number=table_status.round
        )
    )
    if table_status.stopped and table_status.dealer and not table_status.faults:
        yield marked_line(
            StatusMark.WARN, clean_words(words, "status.prompt", words=table_status.dealer[0])
        )
        return
    if not table_status.faults:
        yield marked_line(StatusMark.GOOD, clean_words(words, "status.no_fault"))
        return
    worst_fault, *other_faults = worst_first(table_status.faults)
    fault_words, remedy_words = fault_text(words, worst_fault), remedy_text(words, worst_fault)
    sentences = [clean_words(words, "console.worst", words=fault_words, remedy=remedy_words)]
    if other_faults:
        sentences.append(clean_words(words, "console.more_faults", count=len(other_faults)))
    yield marked_line(fault_mark(worst_fault), " ".join(sentences))


def _bank_headline(words: Words, table_reason: Text) -> Iterator[StyledText]:
    """Yield the first alarm of this machine's bank; of a silent one its reason and the table's."""
    try:
        bank_status = local_bank()
    except RequestFailed as refusal:
        for silence_reason in [refusal.why] * has_bank() + [table_reason]:
            yield marked_line(
                StatusMark.BAD, clean_words(words, silence_reason.key, **silence_reason.values)
            )
        return
    yield StyledText(
        clean_words(words, "slots.head", bank=bank_status.bank, machines=len(bank_status.machines))
    )
    if not bank_status.alarms:
        yield marked_line(StatusMark.GOOD, clean_words(words, "slots.well"))
        return
    first_alarm, *other_alarms = bank_status.alarms
    sentences = [clean_words(words, first_alarm.key, **first_alarm.values)]
    if other_alarms:
        sentences.append(clean_words(words, "console.more_alarms", count=len(other_alarms)))
    yield marked_line(StatusMark.BAD, " ".join(sentences))
