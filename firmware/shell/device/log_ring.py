"""The last lines that were logged, in memory, for a technician."""

import logging
import time
from collections import deque
from contextlib import suppress
from typing import Final

MAX_LINES: Final = 500
LONGEST_LINE: Final = 300
"""Characters of a line."""
ROW_LOGGER: Final = "transitions"
"""The library of the state machine: it logs each row that it tries, thousands in a round."""


class LogRing(logging.Handler):
    """Stores the last lines of every logger: time (UTC), level, message. Of an exception it stores
    only the type, since its message and its frames may name a card that was not shown.
    """

    def __init__(self) -> None:
        super().__init__()
        self._lines: deque[str] = deque(maxlen=MAX_LINES)

    def install(self) -> None:
        """Attach it to the root logger, so that it receives the records of every logger; of the
        library of the state machine only warnings.
        """
        logging.getLogger(ROW_LOGGER).setLevel(logging.WARNING)
        logging.getLogger().addHandler(self)

    def close(self) -> None:
        """Detach it from the root logger."""
        logging.getLogger().removeHandler(self)
        super().close()

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a record; drop one that can't be formatted."""
        with suppress(TypeError, ValueError, KeyError):
            self._lines.append(_formatted_line(record))

    def last_lines(self, count: int) -> tuple[str, ...]:
        """Return the last `count` lines, the oldest first."""
        self.acquire()
        try:
            return tuple(self._lines)[-count:]
        finally:
            self.release()


def _formatted_line(record: logging.LogRecord) -> str:
    timestamp = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(record.created))
    # the message of an exception may hold a card that was not shown
    exception_type = record.exc_info[0] if record.exc_info else None
    exception_text = (
        f" ({exception_type.__module__}.{exception_type.__qualname__})" if exception_type else ""
    )
    message = f"{timestamp} {record.levelname} {record.name}: {record.getMessage()}{exception_text}"
    printable = "".join(letter if letter.isprintable() else "·" for letter in message)
    return printable if len(printable) <= LONGEST_LINE else printable[: LONGEST_LINE - 1] + "…"
