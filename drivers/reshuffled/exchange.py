"""One word to a ReShuffled at a time, and the one reply that answers it."""

from collections import Counter
from typing import Final

from drivers.reshuffled.framing import Framer, encode
from drivers.reshuffled.words import Ask, Count, Done, Refused, Reply, Status, parse
from hal.errors import PortLost
from hal.ports import Millis, SerialPort

ASKED_EVERY: Final = Millis(200)
ANSWERED_WITHIN: Final = Millis(300)
"""A frame takes 2.3 ms on the wire; how long the unit thinks is not public."""
TRIES: Final = 3
FRESH: Final = Millis(TRIES * (ASKED_EVERY + ANSWERED_WITHIN))


class Exchange:
    """Sends, pairs replies with what was asked, and knows when none will come.

    `OK` doesn't say what it answers; to a query of the state it is none once the unit is known to
    say its state. `health` counts `retries`, `strays` and `unknown_words` besides what `Framer`
    drops.
    """

    def __init__(self, port: SerialPort, health: Counter[str]) -> None:
        self._port = port
        self._health = health
        self._framer = Framer(health)
        self.restart(Millis(0))

    def restart(self, now: Millis) -> None:
        """Forget what was asked and what is known of the unit; ask from `now` on."""
        self._framer.break_off()
        self._asked: Ask | None = None
        self._ask_at = now
        self._deadline = now
        self._silences = 0
        self._says_state = False
        self._answered: Millis | None = None

    @property
    def due(self) -> Millis:
        """When an answer is overdue, or else when the next word may go."""
        return self._ask_at if self._asked is None else self._deadline

    def answers(self, now: Millis) -> list[tuple[Ask, Reply]]:
        """Return what was asked and is answered by now."""
        heard = [parse(data) for data in self._framer.feed(self._port.read(), now)]
        return [pair for reply in heard if (pair := self._pair(reply, now)) is not None]

    def silent(self, now: Millis) -> bool:
        """Say whether the last word stays unanswered. Raises PortLost at the third in a row."""
        if self._asked is None or now < self._deadline:
            return False
        self._health["retries"] += 1
        self._silences += 1
        if self._silences == TRIES:
            raise PortLost(f"{self._port.path}: the shuffler does not answer")
        self._asked = None
        self._ask_at = now
        return True

    def free(self, now: Millis) -> bool:
        """Say whether something may be asked now."""
        return self._asked is None and now >= self._ask_at

    def hurry(self, now: Millis) -> None:
        """Let the next word go as soon as the last is answered."""
        self._ask_at = now

    def ask(self, ask: Ask, now: Millis) -> None:
        """Send it. Raises PortLost."""
        self._asked = ask
        self._deadline = Millis(now + ANSWERED_WITHIN)
        self._port.write(encode(ask.value))

    def fresh(self, now: Millis) -> bool:
        """Say whether the unit has answered of late."""
        return self._answered is not None and now - self._answered <= FRESH

    def _pair(self, reply: Reply | None, now: Millis) -> tuple[Ask, Reply] | None:
        if reply is None:
            self._health["unknown_words"] += 1
            return None
        asked = self._asked
        if asked is None or not self._answer(asked, reply):
            self._health["strays"] += 1
            return None
        self._asked = None
        self._ask_at = Millis(now + ASKED_EVERY)
        self._silences = 0
        self._answered = now
        self._says_state |= isinstance(reply, Status)
        return asked, reply

    def _answer(self, asked: Ask, reply: Reply) -> bool:
        match asked, reply:
            case _, Refused():
                return True
            case Ask.STATE, Done():
                return not self._says_state
            case Ask.STATE, _:
                return isinstance(reply, Status)
            case Ask.COUNT, _:
                return isinstance(reply, Count)
        return isinstance(reply, Done)
