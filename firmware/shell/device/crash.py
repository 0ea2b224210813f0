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
from firmware.shell.words.languages import languages_with
from firmware.shell.words.words import Words

MAX_REPORTS: Final = 10
"""Files, the newest."""
DEEPEST_FRAMES: Final = 50
"""Frames of an exception, the innermost."""
LONGEST_CHAIN: Final = 10
"""Exceptions of a chain."""
OWNER_ONLY: Final = 0o600


def install_hooks(directory: Path) -> None:
    """Write uncaught exceptions to files in `directory`, and disable core dumps."""
    crash_files = CrashFiles(directory)
    sys.excepthook = crash_files.on_main_exception
    threading.excepthook = crash_files.on_thread_exception
    sys.unraisablehook = crash_files.on_unraisable
    logging.raiseExceptions = False  # a record that can't be written would be shown with its values
    with suppress(OSError, ValueError):  # the unit's sandbox may forbid it, and has its own limit
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class CrashFiles:
    """Writes `crash-N.txt`, a file for each exception, and one line on standard error."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._words = [Words.load(language) for language in languages_with("journal")]
        self._write_lock = threading.Lock()

    def on_main_exception(
        self,
        exception_type: type[BaseException],
        error: BaseException,
        _trace: TracebackType | None,
    ) -> None:
        """Implement `sys.excepthook`; Ctrl-C needs no report."""
        if not issubclass(exception_type, KeyboardInterrupt):
            self.write_report(error)

    def on_thread_exception(self, hook_arguments: threading.ExceptHookArgs) -> None:
        """Implement `threading.excepthook`."""
        if hook_arguments.exc_value is not None and not isinstance(
            hook_arguments.exc_value, SystemExit
        ):
            self.write_report(hook_arguments.exc_value)

    def on_unraisable(self, hook_arguments: "sys.UnraisableHookArgs") -> None:
        """Implement `sys.unraisablehook`."""
        if hook_arguments.exc_value is not None:
            self.write_report(hook_arguments.exc_value)

    def write_report(self, error: BaseException) -> None:
        """Write one file and log its path; if that fails, log the report itself."""
        timestamp = datetime.now(UTC).isoformat(timespec="seconds")
        lines = [f"croupier {__version__}, {timestamp}", *traceback_lines(error)]
        with self._write_lock:
            try:
                path = self._write_file(lines)
            except OSError:
                self._log_message(Text("crash.unwritten"), lines)
            else:
                self._log_message(Text("crash.wrote", {"path": str(path)}))

    def _log_message(self, message: Text, lines: Iterable[str] = ()) -> None:
        message_line = " / ".join(words.render(message) for words in self._words)
        with suppress(OSError, ValueError, AttributeError):  # it may be closed, or not there
            sys.stderr.write("\n".join([f"croupier: {message_line}", *lines, ""]))

    def _write_file(self, lines: Iterable[str]) -> Path:
        # the number is the age: file times may be wrong after the clock was set
        numbers = sorted(self._report_numbers(), reverse=True)
        for number in numbers[MAX_REPORTS - 1 :]:
            self._report_path(number).unlink(missing_ok=True)
        path = self._report_path(max(numbers, default=0) + 1)
        with os.fdopen(
            os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY), "w"
        ) as file:
            file.write("\n".join([*lines, ""]))
        return path

    def _report_path(self, number: int) -> Path:
        return self._directory / f"crash-{number}.txt"

    def _report_numbers(self) -> Iterator[int]:
        for path in self._directory.glob("crash-*.txt"):
            number = path.stem.removeprefix("crash-")
            if number.isdecimal():
                yield int(number)


def traceback_lines(error: BaseException) -> Iterator[str]:
    """Yield the exceptions that led to `error`, the first one first: kind, files, lines, names."""
    for exception in reversed(_exception_chain(error)):
        yield f"{type(exception).__module__}.{type(exception).__qualname__}"
        for frame, line_number in deque(walk_tb(exception.__traceback__), maxlen=DEEPEST_FRAMES):
            code = frame.f_code
            yield f"  {code.co_filename}:{line_number} {code.co_qualname}"


def _exception_chain(error: BaseException) -> list[BaseException]:
    chain: list[BaseException] = []
    exception: BaseException | None = error
    while exception is not None and exception not in chain and len(chain) < LONGEST_CHAIN:
        chain.append(exception)
        # the order in which Python itself prints a chain
        exception = exception.__cause__ or (
            None if exception.__suppress_context__ else exception.__context__
        )
    return chain
