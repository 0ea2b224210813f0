"""The voice: speaks the table's announcements in its language."""

from collections import Counter, deque
from collections.abc import Callable, Sequence
from typing import Final

from drivers.part import Part, Proof
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.panel import Panel
from hal.errors import HardwareError
from hal.ports import NEVER, Millis, Speaker

IN_TIME_MS: Final = 1500
"""How late an announcement may begin that could not begin at once; later it is left out."""
LOOK_MS: Final = 20
PATIENCE_MS: Final = 20_000
"""How long one rendering or one phrase may take before it is a fault."""


class VoiceAnnouncer(Part):
    """Speaks the text that `compose` makes of the panel when an announcement's sound is new.

    A phrase is rendered once and cached, `phrases` at the start and any other at its first use.
    Nothing waits: a phrase that is not ready in time is skipped, but is ready the next time. A
    newer announcement interrupts the previous one. The first panel after a start is not spoken.
    """

    name = "voice"
    shows = ("sound",)

    def __init__(
        self, speaker: Speaker, compose: Callable[[Panel], str], phrases: Sequence[str]
    ) -> None:
        self.health: Counter[str] = Counter()
        """`left_out`: announcements that could not begin in time."""
        self._speaker = speaker
        self._compose = compose
        self._phrases = phrases
        self._heard: int | None = None
        self._to_render: deque[str] = deque()
        self._wanted: str | None = None
        self._until = NEVER
        self._rendered_by = NEVER
        self._played_by = NEVER

    def start(self, now: Millis) -> None:
        """Stop any sound and try the device; then render the standard phrases.
        Raises HardwareError.
        """
        self._heard = self._wanted = None
        self._to_render = deque(self._phrases)
        self._speaker.start()
        self._played_by = Millis(now + PATIENCE_MS)
        self.due = now

    def poll(self, now: Millis) -> Sequence[Event]:
        """Continue rendering; play a phrase that has become ready in time. Raises HardwareError."""
        rendering = self._speaker.rendering() or self._render_next(now)
        playing = self._speaker.playing() or self._say_wanted(now)
        if rendering and now > self._rendered_by:
            raise HardwareError(f"a phrase was not rendered in {PATIENCE_MS} ms")
        if playing and now > self._played_by:
            raise HardwareError(f"a phrase was not played to its end in {PATIENCE_MS} ms")
        busy = rendering or playing or self._wanted is not None
        self.due = Millis(now + LOOK_MS) if busy else NEVER
        return ()

    def show(self, panel: Panel, now: Millis) -> None:
        """Begin the panel's announcement if its sound is a new one. Raises HardwareError."""
        before, self._heard = self._heard, panel.sound.number
        announced = self._compose(panel)
        if before in (None, panel.sound.number) or not announced:
            return
        self._speaker.stop()
        self._wanted, self._until = announced, Millis(now + IN_TIME_MS)
        self._to_render.appendleft(announced)
        self.poll(now)

    def test(self, now: Millis) -> Proof:  # noqa: ARG002
        """Nothing comes back from a loudspeaker."""
        return Proof.BLIND

    def blank(self) -> None:
        """Be silent."""
        self._speaker.stop()

    def _render_next(self, now: Millis) -> bool:
        """Begin the next rendering; return whether there was one to begin."""
        while self._to_render:
            text = self._to_render.popleft()
            if not self._speaker.has(text):
                self._speaker.render(text)
                self._rendered_by = Millis(now + PATIENCE_MS)
                return True
        return False

    def _say_wanted(self, now: Millis) -> bool:
        """Play the wanted phrase if it is ready; return whether it was started."""
        if self._wanted is not None and now > self._until:
            self.health["left_out"] += 1
            self._wanted = None
        if self._wanted is None or not self._speaker.has(self._wanted):
            return False
        self._speaker.play(self._wanted)
        self._wanted = None
        self._played_by = Millis(now + PATIENCE_MS)
        return True
