"""What a message log has counted since the last look."""

from collections import Counter
from collections.abc import Sequence

from drivers.message_log import MessageLog, MessageRow, UnknownMessage


class LogGrowth:
    """Compares a log with what it was; None means the log of a unit without a protocol."""

    def __init__(self, log: MessageLog | None) -> None:
        self._log = log
        self._counts: Counter[str] = Counter()
        self._last_unknown: UnknownMessage | None = None

    def take(self) -> tuple[Sequence[tuple[MessageRow, int]], Sequence[UnknownMessage]]:
        """Return the rows that were noted since, and the unknown messages, oldest first."""
        if self._log is None:
            return (), ()
        counts = Counter(self._log.counts)
        new_counts, self._counts = counts - self._counts, counts
        rows = tuple((self._log.rows[name], count) for name, count in new_counts.items())
        return rows, self._new_unknown(self._log)

    def _new_unknown(self, log: MessageLog) -> Sequence[UnknownMessage]:
        new: list[UnknownMessage] = []
        for message in reversed(log.unknown):
            # by identity: a unit may say the same at the same time
            if message is self._last_unknown:
                break
            new.append(message)
        self._last_unknown = log.unknown[-1] if log.unknown else None
        return tuple(reversed(new))
