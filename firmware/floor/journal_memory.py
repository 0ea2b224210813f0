"""A ledger's memory of each journal between two transactions."""

from typing import Final, Generic, TypeVar

Value = TypeVar("Value")

MAX_JOURNALS: Final = 2048
"""The most journals that are remembered: more than a floor has tables."""


class JournalMemory(Generic[Value]):
    """Values by journal, which a transaction may change. One that was taken is remembered again
    once the transaction that puts it back is committed.
    """

    def __init__(self) -> None:
        self._values: dict[str, Value] = {}
        self._uncommitted: dict[str, Value] = {}

    def take(self, journal: str) -> Value | None:
        return self._values.pop(journal, None)

    def put(self, journal: str, value: Value) -> None:
        self._uncommitted[journal] = value

    def begin(self) -> None:
        """Forget the values of a transaction that was not committed."""
        self._uncommitted.clear()

    def commit(self) -> None:
        self._values |= self._uncommitted
        self._uncommitted.clear()
        for journal in [*self._values][: max(0, len(self._values) - MAX_JOURNALS)]:
            del self._values[journal]
