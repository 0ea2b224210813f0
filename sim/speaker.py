"""The far end of a loudspeaker: what was said, and when nothing could be."""

from hal.errors import BoardUnfit, HardwareError


class SimSpeaker:
    """Implements `hal.ports.Speaker`; a rendering takes `lasts` looks. Not modelled: sound."""

    def __init__(self, lasts: int = 2) -> None:
        self.lasts = lasts
        self.missing = False
        """Whether the programs are not there."""
        self.unplugged = False
        self.rendered: list[str] = []
        self.said: list[str] = []
        """What was begun to be played."""
        self._under_way: str | None = None
        self._left = 0

    def has(self, text: str) -> bool:
        """Say whether `text` is rendered."""
        return text in self.rendered

    def render(self, text: str) -> None:
        """Begin to render `text`."""
        if self.missing:
            raise BoardUnfit("espeak-ng is missing: install espeak-ng")
        self._under_way, self._left = text, self.lasts

    def rendering(self) -> bool:
        """Say whether a rendering is under way; each call brings it nearer to its end."""
        if self._under_way is None:
            return False
        self._left -= 1
        if self._left > 0:
            return True
        self.rendered.append(self._under_way)
        self._under_way = None
        return False

    def play(self, text: str) -> None:
        """Begin to play."""
        if self.unplugged:
            raise HardwareError("aplay on default ended with status 1")
        self.said.append(text)

    def stop(self) -> None:
        """Be silent, and give up what is being rendered."""
        self._under_way = None
