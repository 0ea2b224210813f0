"""The rules behind an alarm: sentences that hold at every table, by the alarm's message.

The pit has facts of a table and neither its rule pack nor its options, so it cites no sentence of
a game: it might not hold there.
"""

from collections.abc import Mapping
from functools import cache
from typing import Final

from firmware.shell.rules.rule_book import table_sentences
from firmware.shell.why.answer import CitedSentence
from firmware.shell.why.spoken_answer import SpokenSentence, spoken_sentence

RULE_MESSAGES: Final[Mapping[str, str]] = {
    "late_bet": "prompt.resolve_late",
    "payment_unseen": "why.payment_unseen",
    "void": "why.round_voided",
    "corrected": "why.no_correction",
    "key": "why.supervisor_key",
    "door": "fault.door_open",
}
"""By kind of alarm that names no fault: the message whose sentence has its rule."""


def rule_message(alarm_kind: str, fault_key: str | None) -> str | None:
    """Return the message by which the rules explain an alarm; None if they do not."""
    message = fault_key or RULE_MESSAGES.get(alarm_kind)
    return message if message is not None and explaining_sentences(message) else None


@cache
def explaining_sentences(message: str) -> tuple[CitedSentence, ...]:
    """Return the sentences of every table on a message, given by its key."""
    return tuple(
        CitedSentence.of_book(sentence)
        for sentence in table_sentences()
        if message in sentence.messages
    )


def spoken_rules(message: str, language: str) -> tuple[SpokenSentence, ...]:
    """Return these sentences in a language."""
    return tuple(spoken_sentence(cited, language) for cited in explaining_sentences(message))
