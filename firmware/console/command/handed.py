"""A file of the device, given to the console by its path."""

import os
import stat

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.config.source import LARGEST_BYTES
from firmware.shell.words.os_words import os_reason


def handed(path: str) -> str:
    """Return the text of a file that everybody may read: the console does not lend its own rights.

    Raises CannotBeDone, also if it is not a regular file, is too large or is not text.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
        with open(descriptor, "rb") as file:
            mode = os.fstat(descriptor).st_mode
            if not stat.S_ISREG(mode) or not mode & stat.S_IROTH:
                raise CannotBeDone(Text("console.config.private", {"path": path}))
            data = file.read(LARGEST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = os_reason(error) if isinstance(error, OSError) else type(error).__name__
        raise CannotBeDone(
            Text("console.config.unreadable", {"path": path, "reason": reason})
        ) from None
    if len(data) > LARGEST_BYTES:
        raise CannotBeDone(Text("config.too_large", {"most": LARGEST_BYTES}))
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise CannotBeDone(
            Text("config.not_utf8", {"line": data.count(b"\n", 0, error.start) + 1})
        ) from None
