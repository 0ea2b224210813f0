"""What was odd about a capture, and did not keep it from being read."""

from collections.abc import Iterator
from typing import Final

from firmware.core.vocabulary.panel import Text

CUT: Final = "capture.notice.cut"
TIME_BACK: Final = "capture.notice.time_back"
TIME_FORWARD: Final = "capture.notice.time_forward"
MASKED: Final = "capture.notice.masked"


class Notices:
    """Each kind of notice once, with its first line and how many lines it is about."""

    def __init__(self) -> None:
        self._counts: dict[str, list[int]] = {}

    def add(self, key: str, line_number: int) -> None:
        """Note a line."""
        self._counts.setdefault(key, [line_number, 0])[1] += 1

    def texts(self) -> Iterator[Text]:
        """Yield them in words."""
        for key, (first_line, count) in self._counts.items():
            yield Text(key, {"line": str(first_line), "count": count})
