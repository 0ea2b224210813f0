"""Crash reports: the traceback of an uncaught exception, without its message.

The message and the values of the frames may name a card that was not shown.
"""

import logging
import os
import resource
import sys
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from traceback import walk_tb
from types import TracebackType
from typing import Final

from firmware import __version__
from firmware.core.vocabulary.panel import Text
from firmware.shell.words.words import LANGUAGES, Words

KEPT: Final = 10
"""Files, the newest."""
DEEPEST: Final = 50
"""Frames of an exception, the innermost."""
LONGEST: Final = 10
"""Exceptions of a chain."""
OWN: Final = 0o600


def install(directory: Path) -> None:
    """Write uncaught exceptions to files in `directory`, and disable core dumps."""
    records = CrashFiles(directory)
    sys.excepthook = records.in_main
    threading.excepthook = records.in_thread
    sys.unraisablehook = records.unraisable
    logging.raiseExceptions = False  # a record that can't be written would be shown with its values
    with suppress(OSError, ValueError):  # the unit's sandbox may forbid it, and has its own limit
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class CrashFiles:
    """Writes `crash-N.txt`, a file for each exception, and one line on standard error."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._words = [Words.load(language) for language in LANGUAGES]
        self._alone = threading.Lock()

    def in_main(
        self, kind: type[BaseException], error: BaseException, _trace: TracebackType | None
    ) -> None:
        """Implement `sys.excepthook`; Ctrl-C needs no report."""
        if not issubclass(kind, KeyboardInterrupt):
            self.write(error)

    def in_thread(self, came: threading.ExceptHookArgs) -> None:
        """Implement `threading.excepthook`."""
        if came.exc_value is not None and not isinstance(came.exc_value, SystemExit):
            self.write(came.exc_value)

    def unraisable(self, came: "sys.UnraisableHookArgs") -> None:
        """Implement `sys.unraisablehook`."""
        if came.exc_value is not None:
            self.write(came.exc_value)

    def write(self, error: BaseException) -> None:
        """Write one file and log its path; if that fails, log the report itself."""
        moment = datetime.now(UTC).isoformat(timespec="seconds")
        lines = [f"croupier {__version__}, {moment}", *told(error)]
        with self._alone:
            try:
                path = self._keep(lines)
            except OSError:
                self._say(Text("crash.unwritten"), lines)
            else:
                self._say(Text("crash.wrote", {"path": str(path)}))

    def _say(self, what: Text, lines: Iterable[str] = ()) -> None:
        said = " / ".join(words.say(what) for words in self._words)
        with suppress(OSError, ValueError, AttributeError):  # it may be closed, or not there
            sys.stderr.write("\n".join([f"croupier: {said}", *lines, ""]))

    def _keep(self, lines: Iterable[str]) -> Path:
        numbers = sorted(self._numbers(), reverse=True)
        for number in numbers[KEPT - 1 :]:
            self._path(number).unlink(missing_ok=True)
        path = self._path(max(numbers, default=0) + 1)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWN), "w") as file:
            file.write("\n".join([*lines, ""]))
        return path

    def _path(self, number: int) -> Path:
        return self._directory / f"crash-{number}.txt"

    def _numbers(self) -> Iterator[int]:
        for path in self._directory.glob("crash-*.txt"):
            number = path.stem.removeprefix("crash-")
            if number.isdecimal():
                yield int(number)


def told(error: BaseException) -> Iterator[str]:
    """Yield the exceptions that led to `error`, the first one first: kind, files, lines, names."""
    for link in reversed(_chain(error)):
        yield f"{type(link).__module__}.{type(link).__qualname__}"
        for frame, line in deque(walk_tb(link.__traceback__), maxlen=DEEPEST):
            code = frame.f_code
            yield f"  {code.co_filename}:{line} {code.co_qualname}"


def _chain(error: BaseException) -> list[BaseException]:
    chain: list[BaseException] = []
    link: BaseException | None = error
    while link is not None and link not in chain and len(chain) < LONGEST:
        chain.append(link)
        link = link.__cause__ or (None if link.__suppress_context__ else link.__context__)
    return chain
