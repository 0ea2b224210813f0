"""Words to a ReShuffled, one at a time, with their replies."""

from collections import Counter
from typing import Final

from drivers.reshuffled.framing import Framer, encode
from drivers.reshuffled.words import Ask, Count, Done, Refused, Reply, Status, parse
from hal.errors import PortLost
from hal.ports import Millis, SerialPort

ASKED_EVERY: Final = Millis(200)
ANSWERED_WITHIN: Final = Millis(300)
"""A frame takes 2.3 ms on the wire; the unit's own time is not public."""
TRIES: Final = 3
FRESH: Final = Millis(TRIES * (ASKED_EVERY + ANSWERED_WITHIN))


class Exchange:
    """Sends words, pairs them with their replies, and notices a missing reply.

    `OK` does not name its word; it does not answer a query of the state once the unit has reported
    a state. `health` counts `retries`, `strays` and `unknown_words`; see also `Framer`.
    """

    def __init__(self, port: SerialPort, health: Counter[str]) -> None:
        self._port = port
        self._health = health
        self._framer = Framer(health)
        self.restart(Millis(0))

    def restart(self, now: Millis) -> None:
        """Forget the word in flight and the unit; send from `now` on."""
        self._framer.break_off()
        self._asked: Ask | None = None
        self._ask_at = now
        self._deadline = now
        self._silences = 0
        self._says_state = False
        self._answered: Millis | None = None

    @property
    def due(self) -> Millis:
        """When the reply is overdue, or else when the next word may be sent."""
        return self._ask_at if self._asked is None else self._deadline

    def answers(self, now: Millis) -> list[tuple[Ask, Reply]]:
        """Return the words that are answered by now, with their replies."""
        heard = [parse(data) for data in self._framer.feed(self._port.read(), now)]
        return [pair for reply in heard if (pair := self._pair(reply, now)) is not None]

    def silent(self, now: Millis) -> bool:
        """Return whether the reply is overdue, once. Raises PortLost at the third in a row."""
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
        """Return whether a word may be sent now."""
        return self._asked is None and now >= self._ask_at

    def hurry(self, now: Millis) -> None:
        """Allow the next word as soon as the last one is answered."""
        self._ask_at = now

    def ask(self, ask: Ask, now: Millis) -> None:
        """Send a word. Raises PortLost."""
        self._asked = ask
        self._deadline = Millis(now + ANSWERED_WITHIN)
        self._port.write(encode(ask.value))

    def fresh(self, now: Millis) -> bool:
        """Return whether the unit has answered within FRESH."""
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
