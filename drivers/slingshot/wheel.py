"""The SlingShot 2 wheel on its serial line, 9600 8N1 without flow control."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from types import MappingProxyType
from typing import Final, Literal

from drivers.part import Part, Proof
from drivers.slingshot.alarms import Alarms
from drivers.slingshot.commands import (
    ARCADE,
    HOST_STARTED,
    REVERSES,
    START,
    TRIES,
    VOID,
    SettingUp,
    Starting,
)
from drivers.slingshot.exchange import Exchange
from drivers.slingshot.lines import Answer, Framer, Line, Number, State, Status
from drivers.slingshot.spins import IN_PLAY, SAME_DIRECTION, WHEEL, Spins
from drivers.slingshot.statuses import STALE, Statuses
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.panel import Panel
from hal.errors import PortLost
from hal.ports import Millis, SerialPort

POLL_EVERY: Final = Millis(20)
"""Twenty characters at 9600 baud, about a line; a byte on the port wakes the bus earlier."""
LOST: Final = Millis(5000)
"""Longer than the wheel is silent after it was switched on."""


class SlingShotWheel(Part):
    """Reports each spin: no more bets, then the number or the reason for none.

    A status counts once two lines in a row agree in all but the rotor's speed; after a new one the
    wheel is asked again at once. So no damaged line becomes a number, and a change is reported a
    tenth of a second late. The wheel is set to reverse its rotor in each game, and to start by
    itself or, if `host_started`, once for a new number of the panel's `spin`.

    A spin is `spin_unknown` if the wheel was silent with the ball in play, if its beginning or end
    was missed, if its number is not on the wheel or contradicts the bare number, or if the wheel
    warned of a fault of its own. A spin under way at the program's start is not reported.

    Untried on real hardware. Raises PortLost when no status was heard for 5 s.
    """

    name = WHEEL
    shows = ("spin",)
    frames = MappingProxyType({"X": b"*X\r\n"})

    def __init__(self, port: SerialPort, *, numbers: Literal[37, 38], host_started: bool) -> None:
        self.health: Counter[str] = Counter()
        """`presses_in_vain`, `refused` starts, `mode_busy`, `stray_numbers`, and the counts of
        `Framer`, `Exchange` and `Statuses`.
        """
        self._port = port
        self._host_started = host_started
        self._framer = Framer(self.health)
        self._exchange = Exchange(port, self.health)
        self._spins = Spins(numbers, self.health)
        self._alarms = Alarms()
        self._setting_up = SettingUp(HOST_STARTED if host_started else ARCADE, self.health)
        self._starting = Starting(self.health)
        self._statuses = Statuses(self.health)
        self._voids = 0
        """How many times the command to void the spin may still be sent."""

    @property
    def state(self) -> State | None:
        """The wheel's state; None before its first status, and while the last line is in doubt."""
        return self._statuses.state

    def start(self, now: Millis) -> None:
        """Open the port; a spin under way is unknown."""
        self._port.reopen()
        self.answered = False
        self._framer.restart()
        self._exchange.restart(now)
        self._spins.restart()
        self._setting_up.restart(now)
        self._starting.restart()
        self._statuses.restart(now)
        self._voids = 0
        self.due = now

    def poll(self, now: Millis) -> Sequence[Event]:
        """Read the wheel's lines, else send the next command: a lost port costs no event."""
        events = list(self._hear(self._framer.feed(self._port.read()), now))
        self.due = Millis(now + POLL_EVERY)
        if not events:
            self._mind_silence(now)
            self._send(now)
        return events

    def show(self, panel: Panel, now: Millis) -> None:
        """Start the wheel once for a new number of the panel."""
        if self._host_started:
            self._starting.press(panel.spin, self._spins.state, now)

    def test(self, now: Millis) -> Proof:
        """Return that it answers. Raises PortLost if it has been silent for STALE."""
        if self._statuses.silence(now) >= STALE:
            raise PortLost(f"{self._port.path}: the wheel is silent")
        return Proof.ANSWERS

    def send(self, name: str, now: Millis) -> None:  # noqa: ARG002
        """Request a status line as soon as the wheel may be polled again."""
        self._statuses.wanted, self.due = True, now

    # hearing

    def _hear(self, lines: Iterable[Line], now: Millis) -> Iterator[Event]:
        for line in lines:
            match line:
                case Status():
                    yield from self._status(line, now)
                case Number():
                    yield from self._spins.number(line)
                case Answer():
                    self._answer(line, now)

    def _status(self, status: Status, now: Millis) -> Iterator[Event]:
        self.answered = True
        if not self._statuses.take(status, now):
            return
        self._starting.see(status.state)
        events = list(self._spins.take(status, now))
        if status.state not in IN_PLAY:
            self._voids = 0
        elif SAME_DIRECTION in events:
            self._voids = TRIES
        yield from events
        yield from self._alarms.take(status, self._spins.unsensed(now))

    def _answer(self, answer: Answer, now: Millis) -> None:
        asked = self._exchange.answered(answer)
        if answer.letter == START[0]:
            self._starting.answered(answer)
        elif asked == VOID:
            self._voids = 0
        elif asked is not None:
            self._setting_up.answered(answer, now)
            self._learn()

    def _learn(self) -> None:
        self.identity = self._setting_up.identity
        mode = self._setting_up.mode
        self._spins.alternates = mode is not None and bool(mode & REVERSES)

    # sending

    def _mind_silence(self, now: Millis) -> None:
        silence = self._statuses.silence(now)
        if silence >= LOST:
            raise PortLost(f"{self._port.path}: the wheel is silent")
        if silence >= STALE:
            self._statuses.count_silence()

    def _send(self, now: Millis) -> None:
        unanswered = self._exchange.unanswered(now)
        if unanswered is not None and unanswered not in (START, VOID):
            self._setting_up.unanswered(unanswered)
        if not self._exchange.may_send(now):
            return
        if self._statuses.due(now):
            self._ask_status(now)
        elif self._exchange.may_ask(now) and (command := self._next(now)):
            self._ask(command, now)
        elif self._statuses.wanted:
            self._ask_status(now)

    def _ask_status(self, now: Millis) -> None:
        self._statuses.asked(now)
        self._exchange.ask_status(now)

    def _ask(self, command: str, now: Millis) -> None:
        if command == START:
            self._starting.said(now)
        elif command == VOID:
            self._voids -= 1
        self._exchange.ask(command, now)

    def _next(self, now: Millis) -> str | None:
        state = self._spins.state
        if self._voids:
            return VOID
        return self._starting.next(state, now) or self._setting_up.next(state, now)
