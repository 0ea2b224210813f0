"""`croupier` with a clock that is CLOCK_OFF seconds off.

python -m tests.kits.other_clock ARGUMENT…
"""

import os
import sys
import time
from datetime import datetime, timedelta, tzinfo

from firmware.cli.main import main
from firmware.floor.ledger import ledger_alarms

OFF_S = int(os.environ.get("CLOCK_OFF", "0"))


class Clock(datetime):
    """The time of day of this process."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> "Clock":
        return cls.fromtimestamp(time.time(), tz) + timedelta(seconds=OFF_S)


if __name__ == "__main__":
    time_ns = time.time_ns
    time.time_ns = lambda: time_ns() + OFF_S * 1_000_000_000
    ledger_alarms.datetime = Clock  # type: ignore[attr-defined,misc]
    sys.exit(main(sys.argv[1:]))
