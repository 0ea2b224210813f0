"""The far end of a loudspeaker: the phrases played, and failures."""

from hal.errors import BoardUnfit, HardwareError


class SimSpeaker:
    """Implements `hal.ports.Speaker`; a rendering takes `render_polls`, a phrase `play_polls`.

    Not modelled: sound, a full disk, renderings from before, other programs that use the device.
    """

    def __init__(self, render_polls: int = 2, play_polls: int = 2) -> None:
        self.render_polls, self.play_polls = render_polls, play_polls
        self.programs_missing = False
        """Whether the programs are not there."""
        self.unplugged = False
        """Whether the device is missing: playing fails."""
        self.rendered: list[str] = []
        self.played_phrases: list[str] = []
        """The phrases whose playing began."""
        self._current_rendering: str | None = None
        self._to_render = 0
        self._to_play = 0
        self._play_failed = False

    def start(self) -> None:
        """Try the device with silence, which is over at once."""
        if self.programs_missing:
            raise BoardUnfit("espeak-ng is missing: install espeak-ng")
        self._current_rendering, self._to_play = None, 0
        # aplay fails after it was started: so the next start reports the failure.
        previous_failed, self._play_failed = self._play_failed, self.unplugged
        if previous_failed:
            raise HardwareError("aplay on default has not come to its end yet")

    def has(self, text: str) -> bool:
        """Return whether `text` is rendered."""
        return text in self.rendered

    def render(self, text: str) -> None:
        """Begin to render `text`."""
        if self.programs_missing:
            raise BoardUnfit("espeak-ng can't be started: No such file or directory")
        self._current_rendering, self._to_render = text, self.render_polls

    def rendering(self) -> bool:
        """Return whether a rendering is under way; each call brings it nearer to its end."""
        if self._current_rendering is None:
            return False
        self._to_render -= 1
        if self._to_render > 0:
            return True
        self.rendered.append(self._current_rendering)
        self._current_rendering = None
        return False

    def play(self, text: str) -> None:
        self._play_failed = self.unplugged
        self._to_play = self.play_polls
        if not self.unplugged:
            self.played_phrases.append(text)

    def playing(self) -> bool:
        """Return whether something still plays; each call brings it nearer to its end."""
        if self._play_failed:
            raise HardwareError("aplay on default ended with status 1")
        self._to_play = max(0, self._to_play - 1)
        return self._to_play > 0

    def stop(self) -> None:
        """Be silent, after one more poll."""
        self._to_play = min(self._to_play, 2)
