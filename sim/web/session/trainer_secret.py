"""The secret of a class's trainer: a line of letters in a file that its owner alone can read."""

import secrets
from pathlib import Path
from typing import Final

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.device.atomic_file import create_atomically
from firmware.shell.words.os_words import os_failure

SECRET_OCTETS: Final = 16
SHORTEST_SECRET: Final = 16
"""Letters: fewer could be guessed."""
OWNER_ONLY_MODE: Final = 0o600


def read_secret(path: Path) -> str:
    """Return the secret in a file. Raises RequestFailed if there is none, or others can read it."""
    try:
        secret = path.read_text(encoding="utf-8").strip()
        is_open = bool(path.stat().st_mode & 0o077)
    except OSError as error:
        raise RequestFailed(os_failure(error, str(path))) from None
    except ValueError:
        secret, is_open = "", False
    if is_open:
        raise RequestFailed(Text("web.class.open_secret", {"path": str(path)}))
    if len(secret) < SHORTEST_SECRET or not (secret.isascii() and secret.isalnum()):
        raise RequestFailed(Text("web.class.no_secret", {"path": str(path)}))
    return secret


def create_secret(path: Path) -> str:
    """Write a new secret, unless there is one, and return it. Raises OSError, RequestFailed."""
    if not path.exists():
        create_atomically(path, f"{secrets.token_hex(SECRET_OCTETS)}\n".encode(), OWNER_ONLY_MODE)
    return read_secret(path)
