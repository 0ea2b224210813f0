"""A loudspeaker: espeak-ng renders a phrase once, aplay plays it through ALSA."""

import os
import shutil
import subprocess
from pathlib import Path
from typing import Final

from hal.errors import BoardUnfit, HardwareError
from hal.pi.phrases import PhraseCache, Rendering
from hal.pi.program import Process, start_program

PACKAGES: Final = {"espeak-ng": "espeak-ng", "aplay": "alsa-utils"}
"""The programs, and where Debian has them."""
SILENCE_OPTIONS: Final = ("-t", "raw", "-f", "S16_LE", "-r", "22050", "-s", "2205", "/dev/zero")
"""A tenth of a second of silence, to open the device."""
CLOSE_TIMEOUT_S: Final = 1.0


class AlsaSpeaker:
    """Implements `hal.ports.Speaker`. Renderings are stored in `cache_dir`.

    Both programs are processes of their own. A killed one is polled until it has gone, since it may
    hold the device until then. Untried on a real loudspeaker.
    """

    def __init__(self, device: str, espeak_voice: str, cache_dir: Path) -> None:
        self._device = device
        self._phrase_cache = PhraseCache(espeak_voice, cache_dir)
        self._rendering: Rendering | None = None
        self._player_process: Process | None = None
        self._killed_processes: list[Process] = []

    def start(self) -> None:
        """Start from scratch, and try the device with a moment of silence."""
        for program, package in PACKAGES.items():
            if shutil.which(program) is None:
                raise BoardUnfit(f"{program} is missing: install {package}")
        last_play_failed = self._is_player_ending() or (
            self._player_process is not None and self._player_process.poll() != 0
        )
        self._stop_processes()
        self._start_player(*SILENCE_OPTIONS)
        if last_play_failed:
            raise HardwareError(f"aplay on {self._device} has not come to its end yet")

    def has(self, text: str) -> bool:
        """Return whether `text` is rendered, and its file complete."""
        return self._phrase_cache.is_rendered(text)

    def render(self, text: str) -> None:
        """Begin to render `text`; one at a time."""
        self._rendering = self._phrase_cache.render(text)

    def rendering(self) -> bool:
        """Return whether a rendering is under way. Raises HardwareError on one that failed."""
        if self._is_player_ending():
            return True
        current_rendering, self._rendering = (
            self._rendering,
            None,
        )  # one that failed is not asked again
        if current_rendering is None or current_rendering.is_finished():
            return False
        self._rendering = current_rendering
        return True

    def play(self, text: str) -> None:
        """Start to play a rendered phrase, once the device is free."""
        self._start_player(os.fspath(self._phrase_cache.rendering_path(text)))

    def playing(self) -> bool:
        """Return whether a phrase is playing. Raises HardwareError if aplay failed."""
        if self._is_player_ending():
            return True
        exit_status = 0 if self._player_process is None else self._player_process.poll()
        if exit_status:
            raise HardwareError(f"aplay on {self._device} ended with status {exit_status}")
        return exit_status is None

    def stop(self) -> None:
        """Be silent."""
        if self._player_process is not None:
            self._kill_process(self._player_process)
        self._player_process = None

    def close(self) -> None:
        """Be silent, and leave no process behind that can be killed."""
        self._stop_processes()
        for process in self._killed_processes:
            try:
                process.wait(CLOSE_TIMEOUT_S)
            except subprocess.TimeoutExpired:
                continue  # the kernel holds it; init will have it

    def _start_player(self, *arguments: str) -> None:
        self._player_process = start_program("aplay", "-q", "-D", self._device, *arguments)

    def _stop_processes(self) -> None:
        self.stop()
        if self._rendering is not None:
            self._kill_process(self._rendering.process)
        self._rendering = None

    def _kill_process(self, process: Process) -> None:
        process.kill()
        self._killed_processes.append(process)

    def _is_player_ending(self) -> bool:
        self._killed_processes = [
            # poll() also reaps: no zombie is left.
            process
            for process in self._killed_processes
            if process.poll() is None
        ]
        return bool(self._killed_processes)
