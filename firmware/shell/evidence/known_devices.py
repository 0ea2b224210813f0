"""The devices that a verifier remembers: a text file, one line a device.

A line is the fingerprint in 32 letters and digits, then the table's name. Empty lines and lines
that begin with `#` are skipped. The file is `croupier/devices` in `XDG_CONFIG_HOME` or `~/.config`.
"""

import os
from collections.abc import Iterator
from pathlib import Path

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.device.atomic_file import write_atomically


def known_devices_path() -> Path:
    """Return the path of the file."""
    config_home = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(config_home) / "croupier" / "devices"


def plain_fingerprint(fingerprint: str) -> str:
    """Return a fingerprint without its spaces, in capitals."""
    return "".join(fingerprint.split()).upper()


def remembered_name(fingerprint: str) -> str | None:
    """Return the remembered name of a fingerprint. Raises OSError."""
    return next(
        (
            name
            for known_fingerprint, name in _remembered_devices()
            if known_fingerprint == plain_fingerprint(fingerprint)
        ),
        None,
    )


def remember_device(fingerprint: str, name: str) -> None:
    """Add a device. Raises OSError; RequestFailed if the name or the device is already there."""
    path = known_devices_path()
    for known_fingerprint, its_name in _remembered_devices():
        if plain_fingerprint(fingerprint) == known_fingerprint and its_name == name:
            return
        # one name for two devices, or two names for one, would confuse an inspector
        if plain_fingerprint(fingerprint) == known_fingerprint or its_name == name:
            values = {"name": its_name, "fingerprint": known_fingerprint, "path": str(path)}
            raise RequestFailed(Text("evidence.known_already", dict(values)))
    path.parent.mkdir(parents=True, exist_ok=True)
    old_content = path.read_text(encoding="utf-8") if path.exists() else ""
    write_atomically(
        path, f"{old_content.rstrip()}\n{plain_fingerprint(fingerprint)} {name}\n".lstrip().encode()
    )


def _remembered_devices() -> Iterator[tuple[str, str]]:
    path = known_devices_path()
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else ()
    for line in lines:
        known_fingerprint, _, name = line.strip().partition(" ")
        if known_fingerprint and not known_fingerprint.startswith("#"):
            yield known_fingerprint.upper(), name.strip()
