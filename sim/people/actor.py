"""The abilities of a person at a simulated table: eyes, hands, and time of his own."""

from collections.abc import Callable
from threading import Event
from typing import Final

from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.status import Status
from firmware.shell.sockets.line_client import ControlError
from sim.people.hands import Hands

LOOK_MS: Final = 20
REACTION_MS: Final = 3000
"""How often he looks while he waits for the table, and for how long."""
SLICE_MS: Final = 100


class Dismissed(Exception):
    """The table is closing down: whoever is at it leaves off."""


class Body:
    """He looks, takes his time and presses keys.

    `speed` divides only human pauses, not the time that the table needs to see or hear him.
    """

    def __init__(self, hands: Hands, look: Callable[[], Status], speed: float = 1.0) -> None:
        """Take up a place; `look` raises ControlError while the table's service is off."""
        self.hands = hands
        self.look = look
        self.dismissed = Event()
        self.speed = speed
        self.rest = hands.wait
        """How he lets time pass: who shares his hands with others lets them have them so long."""

    def keep_doing(self, step: Callable[[], None], stop: Event) -> None:
        """Do step after step until stopped."""
        self.dismissed = stop
        try:
            while not stop.is_set():
                step()
        except Dismissed:
            return

    def pause(self, millis: int) -> None:
        """Take one's time. Raises Dismissed."""
        left = float(millis)
        while (rest := int(min(left / self.speed, SLICE_MS))) > 0:
            self.wait(rest)
            left -= rest * self.speed

    def wait(self, millis: int) -> None:
        """Let so much of the table's time pass, at any speed. Raises Dismissed."""
        if self.dismissed.is_set():
            raise Dismissed
        self.rest(millis)

    def until(
        self,
        done: Callable[[Status], bool],
        most_ms: int = REACTION_MS,
        every_ms: int = LOOK_MS,
    ) -> bool:
        """Wait until the table's status meets a condition; return whether it does."""
        for _ in range(0, most_ms, every_ms):
            if done(self.look()):
                return True
            self.wait(every_ms)
        return done(self.look())

    def press(self, key: Key) -> bool:
        """Press a key; return whether something else is asked for then."""
        ask = self.look().ask
        self.hands.press(key)
        return self.until(lambda seen: seen.ask != ask)

    # where the service may be off

    def glance(self) -> Status | None:
        """Return the table's status; None while its service is off."""
        try:
            return self.look()
        except ControlError:
            return None

    def await_change(
        self, before: Status | None, shown: Callable[[Status], object], most_ms: int
    ) -> None:
        """Wait until the status differs from `shown`, as long as the service is on."""
        if before is None:
            return
        try:
            self.until(lambda now: shown(now) != shown(before), most_ms)
        except ControlError:
            return
