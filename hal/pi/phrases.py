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
from hal.pi.program import Process, start_program

ESPEAK: Final = "espeak-ng"
WORDS_A_MINUTE: Final = "150"
HEADER_SIZE: Final = 44
"""RIFF, its size, WAVE, the format and the head of the samples."""


class Rendering(NamedTuple):
    """A phrase that is being rendered, by a process of its own."""

    process: Process
    partial_path: Path
    path: Path

    def is_finished(self) -> bool:
        """Return whether the phrase is ready. Raises HardwareError if its rendering failed."""
        exit_status = self.process.poll()
        if exit_status is None:
            return False
        if exit_status or not _is_whole(self.partial_path):
            raise HardwareError(
                f"{ESPEAK} ended with status {exit_status}, {self.partial_path} is not whole"
            )
        with _converted_errors(self.path):
            self.partial_path.replace(self.path)
        return True

    def wait(self, timeout_s: float) -> None:
        """Return when the phrase is ready. Raises HardwareError if it failed or took longer."""
        try:
            self.process.wait(timeout_s)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.is_finished()


class PhraseCache:
    """The phrases of one of espeak's voices, in `cache_dir` by a digest of their words.

    Every call raises HardwareError if the disk fails.
    """

    def __init__(self, espeak_voice: str, cache_dir: Path) -> None:
        self._espeak_voice = espeak_voice
        self._cache_dir = cache_dir

    def rendering_path(self, text: str) -> Path:
        spoken_settings = f"{self._espeak_voice} {WORDS_A_MINUTE} {text}"
        return self._cache_dir / f"{hashlib.sha256(spoken_settings.encode()).hexdigest()[:32]}.wav"

    def is_rendered(self, text: str) -> bool:
        """Return whether `text` is rendered, and its file complete."""
        return _is_whole(self.rendering_path(text))

    def render(self, text: str) -> Rendering:
        """Begin to render `text`. Raises BoardUnfit without the program."""
        path = self.rendering_path(text)
        # Renamed when it is whole, so that a power cut leaves no half phrase under the real name.
        partial_path = path.with_suffix(".half")
        with _converted_errors(path.parent):
            path.parent.mkdir(parents=True, exist_ok=True)
        espeak_options = (
            "-b",
            "1",
            "-v",
            self._espeak_voice,
            "-s",
            WORDS_A_MINUTE,
            "-w",
            os.fspath(partial_path),
        )
        return Rendering(start_program(ESPEAK, *espeak_options, "--", text), partial_path, path)


def is_installed() -> bool:
    """Return whether phrases can be rendered on this machine."""
    return shutil.which(ESPEAK) is not None


def _is_whole(path: Path) -> bool:
    """Return whether the WAV file has the length in its header: a full disk cuts it short."""
    with _converted_errors(path):
        if not path.exists():
            return False
        with path.open("rb") as wav_file:
            wav_header, file_size = wav_file.read(HEADER_SIZE), wav_file.seek(0, os.SEEK_END)
    # The RIFF size counts from behind itself.
    stated_size = int.from_bytes(wav_header[4:8], "little") + 8
    return (
        wav_header[:4] == b"RIFF"
        and wav_header[8:12] == b"WAVE"
        and HEADER_SIZE < file_size == stated_size
    )


@contextmanager
def _converted_errors(path: Path) -> Iterator[None]:
    """Convert disk errors to HardwareError."""
    try:
        yield
    except OSError as error:
        raise HardwareError(f"{path}: {error.strerror}") from error
