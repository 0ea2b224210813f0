"""The Mercury 360 on its serial line, 9600 8N1, which only sends."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from drivers.mercury.basic import BasicGames
from drivers.mercury.games import STALE, StatusGames
from drivers.mercury.lines import Framer
from drivers.mercury.reports import WHEEL
from drivers.mercury.words import Damage, Numbers, Protocol, grammar
from drivers.part import Part, Proof
from firmware.core.vocabulary.events import Event
from hal.errors import PortLost
from hal.ports import Millis, SerialPort

POLL_EVERY: Final = 5
"""Milliseconds; five characters at 9600 baud."""
LOST: Final = Millis(5000)


class MercuryWheel(Part):
    """A wheel that the croupier spins by hand, and that senses the pocket of its ball.

    `protocol` is the one set at the wheel for this port. In Advanced and Extended the result of a
    spin is reported once, and only if the spin was followed from before the ball was in the rim; a
    spin under way when the port was lost or at the first start is `spin_unknown`. In these two a
    line comes every 500 ms, so five seconds of silence are a loss; Basic sends three lines a game,
    so its silence means nothing, and a wrong digit can't be noticed.

    Untried on real hardware: the range of the fields, when the count increments, the spelling
    of a single zero and the effect of a dealer's lock on a ball in play are not public.
    """

    name = WHEEL

    def __init__(self, port: SerialPort, *, numbers: Numbers, protocol: Protocol) -> None:
        self.health: Counter[str] = Counter()
        """Lines, bytes dropped and why (see `Framer`), `stale` pauses, `strays` and `repeats` of
        numbers."""
        self._port = port
        self._speaks_always = protocol != "basic"
        self._framer = Framer(grammar(protocol, numbers), self.health)
        self._games = (StatusGames if self._speaks_always else BasicGames)(self.health)
        self._owed: list[Event] = []
        self._heard = Millis(0)
        self._is_heard = False

    @property
    def answered(self) -> bool:  # type: ignore[override]
        """Whether a line has come since the start; true in Basic, which may be silent for long."""
        return self._is_heard or not self._speaks_always

    def start(self, now: Millis) -> None:
        """Reopen the port; the number of a spin under way will not be reported."""
        self._framer.break_off()
        self._owed += self._games.restart()
        self._port.reopen()
        self._heard = now
        self._is_heard = False
        self.due = now

    def poll(self, now: Millis) -> Sequence[Event]:
        """Return the events of the wheel's lines. Raises PortLost after five seconds of silence."""
        words = self._framer.feed(self._port.read(), now)
        self.due = Millis(now + POLL_EVERY)
        if any(not isinstance(word, Damage) for word in words):
            self._heard, self._is_heard = now, True
        if self._speaks_always and now - self._heard >= LOST:
            raise PortLost(f"{self._port.path}: the wheel is silent")
        return [
            *self._still_owed(),
            *(event for word in words for event in self._games.take(word, now)),
        ]

    def test(self, now: Millis) -> Proof:
        """Return that it answers if lines come, else that it can only listen."""
        speaks = self._speaks_always and self._is_heard and now - self._heard < STALE
        return Proof.ANSWERS if speaks else Proof.LISTENS

    def _still_owed(self) -> list[Event]:
        """Return `spin_unknown` for a spin that a restart lost, once the wheel has sent a line."""
        if not self.answered:
            return []
        owed, self._owed = self._owed, []
        return owed
