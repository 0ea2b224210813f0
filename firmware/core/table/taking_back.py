"""What is handled again when a key is undone, or a card or result is taken back.

    events of the round:   … before │ the key or reading │ what came since
                           the same │ taken out          │ what stands: chips, doors, faults, power

A key is undone while nothing physical has followed it, also in an alarm that it has raised itself.
Whatever has followed, the supervisor goes back until the round is over, the last first: a card or
result is taken back, a decision undone. What the dealer did because of it (payments passed over,
unfinished entries, later results) is taken out as well.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from firmware.core.table.event_effects import EventRole, ReadingTakenBack
from firmware.core.table.history import HandledEvent, History, UndoPoint
from firmware.core.table.jackpot import check_unclaimed
from firmware.core.table.retained import is_mending, retained_events
from firmware.core.table.state import State
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import FaultRaised, KeyPressed, TimeUp
from firmware.core.vocabulary.phase import OPEN, ROUND

ACT_ROLES: Final = (EventRole.READING, EventRole.DECISION)
"""The roles of events that go back one by one, the last first."""
WHOLE_ROLES: Final = (EventRole.READING, EventRole.LAID_ASIDE, EventRole.DECISION)
"""The roles of events before which no key belongs to a later reading."""


class Rewind(NamedTuple):
    """How the table is brought back."""

    point: UndoPoint
    events_before: Sequence[HandledEvent]
    events_since: Sequence[HandledEvent]
    """What stands of the later events, in the order in which it is handled again."""
    first_undone: int
    """The number of the first event that is taken out."""

    def retained(self, now_handled: int) -> tuple[int, ...]:
        """Return how many events before this number those came that stand."""
        return tuple(
            now_handled - handled.number
            for handled in reversed(self.events_since)
            if not isinstance(handled.event, ReadingTakenBack)
        )


def before_undone_key(state: State, history: History) -> Rewind:
    """Return the way back to before the key that UNDO takes back; UNDO is handled now.

    Raises Forbidden if there is none: with something physical since, without the supervisor.
    """
    if history.undo_point is not None:
        return _before_last_key(history, history.undo_point)
    last_act = _last_act(state, history)
    if last_act is not EventRole.DECISION:
        check_unclaimed(state)
        is_reading = last_act is EventRole.READING and state.device.key_switch
        raise Forbidden("why.take_back_first" if is_reading else "why.nothing_to_undo")
    if not state.device.key_switch:
        raise Forbidden("why.undo_supervised")
    return _before_last_decision(history)


def may_undo_decision(state: State, history: History) -> bool:
    """Return whether the supervisor can undo a decision now, whatever lies there since."""
    return state.device.key_switch and _last_act(state, history) is EventRole.DECISION


def _last_act(state: State, history: History) -> EventRole | None:
    """Return whether a reading or a decision was the last of the round in hand."""
    if state.phase is not ROUND:
        return None
    roles = (handled.role for handled in reversed(history.events_of(history.round_point)))
    return next((role for role in roles if role in ACT_ROLES), None)


def _before_last_key(history: History, point: UndoPoint) -> Rewind:
    """Return the way back to before the key of an undo point."""
    events = history.events_of(point)[:-1]
    later_events = [
        handled
        for handled in events[point.replay_count + 1 :]
        if not isinstance(handled.event, KeyPressed | TimeUp) or is_mending(handled.event)
    ]
    return Rewind(point, events[: point.replay_count], later_events, point.undone_key.number)


def _before_last_decision(history: History) -> Rewind:
    """Return the way back to before the last decision; what lies there since stands."""
    events = history.events_of(history.round_point)[:-1]
    index = _last_of(EventRole.DECISION, events)
    point = history.round_point._replace(replay_count=index)
    events_since = retained_events(events[index + 1 :], events[index].event)
    return Rewind(point, events[:index], [*events_since], events[index].number)


def may_take_back(state: State, history: History) -> bool:
    """Return whether a card or result can be taken back now."""
    point, events = _readings_point(state, history)
    return point is not None and not _decision_since(events, _last_reading(events))


def before_last_reading(state: State, history: History) -> Rewind:
    """Return the way back to before the last card or result; the key by which is handled now.

    Raises Forbidden if there is none, and after a decision.
    """
    point, events = _readings_point(state, history)
    if point is None:
        check_unclaimed(state)
        raise Forbidden("why.nothing_to_take_back")
    events, reading_index = events[:-1], _last_reading(events)
    if _decision_since(events, reading_index):
        raise Forbidden("why.undo_first")
    reading, first_index = events[reading_index], _first_of_entry(events, reading_index)
    shoe_fault = reading.event.code if isinstance(reading.event, FaultRaised) else None
    marker = ReadingTakenBack(reading.has_closed, shoe_fault, point is history.throw_point)
    taken_back = reading._replace(event=marker, role=EventRole.NO_PART)
    entry_events = (
        handled
        for handled in events[first_index:reading_index]
        if handled.role is not EventRole.ENTRY
    )
    since_reading = retained_events(events[reading_index + 1 :], reading.event)
    return Rewind(
        point,
        events[:first_index],
        [*entry_events, taken_back, *since_reading],
        events[first_index].number,
    )


def reading_numbers(state: State, history: History) -> list[int]:
    """Return the numbers of the events that brought the cards and results of this round."""
    _, events = _readings_point(state, history)
    return [handled.number for handled in events if handled.role is EventRole.READING]


def _readings_point(state: State, history: History) -> tuple[UndoPoint | None, list[HandledEvent]]:
    """Return the round that has a reading, with its events: the one in hand, or that of a throw
    after which the bets have opened again by themselves.
    """
    if state.phase not in (OPEN, ROUND):
        return None, []
    for point in (history.round_point, history.throw_point):
        if point is not None:
            events = history.events_of(point)
            if any(handled.role is EventRole.READING for handled in events):
                return point, events
    return None, []


def _last_reading(events: Sequence[HandledEvent]) -> int:
    return _last_of(EventRole.READING, events)


def _last_of(role: EventRole, events: Sequence[HandledEvent]) -> int:
    return max(index for index, handled in enumerate(events) if handled.role is role)


def _decision_since(events: Sequence[HandledEvent], reading_index: int) -> bool:
    return any(handled.role is EventRole.DECISION for handled in events[reading_index + 1 :])


def _first_of_entry(events: Sequence[HandledEvent], reading_index: int) -> int:
    """Return the index of the first key by which a reading was entered; its own if by none."""
    first_index = reading_index
    if not isinstance(events[reading_index].event, KeyPressed):
        return reading_index
    for index in range(reading_index - 1, -1, -1):
        if events[index].role in WHOLE_ROLES:
            break
        if events[index].role is EventRole.ENTRY:
            first_index = index
    return first_index
