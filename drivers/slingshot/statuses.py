"""The status lines of a SlingShot 2: which of them count, and when to request another."""

from collections import Counter
from typing import Final

from drivers.slingshot.lines import State, Status
from hal.ports import Millis

ASKS_AFTER: Final = Millis(700)
"""The wheel sends a status every 500 ms; after so long without one it is asked."""
STALE: Final = Millis(1500)


class Statuses:
    """Takes each line; it counts if it equals the one before, except for the rotor's speed.

    `health` counts gaps without a line (`stale`).
    """

    def __init__(self, health: Counter[str]) -> None:
        self.wanted = False
        """Whether a technician asked for one."""
        self._health = health
        self.restart(Millis(0))

    def restart(self, now: Millis) -> None:
        """Forget every line; the next gap begins now."""
        self._said: Status | None = None
        self._agreed: Status | None = None
        """The last line that counted."""
        self._heard = self._asked = now
        self._stale = False

    @property
    def state(self) -> State | None:
        """The wheel's state; None before two lines agree, and while the last one is in doubt."""
        return self._said.state if self._said and self._said == self._agreed else None

    def take(self, status: Status, now: Millis) -> bool:
        """Take a line; return whether it counts."""
        self._heard, self._stale = now, False
        before, self._said = self._said, status._replace(speed=0)
        if before != self._said:
            return False
        self._agreed = self._said
        return True

    def silence(self, now: Millis) -> int:
        """Return the milliseconds since the last line."""
        return now - self._heard

    def count_silence(self) -> None:
        """Count the present gap, once."""
        if not self._stale:
            self._stale = True
            self._health["stale"] += 1

    def due(self, now: Millis) -> bool:
        """Return whether to ask at once: to confirm a new line, or after ASKS_AFTER."""
        is_news = self._said != self._agreed and self._asked < self._heard
        return is_news or now - max(self._heard, self._asked) >= ASKS_AFTER

    def asked(self, now: Millis) -> None:
        """Note that a status was requested."""
        self._asked, self.wanted = now, False
