"""Phrases in a table's voice: espeak-ng renders each once, as a WAV file."""

import hashlib
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from hal.errors import HardwareError
from hal.pi.program import Process, started

PROGRAM: Final = "espeak-ng"
VOICES: Final = {"fr": "fr", "en": "en"}
WORDS_A_MINUTE: Final = "150"
HEADER_SIZE: Final = 44
"""RIFF, its size, WAVE, the format and the head of the samples."""


class Rendering(NamedTuple):
    """A phrase that is being rendered, by a process beside this one."""

    process: Process
    half: Path
    path: Path

    def is_over(self) -> bool:
        """Return whether the phrase is ready. Raises HardwareError if its rendering failed."""
        status = self.process.poll()
        if status is None:
            return False
        if status or not _is_whole(self.half):
            raise HardwareError(f"{PROGRAM} ended with status {status}, {self.half} is not whole")
        with _as_ours(self.path):
            self.half.replace(self.path)
        return True

    def wait(self, most_s: float) -> None:
        """Return when the phrase is ready. Raises HardwareError if it failed or took longer."""
        try:
            self.process.wait(most_s)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.is_over()


class Phrases:
    """The phrases of a language, in `folder` by a digest of their words.

    Every call raises HardwareError if the disk fails.
    """

    def __init__(self, language: str, folder: Path) -> None:
        self._voice = VOICES[language]
        self._folder = folder

    def path(self, text: str) -> Path:
        said = f"{self._voice} {WORDS_A_MINUTE} {text}"
        return self._folder / f"{hashlib.sha256(said.encode()).hexdigest()[:32]}.wav"

    def has(self, text: str) -> bool:
        """Return whether `text` is rendered; a damaged rendering is none."""
        return _is_whole(self.path(text))

    def render(self, text: str) -> Rendering:
        """Begin to render `text`. Raises BoardUnfit without the program."""
        path = self.path(text)
        half = path.with_suffix(".half")
        with _as_ours(path.parent):
            path.parent.mkdir(parents=True, exist_ok=True)
        how = ("-b", "1", "-v", self._voice, "-s", WORDS_A_MINUTE, "-w", os.fspath(half))
        return Rendering(started(PROGRAM, *how, "--", text), half, path)


def is_installed() -> bool:
    """Return whether phrases can be rendered on this machine."""
    return shutil.which(PROGRAM) is not None


def _is_whole(path: Path) -> bool:
    """Return whether the WAV file is as long as its header says: a full disk cuts it short."""
    with _as_ours(path):
        if not path.exists():
            return False
        with path.open("rb") as file:
            header, size = file.read(HEADER_SIZE), file.seek(0, os.SEEK_END)
    told = int.from_bytes(header[4:8], "little") + 8
    return header[:4] == b"RIFF" and header[8:12] == b"WAVE" and HEADER_SIZE < size == told


@contextmanager
def _as_ours(path: Path) -> Iterator[None]:
    """Convert disk errors to HardwareError."""
    try:
        yield
    except OSError as error:
        raise HardwareError(f"{path}: {error.strerror}") from error
