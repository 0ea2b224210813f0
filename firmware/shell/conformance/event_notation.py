"""Events in one line each, the same in every language: in the corpus, and in JSON.

fault failed_launch                 a fault was raised
fault unknown_state code=7          with a value of its words
fault over failed_launch            it has ended
ResultSeen symbols=17               the event's class, and its fields
"""

from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Final, NamedTuple

import msgspec

from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.events import Event, FaultEnded, FaultRaised
from firmware.core.vocabulary.fault_text import remedy_words
from firmware.core.vocabulary.faults import FAULT_KINDS
from firmware.core.vocabulary.panel import Text

_FAULT: Final = "fault"
_OVER: Final = "over"


class ReplayedEvent(NamedTuple):
    """An event of a driver, or an entry of a bank's journal."""

    notation: str
    words: Text
    remedy: Text | None = None
    """Of a fault."""
    stops_deal: bool = False
    """Whether the table stops at it."""

    @property
    def head(self) -> str:
        """What it is, without its fields."""
        return " ".join(_head_words(self.notation))

    def matches(self, expected: str) -> bool:
        """Return whether it is the expected one; fields that `expected` leaves out may differ."""
        head, fields = _head_words(expected), expected.split(" ")
        own_fields = self.notation.split(" ")[len(head) :]
        return head == _head_words(self.notation) and {*fields[len(head) :]} <= {*own_fields}


def replayed_event(event: Event) -> ReplayedEvent:
    """Return an event of a driver; a field without a value is left out."""
    match event:
        case FaultRaised(part, code, values):
            notation = " ".join((_FAULT, code, *field_notations(values)))
            remedy = remedy_words(part, code, values)
            stops_deal = FAULT_KINDS[code].stops_deal
            return ReplayedEvent(notation, event.text(), remedy, stops_deal)
        case FaultEnded():
            return ReplayedEvent(f"{_FAULT} {_OVER} {event.code}", event.text())
    return ReplayedEvent(struct_notation(event), event.text())


def struct_notation(struct: msgspec.Struct, hidden: frozenset[str] = frozenset()) -> str:
    """Return the class of a struct and its fields, but for the hidden ones."""
    values = {name: getattr(struct, name) for name in struct.__struct_fields__}
    shown = {name: value for name, value in values.items() if name not in hidden}
    return " ".join((type(struct).__name__, *field_notations(shown)))


def field_notations(values: Mapping[str, object]) -> Iterator[str]:
    """Yield `name=value` for each value that is there."""
    for name, value in values.items():
        if value not in (None, "", (), {}):
            yield f"{name}={_value_notation(value)}"


def _head_words(notation: str) -> list[str]:
    words = notation.split(" ")
    count = 1 + (words[0] == _FAULT) + (words[:2] == [_FAULT, _OVER])
    return words[:count]


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
