"""The ReShuffled on its serial line, 57600 8N1: orders to it, and its reports as events."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from drivers.alarms import Alarms
from drivers.part import Part, Proof
from drivers.reshuffled.exchange import Exchange
from drivers.reshuffled.framing import encode
from drivers.reshuffled.words import Ask, Count, Refused, Reply, State, Status
from firmware.core.vocabulary.events import Event, FaultRaised, ShuffleEnded
from firmware.core.vocabulary.panel import Panel
from hal.errors import PortLost
from hal.ports import Millis, SerialPort

SHUFFLER: Final = "shuffler"
FAULT: Final = "shuffler_fault"
DOOR_OPEN: Final = FaultRaised(SHUFFLER, "shuffler_door")
NOT_DONE: Final = "SH"
"""Our code for a shuffle that was ordered or under way and has stopped without an end."""

OWN_WORDS: Final = "ReShuffled with status"
PUBLISHED: Final = "ReShuffled as published"


@dataclass
class _End:
    """What was done with the end of the last shuffle."""

    reported: bool = False
    noted: bool = False
    """Whether the unit knows that the end was reported."""


class ReShuffledShuffler(Part):
    """Starts the shuffler at the dealer's order, and reports the end of each shuffle.

    `SH` is sent once for a new number of the panel, between two queries of the state, and never
    repeated: if the second query shows no shuffle, that is a fault. A shuffle is reported after
    `SD` and its count, and only then noted: one that ended while the service was down is reported
    at the next start, and one whose note was lost with the service is reported twice. The first
    panel after a start orders nothing, nor does one while a shuffle is ordered or under way.

    The published firmware answers `OK` to everything: such a unit (see `identity`) proves only its
    presence, and none of its shuffles is reported. Anything but the words of
    `drivers.reshuffled.words`, such as the order of the cards, is dropped unread and counted.

    Never met on metal; state and count are words of our own. Raises PortLost when three words in a
    row stay unanswered.
    """

    name = SHUFFLER
    shows = ("shuffle",)
    frames = MappingProxyType({Ask.STATE.value.decode(): encode(Ask.STATE.value)})

    def __init__(self, port: SerialPort) -> None:
        self.health: Counter[str] = Counter()
        """`shuffles` reported, orders during a shuffle (`already_shuffling`), and the counters of
        `Exchange` and `Framer`."""
        self._port = port
        self._exchange = Exchange(port, self.health)
        self._state: State | None = None
        self._shown_nothing = 0
        self._is_ready = False
        self._number: int | None = None
        self._wanted = False
        self._owed = False
        """Whether a shuffle was ordered or under way, and its end is not known."""
        self._end = _End()
        self._alarms = Alarms()

    def start(self, now: Millis) -> None:
        """Open the port; nothing is ordered before the unit has reported its state."""
        self._port.reopen()
        self._exchange.restart(now)
        self.answered = False
        self._state = self._number = None
        self._shown_nothing = 0
        self._is_ready = self._wanted = self._end.noted = False
        self.due = now

    def poll(self, now: Millis) -> Sequence[Event]:
        """Process the unit's replies, else send: a port lost by sending costs no event."""
        answers = self._exchange.answers(now)
        self.answered |= bool(answers)
        events = [event for asked, reply in answers for event in self._take(asked, reply)]
        if self._wanted:
            self._exchange.hurry(now)
        if not events:
            self._step(now)
        self.due = now if events else self._exchange.due
        return events

    def show(self, panel: Panel, now: Millis) -> None:
        """Order one shuffle for a new number of the panel."""
        before, self._number = self._number, panel.shuffle
        if before in (None, panel.shuffle):
            return
        if self._wanted or self._owed:
            self.health["already_shuffling"] += 1
            return
        self._wanted = True
        self._state = None
        self.due = now

    def test(self, now: Millis) -> Proof:
        """Return that it answers. Raises PortLost if the last words had no answer."""
        if not self._exchange.fresh(now):
            raise PortLost(f"{self._port.path}: the shuffler does not answer")
        return Proof.ANSWERS

    def send(self, name: str, now: Millis) -> None:  # noqa: ARG002
        """Ask for the state at once; it is polled five times a second anyway."""
        self._exchange.hurry(now)
        self.due = now

    # asking

    def _step(self, now: Millis) -> None:
        if self._exchange.silent(now):
            self._state = None
        if self._exchange.free(now):
            ask = self._next()
            if ask is Ask.SHUFFLE:
                self._wanted, self._owed = False, True
            self._exchange.ask(ask, now)

    def _next(self) -> Ask:
        match self._state:
            case None:
                return Ask.STATE
            case State.DONE if not self._end.reported:
                return Ask.COUNT
            case State.DONE if not self._end.noted:
                return Ask.NOTE
            case State.READY | State.UNSAID if not self._is_ready:
                return Ask.MAKE_READY
        return Ask.SHUFFLE if self._wanted else Ask.STATE

    # hearing

    def _take(self, asked: Ask, reply: Reply) -> Iterator[Event]:
        match reply:
            case Refused(code):
                yield from self._refused(asked, code)
            case Status(state, jam):
                yield from self._shows(state, jam)
            case Count(cards, unread):
                yield self._ended(cards, unread)
            case _:
                yield from self._obeyed(asked)

    def _obeyed(self, asked: Ask) -> Iterator[Event]:
        match asked:
            case Ask.STATE:
                yield from self._shows_nothing()
            case Ask.MAKE_READY:
                self._is_ready = True
            case Ask.SHUFFLE:
                self._end = _End()
                self._owed = self._state is not State.UNSAID
                self._state = None
            case Ask.NOTE:
                self._end.noted = True

    def _refused(self, asked: Ask, code: str) -> Iterator[Event]:
        self._wanted = False
        match asked:
            case Ask.MAKE_READY:
                self._state = None
            case Ask.SHUFFLE:
                self._owed = False
            case Ask.COUNT:
                yield self._ended(None)
            case Ask.NOTE:
                self._end.noted = True
        yield from self._fault_is(code)

    def _shows(self, state: State, jam: str) -> Iterator[Event]:
        self.identity = OWN_WORDS
        self._state = state
        if state is not State.DONE:
            self._end = _End()
        yield from self._alarms.switch(DOOR_OPEN, on=state is State.DOOR_OPEN)
        match state:
            case State.JAMMED:
                self._owed = False
                yield from self._fault_is(f"J{jam}")
            case State.SHUFFLING:
                self._owed = True
                yield from self._fault_is(None)
            case State.READY | State.DONE:
                yield from self._rests(done=state is State.DONE and not self._end.reported)

    def _shows_nothing(self) -> Iterator[Event]:
        """Process an `OK` to the query; the first one does not count, as it may be a late reply."""
        self._shown_nothing += 1
        if self._shown_nothing > 1:
            self.identity = PUBLISHED
            self._state = State.UNSAID
            yield from self._rests(done=False)

    def _rests(self, *, done: bool) -> Iterator[Event]:
        owed, self._owed = self._owed, False
        if owed and not done:
            yield from self._fault_is(NOT_DONE)
        elif self._is_ready or done:
            yield from self._fault_is(None)

    def _ended(self, cards: int | None, unread: int = 0) -> Event:
        self._end.reported = True
        self.health["shuffles"] += 1
        return ShuffleEnded(cards, unread)

    def _fault_is(self, code: str | None) -> Iterator[Event]:
        fault = FaultRaised(SHUFFLER, FAULT, {"code": code or ""})
        return self._alarms.switch(fault, on=code is not None)
