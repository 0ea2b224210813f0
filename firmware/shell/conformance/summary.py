"""What a whole capture showed: the rows seen and never seen, what was unknown, what was dropped."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from drivers.message_log import MessageRow
from firmware.core.vocabulary.faults import LOSS_CODES
from firmware.shell.conformance.line_result import Fate, LineResult

MOST_EXAMPLES: Final = 100
"""Different unknown messages that are listed."""
UNKNOWN_FAULTS: Final = ("fault unknown_state", "fault unknown_message")
OF_THE_WIRE: Final = frozenset(
    {
        *UNKNOWN_FAULTS,
        "PartAnswered",
        "PartAwaited",
        *(f"fault {code}" for code in LOSS_CODES),
        *(f"fault over {code}" for code in LOSS_CODES),
    }
)
"""Events that do not show that the unit was understood."""


class Summary:
    """Takes each result of a replay to a unit with these rows."""

    def __init__(self, rows: Iterable[MessageRow]) -> None:
        self._rows = tuple(rows)
        self.row_counts: Counter[str] = Counter()
        self.event_counts: Counter[str] = Counter()
        """By the beginning of their notation: the code of a fault, the class of an event."""
        self.unknown_counts: Counter[tuple[str, str]] = Counter()
        """By octets and description, the first MOST_EXAMPLES different ones."""
        self.unknown_total = 0
        self.counters: Counter[str] = Counter()
        self.fates: Counter[Fate] = Counter()
        self.errors: Counter[str] = Counter()
        self._understood = 0

    def note(self, result: LineResult) -> None:
        """Count one result."""
        self.fates[result.fate] += 1
        if result.fate is Fate.DELIVERED and result.line and result.line.address is not None:
            # a chip of registers has no messages: what was read from it was understood
            self._understood += 1
        reaction = result.reaction
        if not reaction:
            return
        for row, count in reaction.rows:
            self.row_counts[row.name] += count
        heads = [event.head for event in reaction.events]
        self.event_counts.update(heads)
        self.unknown_total += len(reaction.unknown)
        for message in reaction.unknown:
            self._note_unknown((message.octets, message.description))
        self.counters.update(reaction.counters)
        self.errors.update((reaction.error,) if reaction.error else ())
        self._understood += reaction.sound_count + len(reaction.rows)
        if not self._rows:  # a driver with a table also reports what it could not read
            self._understood += sum(head not in OF_THE_WIRE for head in heads)

    @property
    def rows_seen(self) -> list[MessageRow]:
        """The rows of the table that the capture has."""
        return [row for row in self._rows if row.name in self.row_counts]

    @property
    def rows_never_seen(self) -> list[MessageRow]:
        """The rows of the table that it has not."""
        return [row for row in self._rows if row.name not in self.row_counts]

    @property
    def line_count(self) -> int:
        """The lines of the capture."""
        return self.fates.total() - self.fates[Fate.PASSED]

    @property
    def unknown_count(self) -> int:
        """The unknown messages, or the faults that the unit raised by being unknown as a whole."""
        return self.unknown_total or sum(self.event_counts[head] for head in UNKNOWN_FAULTS)

    @property
    def is_recognised(self) -> bool:
        """Whether anything in the capture is of such a unit."""
        return bool(self._understood)

    @property
    def is_conform(self) -> bool:
        """Whether nothing is unknown."""
        return self.is_recognised and not self.unknown_count

    def _note_unknown(self, example: tuple[str, str]) -> None:
        if example in self.unknown_counts or len(self.unknown_counts) < MOST_EXAMPLES:
            self.unknown_counts[example] += 1
