"""Events in one line each, the same in every language: in the corpus, and in JSON.

fault failed_launch                 a fault was raised
fault unknown_state code=7          with a value of its words
fault over failed_launch            it has ended
ResultSeen symbols=17               the event's class, and its fields
"""

from collections.abc import Iterator
from enum import Enum
from typing import Final

from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.events import Event, FaultEnded, FaultRaised

_FAULT: Final = "fault"
_OVER: Final = "over"
_FAULT_FIELDS: Final = frozenset({"part", "code", "values"})


def event_notation(event: Event) -> str:
    """Return an event; a field without a value is left out."""
    return " ".join((event_head(event), *_fields(event)))


def event_head(event: Event) -> str:
    """Return what an event is, without its fields."""
    match event:
        case FaultRaised():
            return f"{_FAULT} {event.code}"
        case FaultEnded():
            return f"{_FAULT} {_OVER} {event.code}"
    return type(event).__name__


def is_event(event: Event, expected: str) -> bool:
    """Return whether an event is the expected one; fields that `expected` leaves out may differ."""
    head_words = 1 + (expected.startswith(_FAULT)) + (expected.startswith(f"{_FAULT} {_OVER} "))
    words = expected.split(" ")
    head, fields = " ".join(words[:head_words]), words[head_words:]
    return head == event_head(event) and set(fields) <= {*_fields(event)}


def _fields(event: Event) -> Iterator[str]:
    is_fault = isinstance(event, FaultRaised | FaultEnded)
    values = {name: getattr(event, name) for name in event.__struct_fields__}
    if is_fault:
        values = {name: values[name] for name in values.keys() - _FAULT_FIELDS} | dict(
            values.get("values", {})
        )
    for name, value in values.items():
        if value not in (None, "", (), {}):
            yield f"{name}={_value_notation(value)}"


def _value_notation(value: object) -> str:
    match value:
        case Card():
            return value.name
        case Enum():
            return str(value.value)
        case tuple() | list() | frozenset():
            return ",".join(map(_value_notation, value))
        case dict():
            return ",".join(f"{name}:{_value_notation(each)}" for name, each in value.items())
    return str(value).replace(" ", "_")
