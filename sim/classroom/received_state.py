"""The state of a table as its pages receive it, by `firmware.pages.state_changes`."""

from collections.abc import Mapping
from typing import Any

JsonValue = Any


class ReceivedState:
    """One value a topic."""

    def __init__(self) -> None:
        self.topics: Mapping[str, Any] = {}
        self._number = 0

    def receive(self, message: Mapping[str, Any]) -> None:
        """Take a message. Raises ValueError if one before it is missing."""
        change, number = message["change"], message["number"]
        if isinstance(change, Mapping) and number != self._number + 1:
            raise ValueError(number)
        self._number, self.topics = number, changed_value(self.topics, change)


def changed_value(value: JsonValue, change: JsonValue) -> JsonValue:
    """Return a value after a change; the value itself stays as it is."""
    if not isinstance(change, Mapping):
        return change[0]
    is_list = isinstance(value, list)
    fields: dict[Any, Any] = dict(enumerate(value)) if is_list else dict(value)
    for name, field_change in change.items():
        field = int(name) if is_list else name
        if field_change == []:
            fields.pop(field)
        else:
            fields[field] = changed_value(fields.get(field), field_change)
    return list(fields.values()) if is_list else fields
