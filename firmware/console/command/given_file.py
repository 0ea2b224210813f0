"""A file of the device, given to the console by its path."""

import os
import stat

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.config.source import LARGEST_BYTES
from firmware.shell.words.os_words import os_reason


def read_given_file(path: str) -> str:
    """Return the text of a world-readable file: the console does not lend its own rights.

    Raises RequestFailed, also if it is not a regular file, is too large or is not text.
    """
    try:
        # O_NONBLOCK: opening a FIFO does not wait for its writer; checked once opened, so that the
        # file that is read is the one whose rights were checked
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
        with open(descriptor, "rb") as opened_file:
            file_mode = os.fstat(descriptor).st_mode
            if not stat.S_ISREG(file_mode) or not file_mode & stat.S_IROTH:
                raise RequestFailed(Text("console.config.private", {"path": path}))
            file_octets = opened_file.read(LARGEST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = os_reason(error) if isinstance(error, OSError) else type(error).__name__
        raise RequestFailed(
            Text("console.config.unreadable", {"path": path, "reason": reason})
        ) from None
    if len(file_octets) > LARGEST_BYTES:
        raise RequestFailed(Text("config.too_large", {"most": LARGEST_BYTES}))
    try:
        return file_octets.decode()
    except UnicodeDecodeError as error:
        raise RequestFailed(
            Text("config.not_utf8", {"line": file_octets.count(b"\n", 0, error.start) + 1})
        ) from None
