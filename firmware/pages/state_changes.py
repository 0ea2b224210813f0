"""The changes of a state: a page is sent the whole state once, then the fields that changed.

A state is a tree of JSON values. A change of a value is one of

- `[value]`: it is this one now;
- `{field: change}`: only these fields of a mapping changed, or these indexes of a list; `{}` is no
  change;
- `[]`, only of a field or an index: there is none any more; a list ends before its first one.

The type of a field never changes. `shared/state_changes.js` applies the changes.
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

State: TypeAlias = Mapping[str, Any]
Change: TypeAlias = Sequence[Any] | Mapping[Any, Any]


class StateMessage(msgspec.Struct, frozen=True, tag_field="topic", tag="state"):
    """A change of the state that the page has by the message before; a `[state]` is of any."""

    number: int
    """Which message of its connection it is."""
    change: Change


class SentState:
    """The state that one page has been sent; its values are never modified."""

    def __init__(self) -> None:
        self._number = 0
        self._state: State | None = None

    def message_for(self, state: State) -> StateMessage | None:
        """Return the change that leads the page to this state; None if it has it."""
        change = change_between(self._state, state)
        if not change:
            return None
        self._number += 1
        self._state = state
        return StateMessage(self._number, change)


def change_between(before: object, after: object) -> Change:
    """Return the change; a list of plain values is replaced as a whole."""
    match before, after:
        case dict(), dict():
            return _field_changes(before, after)
        case list() | tuple(), list() | tuple() if any(isinstance(item, dict) for item in after):
            return _field_changes(dict(enumerate(before)), dict(enumerate(after)))
    return {} if before == after else [after]


def _field_changes(before: Mapping[Any, Any], after: Mapping[Any, Any]) -> Change:
    gone: dict[Any, Change] = {field: [] for field in before if field not in after}
    new = {field: [value] for field, value in after.items() if field not in before}
    other = {
        field: change_between(before[field], value)
        for field, value in after.items()
        if field in before and before[field] != value
    }
    return {**gone, **new, **other}
