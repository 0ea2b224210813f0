"""A loudspeaker: espeak-ng renders a phrase once, aplay plays it through ALSA."""

import hashlib
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from hal.errors import BoardUnfit, HardwareError

PACKAGES: Final = {"espeak-ng": "espeak-ng", "aplay": "alsa-utils"}
"""The programs, and where Debian has them."""
VOICES: Final = {"fr": "fr", "en": "en"}
WORDS_A_MINUTE: Final = "150"
SILENCE: Final = ("-t", "raw", "-f", "S16_LE", "-r", "22050", "-s", "2205", "/dev/zero")
"""A tenth of a second, which opens the device and is not heard."""
CLOSE_S: Final = 1.0
HEADER_SIZE: Final = 44
"""RIFF, its size, WAVE, the format and the head of the samples."""

_Process = subprocess.Popen[bytes]


class _Rendering(NamedTuple):
    process: _Process
    half: Path
    path: Path


class AlsaSpeaker:
    """Implements `hal.ports.Speaker`. Renderings are WAV files in `cache`, by digest of the words.

    Both programs run beside the service. A killed one is polled until it has gone, since it may
    hold the device until then. Untried on a real loudspeaker.
    """

    def __init__(self, device: str, language: str, cache: Path) -> None:
        self._device = device
        self._voice = VOICES[language]
        self._cache = cache
        self._renders: _Rendering | None = None
        self._plays: _Process | None = None
        self._killed: list[_Process] = []

    def start(self) -> None:
        """Start from scratch, and try the device with a moment of silence."""
        for program, package in PACKAGES.items():
            if shutil.which(program) is None:
                raise BoardUnfit(f"{program} is missing: install {package}")
        failed = self._dying() or (self._plays is not None and self._plays.poll() != 0)
        self._end_all()
        self._play(*SILENCE)
        if failed:
            raise HardwareError(f"aplay on {self._device} has not come to its end yet")

    def has(self, text: str) -> bool:
        """Return whether `text` is rendered; a damaged rendering is none."""
        return _is_whole(self._path(text))

    def render(self, text: str) -> None:
        """Begin to render `text`; one at a time."""
        path = self._path(text)
        half = path.with_suffix(".half")
        with _as_ours(path.parent):
            path.parent.mkdir(parents=True, exist_ok=True)
        how = ("-b", "1", "-v", self._voice, "-s", WORDS_A_MINUTE, "-w", os.fspath(half))
        self._renders = _Rendering(_started("espeak-ng", *how, "--", text), half, path)

    def rendering(self) -> bool:
        """Return whether a rendering is under way. Raises HardwareError on one that failed."""
        if self._dying():
            return True
        if self._renders is None:
            return False
        process, half, path = self._renders
        status = process.poll()
        if status is None:
            return True
        self._renders = None
        if status or not _is_whole(half):
            raise HardwareError(f"espeak-ng ended with status {status}, {half} is not whole")
        with _as_ours(path):
            half.replace(path)
        return False

    def play(self, text: str) -> None:
        """Start to play a rendered phrase, once the device is free."""
        self._play(os.fspath(self._path(text)))

    def playing(self) -> bool:
        """Return whether a phrase is playing. Raises HardwareError if aplay failed."""
        if self._dying():
            return True
        status = 0 if self._plays is None else self._plays.poll()
        if status:
            raise HardwareError(f"aplay on {self._device} ended with status {status}")
        return status is None

    def stop(self) -> None:
        """Be silent."""
        if self._plays is not None:
            self._kill(self._plays)
        self._plays = None

    def close(self) -> None:
        """Be silent, and leave no process behind that can be killed."""
        self._end_all()
        for process in self._killed:
            try:
                process.wait(CLOSE_S)
            except subprocess.TimeoutExpired:
                continue  # the kernel holds it; init will have it

    def _play(self, *what: str) -> None:
        self._plays = _started("aplay", "-q", "-D", self._device, *what)

    def _end_all(self) -> None:
        self.stop()
        if self._renders is not None:
            self._kill(self._renders.process)
        self._renders = None

    def _kill(self, process: _Process) -> None:
        process.kill()
        self._killed.append(process)

    def _dying(self) -> bool:
        self._killed = [process for process in self._killed if process.poll() is None]
        return bool(self._killed)

    def _path(self, text: str) -> Path:
        said = f"{self._voice} {WORDS_A_MINUTE} {text}"
        return self._cache / f"{hashlib.sha256(said.encode()).hexdigest()[:32]}.wav"


def _is_whole(path: Path) -> bool:
    """Return whether the WAV file is as long as its header says: a full disk cuts it short."""
    with _as_ours(path):
        if not path.exists():
            return False
        with path.open("rb") as file:
            header, size = file.read(HEADER_SIZE), file.seek(0, os.SEEK_END)
    told = int.from_bytes(header[4:8], "little") + 8
    return header[:4] == b"RIFF" and header[8:12] == b"WAVE" and HEADER_SIZE < size == told


def _started(program: str, *options: str) -> _Process:
    try:
        return subprocess.Popen(  # noqa: S603  # words of our own, no shell
            (program, *options),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    except OSError as error:
        raise BoardUnfit(f"{program} can't be started: {error.strerror}") from error


@contextmanager
def _as_ours(path: Path) -> Iterator[None]:
    """Convert disk errors to HardwareError."""
    try:
        yield
    except OSError as error:
        raise HardwareError(f"{path}: {error.strerror}") from error
