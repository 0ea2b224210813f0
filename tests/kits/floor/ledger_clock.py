"""A ledger's time of day, which a test sets."""

from datetime import UTC, date, datetime, time


class LedgerClock:
    """Stands for the module `time`."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def set_day(self, day: date) -> None:
        """Set the noon of a gaming day."""
        self.now_s = datetime.combine(day, time(12), UTC).timestamp()

    def time(self) -> float:
        return self.now_s
