"""The operating system's errors, in the words of a person's language."""

import errno
from collections.abc import Mapping
from typing import Final

from firmware.core.vocabulary.panel import Text

ERROR_KEYS: Final[Mapping[str, str]] = {
    "ENOENT": "errno.ENOENT",
    "EACCES": "errno.EACCES",
    "EPERM": "errno.EPERM",
    "EISDIR": "errno.EISDIR",
    "ENOTDIR": "errno.ENOTDIR",
    "EEXIST": "errno.EEXIST",
    "ENOTEMPTY": "errno.ENOTEMPTY",
    "ENAMETOOLONG": "errno.ENAMETOOLONG",
    "ENOSPC": "errno.ENOSPC",
    "EDQUOT": "errno.EDQUOT",
    "EROFS": "errno.EROFS",
    "EIO": "errno.EIO",
    "EBUSY": "errno.EBUSY",
    "ENODEV": "errno.ENODEV",
    "ENXIO": "errno.ENXIO",
    "EMFILE": "errno.EMFILE",
    "EADDRINUSE": "errno.EADDRINUSE",
    "EADDRNOTAVAIL": "errno.EADDRNOTAVAIL",
    "ECONNREFUSED": "errno.ECONNREFUSED",
    "ESTALE": "errno.ESTALE",
    "ETIMEDOUT": "errno.ETIMEDOUT",
}
"""The errors that have words of their own, by the system's name."""


def os_reason(error: OSError) -> Text:
    """Return why the system refused; its own name for an error without words."""
    name = errno.errorcode.get(error.errno or 0, type(error).__name__)
    key = ERROR_KEYS.get(name)
    return Text("errno.other", {"name": name}) if key is None else Text(key)


def os_failure(error: OSError, path: str | None = None) -> Text:
    """Return why the system refused, with the path, or the one that the error names."""
    reason, file_path = os_reason(error), path or error.filename
    return Text("errno.at", {"path": str(file_path), "why": reason}) if file_path else reason
