"""The running program: its files, and a digest of all that can affect decisions."""

import hashlib
import os
from collections.abc import Iterator
from functools import cache
from operator import attrgetter
from pathlib import Path
from typing import Final

import firmware
from firmware.shell.journal import ProgramVersion

PROGRAM_ROOT: Final = Path(firmware.__file__).parents[1]
"""The folder of the program's packages; of a released one also its manifest."""

PROGRAM_PACKAGES: Final = ("firmware", "drivers", "hal", "sim")
"""The four rooms: code, rule packs, words, fonts and every other file in them."""

SIMULATION_PACKAGES: Final = ("sim",)
"""The room of the four that a table's release goes without."""

BYTE_CODE: Final = "__pycache__"


def program_files(root: Path = PROGRAM_ROOT) -> Iterator[Path]:
    """Return every file of the program below `root`, in order, but for byte code.

    A table's release goes without some of the rooms.
    """
    for package_folder in (root / package for package in PROGRAM_PACKAGES):
        if package_folder.is_dir():
            yield from map(Path, _files_below(str(package_folder)))


def _files_below(folder: str) -> Iterator[str]:
    for entry in sorted(os.scandir(folder), key=attrgetter("name")):
        if entry.is_file():
            yield entry.path
        # a linked folder could lead out of the program, or round in a circle
        elif entry.is_dir(follow_symlinks=False) and entry.name != BYTE_CODE:
            yield from _files_below(entry.path)


def present_program() -> ProgramVersion:
    """Return the program that is running."""
    return ProgramVersion(firmware.__version__, program_digest())


@cache
def program_digest() -> str:
    """Return the SHA-256 over the names, sizes and contents of the program's files, hex.

    They are read once: a running process does not change with them.
    """
    digest = hashlib.sha256()
    for path in program_files():
        content = path.read_bytes()
        name = path.relative_to(PROGRAM_ROOT).as_posix().encode()
        digest.update(name + b"\0" + len(content).to_bytes(8, "big") + content)
    return digest.hexdigest()
