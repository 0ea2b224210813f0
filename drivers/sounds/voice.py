"""The voice: speaks the table's announcements in its language."""

from collections import Counter, deque
from collections.abc import Callable, Sequence
from typing import Final

from drivers.part import Part, SelfTestProof
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.panel import Panel
from hal.errors import HardwareError
from hal.ports import NEVER, Millis, Speaker

IN_TIME_MS: Final = 1500
"""How late an announcement may begin that could not begin at once; later it is left out."""
BUSY_POLL_MS: Final = 20
PATIENCE_MS: Final = 20_000
"""How long one rendering or one phrase may take before it is a fault."""


class VoiceAnnouncer(Part):
    """Speaks what `compose_announcement` makes of the panel, if an announcement's sound is new.

    A phrase is rendered once and cached, `phrases` at the start and any other at its first use.
    Nothing waits: a phrase that is not ready in time is skipped, but is ready the next time. A
    newer announcement interrupts the previous one. The first panel after a start is not spoken.
    """

    name = "voice"
    panel_fields = ("sound",)

    def __init__(
        self, speaker: Speaker, compose_announcement: Callable[[Panel], str], phrases: Sequence[str]
    ) -> None:
        self.health: Counter[str] = Counter()
        """`left_out`: announcements that could not begin in time."""
        self._speaker = speaker
        self._compose_announcement = compose_announcement
        self._phrases = phrases
        self._last_sound_number: int | None = None
        self._to_render: deque[str] = deque()
        self._requested_phrase: str | None = None
        self._play_deadline = NEVER
        self._rendered_by = NEVER
        self._played_by = NEVER

    def start(self, now: Millis) -> None:
        """Stop any sound and try the device; then render the standard phrases.
        Raises HardwareError.
        """
        self._last_sound_number = self._requested_phrase = None
        self._to_render = deque(self._phrases)
        self._speaker.start()
        self._played_by = Millis(now + PATIENCE_MS)
        self.due = now

    def poll(self, now: Millis) -> Sequence[Event]:
        """Continue rendering; play a phrase that has become ready in time. Raises HardwareError."""
        rendering = self._speaker.rendering() or self._render_next(now)
        playing = self._speaker.playing() or self._play_requested(now)
        if rendering and now > self._rendered_by:
            raise HardwareError(f"a phrase was not rendered in {PATIENCE_MS} ms")
        if playing and now > self._played_by:
            raise HardwareError(f"a phrase was not played to its end in {PATIENCE_MS} ms")
        must_poll = rendering or playing or self._requested_phrase is not None
        self.due = Millis(now + BUSY_POLL_MS) if must_poll else NEVER
        return ()

    def show(self, panel: Panel, now: Millis) -> None:
        """Begin the panel's announcement if its sound is a new one. Raises HardwareError."""
        previous, self._last_sound_number = self._last_sound_number, panel.sound.number
        announced = self._compose_announcement(panel)
        if previous in (None, panel.sound.number) or not announced:
            return
        self._speaker.stop()
        self._requested_phrase, self._play_deadline = announced, Millis(now + IN_TIME_MS)
        # Before the standard phrases: this one is due now.
        self._to_render.appendleft(announced)
        # At once, not at the next poll: a phrase that is rendered starts without delay.
        self.poll(now)

    def test(self, now: Millis) -> SelfTestProof:  # noqa: ARG002
        """Nothing comes back from a loudspeaker."""
        return SelfTestProof.BLIND

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

    def _play_requested(self, now: Millis) -> bool:
        """Play the pending phrase if it is ready; return whether it was started."""
        # An announcement that comes late would describe another moment of the game.
        if self._requested_phrase is not None and now > self._play_deadline:
            self.health["left_out"] += 1
            self._requested_phrase = None
        if self._requested_phrase is None or not self._speaker.has(self._requested_phrase):
            return False
        self._speaker.play(self._requested_phrase)
        self._requested_phrase = None
        self._played_by = Millis(now + PATIENCE_MS)
        return True
