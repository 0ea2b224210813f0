"""The events of a shoe, compared with the cards drawn from it."""

from collections.abc import Container, Sequence

from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.events import CardRead, Event, FaultRaised


def assert_honest(drawn: Sequence[Card], events: Sequence[Event], unsure: Container[str]) -> None:
    """Each card came once, in its order; a fault that is `unsure` lies wherever one is missing."""
    due, excused = 0, False
    for event in events:
        if isinstance(event, FaultRaised) and event.code in unsure:
            excused = True
        elif isinstance(event, CardRead):
            assert event.card in drawn, f"{event.card} was never drawn"
            at = drawn.index(event.card)
            assert at >= due, f"{event.card} came twice or too late"
            assert at == due or excused, f"{drawn[due]} is missing unnoticed"
            due, excused = at + 1, False
    assert due == len(drawn) or excused, f"{drawn[due]} is missing unnoticed"
