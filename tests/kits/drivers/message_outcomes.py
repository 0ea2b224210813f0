"""The outcome of a message as its row in a table of messages has it."""

from drivers.message_log import Outcome
from firmware.core.vocabulary.events import Event, FaultRaised


def outcome_of(event: Event) -> tuple[Outcome, str]:
    if isinstance(event, FaultRaised):
        return Outcome.FAULT, event.code
    return Outcome.EVENT, type(event).__name__
