"""The Mercury 360 on its serial line, 9600 8N1, which only sends."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from drivers.line_watch import LineWatch
from drivers.mercury.basic_games import BasicGames
from drivers.mercury.framer import MercuryFramer
from drivers.mercury.message_table import OWN_FLAGS, ROWS, row_name
from drivers.mercury.messages import (
    BareNumber,
    DamagedLine,
    KnownMessage,
    MercuryMessage,
    MercuryStatus,
    Numbers,
    Protocol,
    UnknownLine,
    line_parser,
)
from drivers.mercury.reports import WHEEL
from drivers.mercury.status_games import STATUS_MAX_AGE, StatusGames
from drivers.message_log import MessageLog
from drivers.part import Part, SelfTestProof
from firmware.core.vocabulary.events import Event
from hal.errors import PortLost
from hal.ports import Millis, SerialPort

POLL_INTERVAL: Final = 5
"""Milliseconds; five characters at 9600 baud."""


class MercuryWheel(Part):
    """A wheel that the croupier spins by hand, and that senses the pocket of its ball.

    `protocol` is the one set at the wheel for this port. In Advanced and Extended the result of a
    spin is reported once, and only if the spin was followed from before the ball was in the rim; a
    spin under way when the port was lost or at the first start is `spin_unknown`. In these two a
    line comes every 500 ms, so five seconds of silence are a loss; Basic sends three lines a game,
    so its silence means nothing, and a wrong digit can't be noticed. A sound line that the protocol
    lacks is `unknown_state` once it came twice in a row, and costs the spin under way.

    Untried on real hardware: the range of the fields, when the count increments, the spelling
    of a single zero and the effect of a dealer's lock on a ball in play are not public.
    """

    name = WHEEL

    def __init__(self, port: SerialPort, *, numbers: Numbers, protocol: Protocol) -> None:
        self.health: Counter[str] = Counter()
        """Lines, bytes dropped and why (see `MercuryFramer`), `stale` pauses; of numbers, `strays`
        and `repeats`; `unknown` lines."""
        self.messages: MessageLog = MessageLog(ROWS, self.health)
        self._serial_port = port
        # Basic is silent between games, so its silence is no loss.
        self._sends_periodically = protocol != "basic"
        self._framer = MercuryFramer(line_parser(protocol, numbers), self.health)
        self._game_tracker = (StatusGames if self._sends_periodically else BasicGames)(self.health)
        self._line_watch = LineWatch(WHEEL, self.messages)
        self._owed_events: list[Event] = []
        self._last_line_at = Millis(0)
        self._is_set_to_basic = False
        """Whether it sends Basic's words, and is silent between them, contrary to `protocol`."""

    @property
    def answered(self) -> bool:  # type: ignore[override]
        """Whether a line has come since the start; true in Basic, which may be silent for long."""
        return self._line_watch.has_spoken or not self._sends_periodically

    def start(self, now: Millis) -> None:
        """Reopen the port; the number of a spin under way will not be reported."""
        self._framer.break_off()
        self._owed_events += self._game_tracker.restart()
        self._serial_port.reopen()
        self._line_watch.restart(now)
        self._last_line_at = now
        self._is_set_to_basic = False
        self.due = now

    def poll(self, now: Millis) -> Sequence[Event]:
        """Return the events of the wheel's lines. Raises PortLost after five seconds of silence."""
        data = self._serial_port.read()
        self._line_watch.receive(data, now)
        messages = self._framer.feed(data, now)
        self.due = Millis(now + POLL_INTERVAL)
        if any(not isinstance(message, DamagedLine) for message in messages):
            self._last_line_at = now
        if (
            self._sends_periodically
            and not self._is_set_to_basic
            and self._line_watch.is_silent(now)
        ):
            raise PortLost(f"{self._serial_port.path}: the wheel is silent")
        events = [event for message in messages for event in self._handle_message(message, now)]
        if self._sends_periodically:
            events += self._line_watch.check_garbage(now)
        return [*self._take_owed_events(), *events]

    def test(self, now: Millis) -> SelfTestProof:
        """Return that it answers if lines come, else that it can only listen."""
        is_sending = (
            self._sends_periodically
            and self._line_watch.has_spoken
            and now - self._last_line_at < STATUS_MAX_AGE
        )
        return SelfTestProof.ANSWERS if is_sending else SelfTestProof.LISTENS

    def _handle_message(self, message: MercuryMessage, now: Millis) -> Iterator[Event]:
        match message:
            case UnknownLine():
                yield from self._handle_unknown(message, now)
            case DamagedLine():
                pass
            case _:
                yield from self._handle_known(message)
        yield from self._game_tracker.handle_message(message, now)

    def _handle_known(self, message: KnownMessage) -> Iterator[Event]:
        self.messages.note(row_name(message))
        if isinstance(message, MercuryStatus) and message.has_own_flags:
            self.messages.note(OWN_FLAGS)
        if isinstance(message, BareNumber):
            # Advanced and Extended have the same.
            self._line_watch.note_sound()
            return
        self._is_set_to_basic = False
        yield from self._line_watch.note_known()

    def _handle_unknown(self, line: UnknownLine, now: Millis) -> Iterator[Event]:
        self._is_set_to_basic = line.code == "basic"
        fault_events = list(
            # Basic sends each word once.
            self._line_watch.note_unknown(
                line.text, line.code, now, is_checked=self._is_set_to_basic
            )
        )
        if fault_events:
            # Nobody knows where the ball is.
            yield from self._game_tracker.restart()
        yield from fault_events

    def _take_owed_events(self) -> list[Event]:
        """Return `spin_unknown` for a spin that a restart lost, once the wheel has sent a line."""
        if not self.answered:
            return []
        owed_events, self._owed_events = self._owed_events, []
        return owed_events
