"""A loudspeaker: espeak-ng renders a phrase once, aplay plays it through ALSA."""

import os
import shutil
import subprocess
from pathlib import Path
from typing import Final

from hal.errors import BoardUnfit, HardwareError
from hal.pi.phrases import Phrases, Rendering
from hal.pi.program import Process, started

PACKAGES: Final = {"espeak-ng": "espeak-ng", "aplay": "alsa-utils"}
"""The programs, and where Debian has them."""
SILENCE: Final = ("-t", "raw", "-f", "S16_LE", "-r", "22050", "-s", "2205", "/dev/zero")
"""A tenth of a second, which opens the device and is not heard."""
CLOSE_S: Final = 1.0


class AlsaSpeaker:
    """Implements `hal.ports.Speaker`. Renderings are kept in `cache`.

    Both programs run beside the service. A killed one is polled until it has gone, since it may
    hold the device until then. Untried on a real loudspeaker.
    """

    def __init__(self, device: str, language: str, cache: Path) -> None:
        self._device = device
        self._phrases = Phrases(language, cache)
        self._renders: Rendering | None = None
        self._plays: Process | None = None
        self._killed: list[Process] = []

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
        return self._phrases.has(text)

    def render(self, text: str) -> None:
        """Begin to render `text`; one at a time."""
        self._renders = self._phrases.render(text)

    def rendering(self) -> bool:
        """Return whether a rendering is under way. Raises HardwareError on one that failed."""
        if self._dying():
            return True
        renders, self._renders = self._renders, None  # one that failed is not asked again
        if renders is None or renders.is_over():
            return False
        self._renders = renders
        return True

    def play(self, text: str) -> None:
        """Start to play a rendered phrase, once the device is free."""
        self._play(os.fspath(self._phrases.path(text)))

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
        self._plays = started("aplay", "-q", "-D", self._device, *what)

    def _end_all(self) -> None:
        self.stop()
        if self._renders is not None:
            self._kill(self._renders.process)
        self._renders = None

    def _kill(self, process: Process) -> None:
        process.kill()
        self._killed.append(process)

    def _dying(self) -> bool:
        self._killed = [process for process in self._killed if process.poll() is None]
        return bool(self._killed)
