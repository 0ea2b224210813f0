"""The status lines of a SlingShot 2: which of them count, and when to ask for another."""

from collections import Counter
from typing import Final

from drivers.slingshot.lines import State, Status
from hal.ports import Millis

ASKS_AFTER: Final = Millis(700)
"""The wheel says its status every 500 ms; it is asked when it has not for so long."""
STALE: Final = Millis(1500)


class Statuses:
    """Takes each line; it counts if the one before said the same but for the rotor's speed.

    `health` counts spells of silence (`stale`).
    """

    def __init__(self, health: Counter[str]) -> None:
        self.wanted = False
        """Whether one was asked for that is not due."""
        self._health = health
        self.restart(Millis(0))

    def restart(self, now: Millis) -> None:
        """Forget what was heard; the silence begins now."""
        self._said: Status | None = None
        self._agreed: Status | None = None
        """What counted last."""
        self._heard = self._asked = now
        self._stale = False

    @property
    def state(self) -> State | None:
        """The wheel's state; None before two lines agree, and while the last one is in doubt."""
        return self._said.state if self._said and self._said == self._agreed else None

    def take(self, status: Status, now: Millis) -> bool:
        """Take a line, and say whether it counts."""
        self._heard, self._stale = now, False
        before, self._said = self._said, status._replace(speed=0)
        if before != self._said:
            return False
        self._agreed = self._said
        return True

    def silence(self, now: Millis) -> int:
        """Return for how many milliseconds none was heard."""
        return now - self._heard

    def count_silence(self) -> None:
        """Count the spell of silence, if it is not counted yet."""
        if not self._stale:
            self._stale = True
            self._health["stale"] += 1

    def due(self, now: Millis) -> bool:
        """Say whether to ask at once: to confirm what is new, or after a silence."""
        is_news = self._said != self._agreed and self._asked < self._heard
        return is_news or now - max(self._heard, self._asked) >= ASKS_AFTER

    def asked(self, now: Millis) -> None:
        """Note that the wheel is asked now."""
        self._asked, self.wanted = now, False
