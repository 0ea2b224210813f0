"""The devices that a verifier remembers: a text file, one line a device.

A line is the fingerprint in 32 letters and digits, then the table's name. Empty lines and lines
that begin with `#` are skipped. The file is `croupier/devices` in `XDG_CONFIG_HOME` or `~/.config`.
"""

import os
from collections.abc import Iterator
from pathlib import Path

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.device.atomic_file import write_whole


def devices_file() -> Path:
    """Return the path of the file."""
    home = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(home) / "croupier" / "devices"


def plain(printed: str) -> str:
    """Return a fingerprint without its spaces, in capitals."""
    return "".join(printed.split()).upper()


def name_of(printed: str) -> str | None:
    """Return the remembered name of a fingerprint. Raises OSError."""
    return next((name for known, name in _remembered() if known == plain(printed)), None)


def remember(printed: str, name: str) -> None:
    """Add a device. Raises OSError; CannotBeDone if the name or the device is already there."""
    path = devices_file()
    for known, its_name in _remembered():
        if plain(printed) == known and its_name == name:
            return
        if plain(printed) == known or its_name == name:
            values = {"name": its_name, "fingerprint": known, "path": str(path)}
            raise CannotBeDone(Text("evidence.known_already", dict(values)))
    path.parent.mkdir(parents=True, exist_ok=True)
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    write_whole(path, f"{before.rstrip()}\n{plain(printed)} {name}\n".lstrip().encode())


def _remembered() -> Iterator[tuple[str, str]]:
    path = devices_file()
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else ()
    for line in lines:
        known, _, name = line.strip().partition(" ")
        if known and not known.startswith("#"):
            yield known.upper(), name.strip()
