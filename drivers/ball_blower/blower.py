"""A ball blower on its serial line, 9600 8N1: orders to it, and its draws as events."""

from collections import Counter
from collections.abc import Iterator, Sequence
from types import MappingProxyType
from typing import Final

from drivers.ball_blower.draw import BLOWER_PART, DrawTracker
from drivers.ball_blower.lines import (
    REPEAT_REQUEST,
    BallDrawn,
    BlowerFault,
    BlowerFramer,
    BlowerMessage,
    BlowerRests,
    DrawBegun,
    DrawEnded,
    ReceivedMessage,
    UnknownText,
    draw_order,
    following,
)
from drivers.ball_blower.message_table import ROWS, fault_code, row_name
from drivers.line_watch import LineWatch
from drivers.message_log import MessageLog
from drivers.part import Part, SelfTestProof
from firmware.core.vocabulary.events import Event, FaultEnded, FaultRaised
from firmware.core.vocabulary.panel import Panel
from hal.errors import PortLost
from hal.ports import Millis, SerialPort

POLL_INTERVAL: Final = Millis(20)
REQUEST_INTERVAL: Final = Millis(500)
ANSWER_MAX_AGE: Final = Millis(3 * REQUEST_INTERVAL)


class BallBlower(Part):
    """Starts a draw at the dealer's order, and reports each draw once, when its end line agrees.

    A line may be lost in either direction: the blower repeats its last line on demand, and an order
    has the number of its draw, so no draw is begun twice and none is reported wrong. The first
    panel after a start orders nothing, nor does one during a draw; a fault cancels an order. A draw
    begun at the blower itself is reported too, one that ended while the service was down is not.

    The protocol is our own (`drivers.ball_blower.lines`), and no blower has it. A line that it
    lacks is `unknown_state`, and so are octets without a line for five seconds. Raises PortLost
    after five seconds without an octet.
    """

    name = BLOWER_PART
    panel_fields = ("spin",)
    frames = MappingProxyType({"?": REPEAT_REQUEST})

    def __init__(self, port: SerialPort) -> None:
        self.health: Counter[str] = Counter()
        """Orders during a draw (`already_drawing`), `unknown` lines; and see `DrawTracker` and
        `BlowerFramer`."""
        self.messages: MessageLog = MessageLog(ROWS, self.health)
        self._serial_port = port
        self._framer = BlowerFramer(self.health)
        self._draw_tracker = DrawTracker(self.health)
        self._panel_spin: int | None = None
        self._draw_requested = False
        self._is_resting = False
        self._next_request_at = Millis(0)
        self._last_line_at = Millis(0)
        self._line_watch = LineWatch(BLOWER_PART, self.messages)
        self._last_fault: int | None = None

    @property
    def answered(self) -> bool:  # type: ignore[override]
        """Whether a line, or an unknown state, has come since the start."""
        return self._line_watch.has_spoken

    def start(self, now: Millis) -> None:
        """Open the port; nothing is ordered before the blower has repeated its last line."""
        self._serial_port.reopen()
        self._framer.break_off()
        self._line_watch.restart(now)
        self._panel_spin = None
        self._draw_requested = self._is_resting = False
        self._next_request_at = self._last_line_at = self.due = now

    def poll(self, now: Millis) -> Sequence[Event]:
        """Process the blower's lines, else send: a port lost by sending costs no event."""
        data = self._serial_port.read()
        self._line_watch.receive(data, now)
        messages = self._framer.feed(data)
        if messages:
            self._last_line_at = now
        events = [event for message in messages for event in self._handle_received(message, now)]
        events += self._line_watch.check_garbage(now)
        self.due = Millis(now + POLL_INTERVAL)
        if not events:
            self._send_next_request(now)
        return events

    def show(self, panel: Panel, now: Millis) -> None:
        """Order one draw for a new number of the panel."""
        previous, self._panel_spin = self._panel_spin, panel.spin
        # None is the first panel since the start: its number was ordered, or not, before.
        if previous in (None, panel.spin):
            return
        if self._draw_requested or self._draw_tracker.is_running:
            self.health["already_drawing"] += 1
            return
        self._draw_requested = True
        self._next_request_at = self.due = now

    def test(self, now: Millis) -> SelfTestProof:
        """Return that it answers. Raises PortLost if it has been silent for too long."""
        if now - self._last_line_at > ANSWER_MAX_AGE:
            raise PortLost(f"{self._serial_port.path}: the ball blower does not answer")
        return SelfTestProof.ANSWERS

    def send(self, name: str, now: Millis) -> None:  # noqa: ARG002
        """Ask for the blower's last line at once."""
        self._next_request_at = self.due = now

    # queries

    def _send_next_request(self, now: Millis) -> None:
        if self._line_watch.is_silent(now):
            raise PortLost(f"{self._serial_port.path}: the ball blower does not answer")
        if now >= self._next_request_at:
            self._next_request_at = Millis(now + REQUEST_INTERVAL)
            self._serial_port.write(self._next_request())

    def _next_request(self) -> bytes:
        last_draw = self._draw_tracker.last_draw
        if not self._draw_requested or not self._is_resting or last_draw is None:
            return REPEAT_REQUEST
        # The number makes the order idempotent: a repeated line begins no second draw.
        self._draw_tracker.ordered_draw = following(last_draw)
        return draw_order(self._draw_tracker.ordered_draw)

    # lines

    def _handle_received(self, message: ReceivedMessage, now: Millis) -> Iterator[Event]:
        if isinstance(message, UnknownText):
            # Nobody knows what it does: no draw is ordered.
            self._is_resting = self._draw_requested = False
            yield from self._line_watch.note_unknown(
                message.text, message.code, now, is_checked=True
            )
            return
        self.messages.note(row_name(message))
        yield from self._line_watch.note_known()
        yield from self._handle_message(message)

    def _handle_message(self, message: BlowerMessage) -> Iterator[Event]:
        yield from self._switch_fault(message.code if isinstance(message, BlowerFault) else None)
        self._is_resting = isinstance(message, BlowerRests | DrawEnded)
        last_draw = self._draw_tracker.last_draw
        match message:
            case BlowerFault():
                self._draw_requested = False
            case BlowerRests(draw_number):
                yield from self._draw_tracker.note_rest(draw_number)
            case DrawEnded():
                yield from self._draw_tracker.note_end(message)
            case DrawBegun(draw_number):
                yield from self._draw_tracker.note_progress(draw_number)
            case BallDrawn(draw_number, ball_position, ball):
                yield from self._draw_tracker.note_progress(draw_number)
                yield from self._draw_tracker.note_ball(ball_position, ball)
        # The draw that was ordered, or one begun at the blower, is under way: the order is spent.
        if last_draw not in (None, self._draw_tracker.last_draw):
            self._draw_requested = False

    def _switch_fault(self, code: int | None) -> Iterator[Event]:
        previous, self._last_fault = self._last_fault, code
        if code == previous:
            return
        if previous is not None and (code is None or fault_code(code) != fault_code(previous)):
            yield FaultEnded(BLOWER_PART, fault_code(previous))
        if code is not None:
            yield FaultRaised(BLOWER_PART, fault_code(code), {"code": f"F{code:02}"})
