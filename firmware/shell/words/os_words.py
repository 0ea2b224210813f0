"""The operating system's errors, in the words of a person's language."""

import errno
from typing import Final

from firmware.core.vocabulary.panel import Text

NAMED_ERRORS: Final = frozenset(
    {
        *("ENOENT", "EACCES", "EPERM", "EISDIR", "ENOTDIR", "EEXIST", "ENOTEMPTY", "ENAMETOOLONG"),
        *("ENOSPC", "EDQUOT", "EROFS", "EIO", "EBUSY", "ENODEV", "ENXIO", "EMFILE"),
        *("EADDRINUSE", "EADDRNOTAVAIL", "ECONNREFUSED", "ETIMEDOUT"),
    }
)
"""The errors that have words of their own, under `errno`."""


def os_reason(error: OSError) -> Text:
    """Return why the system refused; its own name for an error without words."""
    name = errno.errorcode.get(error.errno or 0, type(error).__name__)
    return Text(f"errno.{name}") if name in NAMED_ERRORS else Text("errno.other", {"name": name})


def os_failure(error: OSError, path: str | None = None) -> Text:
    """Return why the system refused, with the path, or the one that the error names."""
    reason, file_path = os_reason(error), path or error.filename
    return Text("errno.at", {"path": str(file_path), "why": reason}) if file_path else reason
