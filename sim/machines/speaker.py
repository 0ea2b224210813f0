"""The far end of a loudspeaker: the phrases played, and failures."""

from hal.errors import BoardUnfit, HardwareError


class SimSpeaker:
    """Implements `hal.ports.Speaker`; a rendering takes `renders` looks, a phrase `plays` looks.

    Not modelled: sound, a full disk, renderings from before, other programs that use the device.
    """

    def __init__(self, renders: int = 2, plays: int = 2) -> None:
        self.renders, self.plays = renders, plays
        self.missing = False
        """Whether the programs are not there."""
        self.unplugged = False
        """Whether the device is missing: playing fails."""
        self.rendered: list[str] = []
        self.said: list[str] = []
        """The phrases whose playing began."""
        self._under_way: str | None = None
        self._to_render = 0
        self._to_play = 0
        self._failed = False

    def start(self) -> None:
        """Try the device with silence, which is over at once."""
        if self.missing:
            raise BoardUnfit("espeak-ng is missing: install espeak-ng")
        self._under_way, self._to_play = None, 0
        failed, self._failed = self._failed, self.unplugged
        if failed:
            raise HardwareError("aplay on default has not come to its end yet")

    def has(self, text: str) -> bool:
        """Return whether `text` is rendered."""
        return text in self.rendered

    def render(self, text: str) -> None:
        """Begin to render `text`."""
        if self.missing:
            raise BoardUnfit("espeak-ng can't be started: No such file or directory")
        self._under_way, self._to_render = text, self.renders

    def rendering(self) -> bool:
        """Return whether a rendering is under way; each call brings it nearer to its end."""
        if self._under_way is None:
            return False
        self._to_render -= 1
        if self._to_render > 0:
            return True
        self.rendered.append(self._under_way)
        self._under_way = None
        return False

    def play(self, text: str) -> None:
        self._failed = self.unplugged
        self._to_play = self.plays
        if not self.unplugged:
            self.said.append(text)

    def playing(self) -> bool:
        """Return whether something still plays; each call brings it nearer to its end."""
        if self._failed:
            raise HardwareError("aplay on default ended with status 1")
        self._to_play = max(0, self._to_play - 1)
        return self._to_play > 0

    def stop(self) -> None:
        """Be silent, after one more look."""
        self._to_play = min(self._to_play, 2)
