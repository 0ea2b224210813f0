"""Which program this is: a digest of every file that decides anything."""

import hashlib
from pathlib import Path

import drivers
import firmware
import hal


def program_digest() -> str:
    """Return the SHA-256 over the names and contents of the program's files, hex."""
    digest = hashlib.sha256()
    for package in (firmware, drivers, hal):
        for root in package.__path__:
            for path in sorted(Path(root).rglob("*")):
                if path.suffix in (".py", ".toml"):
                    digest.update(path.relative_to(root).as_posix().encode() + b"\0")
                    digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()
