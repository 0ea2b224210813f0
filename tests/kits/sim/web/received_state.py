"""The state that a page has received, by a second reading of `firmware.pages.state_changes`."""

from typing import Any


class ReceivedState:
    """One value a topic. A message that does not follow the one before is an AssertionError."""

    def __init__(self) -> None:
        self.topics: dict[str, Any] = {}
        self._number = 0

    def receive(self, message: dict[str, Any]) -> None:
        is_whole = isinstance(message["change"], list)
        assert is_whole or message["number"] == self._number + 1
        self._number = message["number"]
        self.topics = changed(self.topics, message["change"])


def changed(value: Any, change: Any) -> Any:
    """Return the value after a change that was read from JSON, and leave the one before alone."""
    if isinstance(change, list):
        return change[0]
    fields = dict(enumerate(value)) if isinstance(value, list) else dict(value)
    for name, of in change.items():
        field = int(name) if isinstance(value, list) else name
        if of == []:
            del fields[field]
        else:
            fields[field] = changed(fields.get(field), of)
    return list(fields.values()) if isinstance(value, list) else fields
