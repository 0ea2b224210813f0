"""A loudspeaker: espeak-ng renders a phrase once, aplay plays it through ALSA."""

import hashlib
import os
import subprocess
from pathlib import Path
from typing import Final

from hal.errors import BoardUnfit, HardwareError

VOICES: Final = {"fr": "fr", "en": "en"}
WORDS_A_MINUTE: Final = "150"


class AlsaSpeaker:
    """Implements `hal.ports.Speaker`. Renderings are WAV files in `cache`, by digest of the words.

    Both programs run beside the service, which never waits for them. Never met a real loudspeaker.
    """

    def __init__(self, device: str, language: str, cache: Path) -> None:
        self._device = device
        self._voice = VOICES[language]
        self._cache = cache
        self._renders: tuple[subprocess.Popen[bytes], Path] | None = None
        self._plays: subprocess.Popen[bytes] | None = None

    def has(self, text: str) -> bool:
        """Say whether `text` is rendered."""
        return self._path(text).exists()

    def render(self, text: str) -> None:
        """Begin to render `text`. Raises BoardUnfit where espeak-ng is missing."""
        path = self._path(text)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise HardwareError(f"{path.parent}: {error.strerror}") from error
        half = path.with_suffix(".half")
        options = ("-v", self._voice, "-s", WORDS_A_MINUTE, "-w", os.fspath(half), "--stdin")
        process = _started("espeak-ng", *options, stdin=subprocess.PIPE)
        self._renders = process, path
        if process.stdin is not None:
            process.stdin.write(text.encode())
            process.stdin.close()

    def rendering(self) -> bool:
        """Say whether a rendering is under way. Raises HardwareError on one that failed."""
        if self._renders is None:
            return False
        process, path = self._renders
        status = process.poll()
        if status is None:
            return True
        self._renders = None
        half = path.with_suffix(".half")
        if status or not half.exists():
            raise HardwareError(f"espeak-ng ended with status {status}")
        half.replace(path)
        return False

    def play(self, text: str) -> None:
        """Begin to play what was rendered, breaking off what still plays.

        Raises BoardUnfit where aplay is missing, HardwareError where the last one failed by itself.
        """
        self._end_last()
        self._plays = _started("aplay", "-q", "-D", self._device, os.fspath(self._path(text)))

    def stop(self) -> None:
        """Be silent, and give up what is being rendered."""
        for process in (self._plays, self._renders and self._renders[0]):
            if process is not None:
                process.kill()
                process.wait()
        self._plays = self._renders = None

    def close(self) -> None:
        """Be silent."""
        self.stop()

    def _end_last(self) -> None:
        last, self._plays = self._plays, None
        if last is None:
            return
        status = last.poll()
        if status is None:
            last.kill()
            last.wait()
        elif status:
            raise HardwareError(f"aplay on {self._device} ended with status {status}")

    def _path(self, text: str) -> Path:
        said = f"{self._voice} {WORDS_A_MINUTE} {text}"
        return self._cache / f"{hashlib.sha256(said.encode()).hexdigest()[:32]}.wav"


def _started(
    program: str, *options: str, stdin: int = subprocess.DEVNULL
) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(  # noqa: S603  # words of our own, no shell
            (program, *options),
            stdin=stdin,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    except FileNotFoundError as error:
        package = {"espeak-ng": "espeak-ng", "aplay": "alsa-utils"}[program]
        raise BoardUnfit(f"{program} is missing: install {package}") from error
    except OSError as error:
        raise BoardUnfit(f"{program} can't be started: {error.strerror}") from error
