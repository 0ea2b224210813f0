"""The ReShuffled on its serial line, 57600 8N1: orders to it, and its reports as events."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from drivers.fault_tracker import FaultTracker
from drivers.message_log import MessageLog
from drivers.part import Part, SelfTestProof
from drivers.reshuffled.exchange import ReShuffledExchange
from drivers.reshuffled.framer import encode
from drivers.reshuffled.message_table import ROWS
from drivers.reshuffled.messages import (
    CardCount,
    CommandRefused,
    ShufflerCommand,
    ShufflerReply,
    ShufflerState,
    ShufflerStatus,
)
from firmware.core.vocabulary.events import Event, FaultRaised, ShuffleEnded
from firmware.core.vocabulary.panel import Panel
from hal.errors import PortLost
from hal.ports import Millis, SerialPort

SHUFFLER: Final = "shuffler"
SHUFFLER_FAULT: Final = "shuffler_fault"
DOOR_OPEN: Final = FaultRaised(SHUFFLER, "shuffler_door")
SHUFFLE_NOT_DONE: Final = "SH"
"""Our code for a shuffle that was ordered or under way and has stopped without an end."""

IDENTITY_WITH_STATUS: Final = "ReShuffled with status"
IDENTITY_PUBLISHED: Final = "ReShuffled as published"


@dataclass
class _ShuffleEnd:
    """Progress of reporting the end of the last shuffle."""

    reported: bool = False
    acknowledged: bool = False
    """Whether the unit knows that the end was reported."""


class ReShuffledShuffler(Part):
    """Starts the shuffler at the dealer's order, and reports the end of each shuffle.

    `SH` is sent once for a new number of the panel, between two queries of the state, and never
    repeated: if the second query shows no shuffle, that is a fault. A shuffle is reported after
    `SD` and its count, and only then noted: one that ended while the service was down is reported
    at the next start, and one whose note was lost with the service is reported twice. The first
    panel after a start orders nothing, nor does one while a shuffle is ordered or under way.

    The published firmware answers `OK` to everything: such a unit (see `identity`) proves only its
    presence, and its shuffles are not reported. Anything but the words of
    `drivers.reshuffled.messages`, such as the order of the cards, is hidden and counted as unknown;
    if nothing else answers three words in a row, the unit is in an `unknown_state`.

    Never met on metal; state and count are words of our own. Raises PortLost when three words in a
    row stay unanswered and nothing else comes.
    """

    name = SHUFFLER
    panel_fields = ("shuffle",)
    frames = MappingProxyType(
        {ShufflerCommand.STATE.value.decode(): encode(ShufflerCommand.STATE.value)}
    )

    def __init__(self, port: SerialPort) -> None:
        self.health: Counter[str] = Counter()
        """`shuffles` reported, orders during a shuffle (`already_shuffling`), and the counters of
        `ReShuffledExchange` and `ReShuffledFramer`."""
        self._serial_port = port
        self.messages: MessageLog = MessageLog(ROWS, self.health)
        self._exchange = ReShuffledExchange(port, self.messages, self.health)
        self._unit_state: ShufflerState | None = None
        self._stateless_oks = 0
        self._is_ready = False
        self._panel_shuffle: int | None = None
        self._shuffle_requested = False
        self._end_awaited = False
        """Whether a shuffle was ordered or under way, and its end is not known."""
        self._shuffle_end = _ShuffleEnd()
        self._fault_tracker = FaultTracker()

    def start(self, now: Millis) -> None:
        """Open the port; nothing is ordered before the unit has reported its state."""
        self._serial_port.reopen()
        self._exchange.restart(now)
        self.answered = False
        self._unit_state = self._panel_shuffle = None
        self._stateless_oks = 0
        self._is_ready = self._shuffle_requested = self._shuffle_end.acknowledged = False
        self.due = now

    def poll(self, now: Millis) -> Sequence[Event]:
        """Process the unit's replies, else send: a port lost by sending costs no event."""
        replies = self._exchange.take_replies(now)
        self.answered |= bool(replies)
        events = [
            event for command, reply in replies for event in self._handle_reply(command, reply)
        ]
        if self._shuffle_requested:
            self._exchange.request_soon(now)
        if not events:
            self._send_due(now)
            events = list(self._report_understanding())
        self.due = now if events else self._exchange.due
        return events

    def show(self, panel: Panel, now: Millis) -> None:
        """Order one shuffle for a new number of the panel."""
        previous, self._panel_shuffle = self._panel_shuffle, panel.shuffle
        if previous in (None, panel.shuffle):
            return
        # A second press must not start a shuffle after the one under way.
        if self._shuffle_requested or self._end_awaited:
            self.health["already_shuffling"] += 1
            return
        self._shuffle_requested = True
        self._unit_state = None
        self.due = now

    def test(self, now: Millis) -> SelfTestProof:
        """Return that it answers. Raises PortLost if the last words had no answer."""
        if not self._exchange.is_fresh(now):
            raise PortLost(f"{self._serial_port.path}: the shuffler does not answer")
        return SelfTestProof.ANSWERS

    def send(self, name: str, now: Millis) -> None:  # noqa: ARG002
        """Ask for the state at once; it is polled five times a second anyway."""
        self._exchange.request_soon(now)
        self.due = now

    def _report_understanding(self) -> Iterator[Event]:
        """Raise or end the fault of a unit that sends nothing known in answer."""
        code = self._exchange.unknown_code
        fault = FaultRaised(SHUFFLER, "unknown_state", {"code": code or ""})
        yield from self._fault_tracker.switch_fault(fault, active=code is not None)

    # queries

    def _send_due(self, now: Millis) -> None:
        if self._exchange.is_overdue(now):
            self._unit_state = None
        if self._exchange.may_send(now):
            command = self._next_command()
            if command is ShufflerCommand.SHUFFLE:
                # Before sending: if the reply is lost, the shuffle may still have begun.
                self._shuffle_requested, self._end_awaited = False, True
                self._shuffle_end = _ShuffleEnd()
            self._exchange.send_command(command, now)

    def _next_command(self) -> ShufflerCommand:
        match self._unit_state:
            case None:
                return ShufflerCommand.STATE
            case ShufflerState.DONE if not self._shuffle_end.reported:
                return ShufflerCommand.COUNT
            case ShufflerState.DONE if not self._shuffle_end.acknowledged:
                return ShufflerCommand.ACKNOWLEDGE_END
            case ShufflerState.READY | ShufflerState.UNREPORTED if not self._is_ready:
                return ShufflerCommand.MAKE_READY
        return ShufflerCommand.SHUFFLE if self._shuffle_requested else ShufflerCommand.STATE

    # observed_ledger

    def _handle_reply(self, command: ShufflerCommand, reply: ShufflerReply) -> Iterator[Event]:
        match reply:
            case CommandRefused(code):
                yield from self._handle_refusal(command, code)
            case ShufflerStatus(state, jam_code):
                yield from self._handle_state(state, jam_code)
            case CardCount(cards, unread_cards):
                yield self._report_end(cards, unread_cards)
            case _:
                yield from self._handle_ok(command)

    def _handle_ok(self, command: ShufflerCommand) -> Iterator[Event]:
        match command:
            case ShufflerCommand.STATE:
                yield from self._handle_stateless_ok()
            case ShufflerCommand.MAKE_READY:
                self._is_ready = True
            case ShufflerCommand.SHUFFLE:
                # The published firmware never reports an end, so none is awaited.
                self._end_awaited = self._unit_state is not ShufflerState.UNREPORTED
                self._unit_state = None
            case ShufflerCommand.ACKNOWLEDGE_END:
                self._shuffle_end.acknowledged = True

    def _handle_refusal(self, command: ShufflerCommand, code: str) -> Iterator[Event]:
        self._shuffle_requested = False
        match command:
            case ShufflerCommand.MAKE_READY:
                self._unit_state = None
            case ShufflerCommand.SHUFFLE:
                self._end_awaited = False
            case ShufflerCommand.COUNT:
                # The end is certain even if its count was refused.
                yield self._report_end(None)
            case ShufflerCommand.ACKNOWLEDGE_END:
                self._shuffle_end.acknowledged = True
        yield from self._switch_fault(code)

    def _handle_state(self, state: ShufflerState, jam_code: str) -> Iterator[Event]:
        self.identity = IDENTITY_WITH_STATUS
        self._unit_state = state
        if state is not ShufflerState.DONE:
            self._shuffle_end = _ShuffleEnd()
        yield from self._fault_tracker.switch_fault(
            DOOR_OPEN, active=state is ShufflerState.DOOR_OPEN
        )
        match state:
            case ShufflerState.JAMMED:
                self._end_awaited = False
                yield from self._switch_fault(f"J{jam_code}")
            case ShufflerState.SHUFFLING:
                self._end_awaited = True
                yield from self._switch_fault(None)
            case ShufflerState.READY | ShufflerState.DONE:
                yield from self._report_rest(
                    done=state is ShufflerState.DONE and not self._shuffle_end.reported
                )

    def _handle_stateless_ok(self) -> Iterator[Event]:
        """Process an `OK` to the query; the first one does not count, as it may be a late reply."""
        self._stateless_oks += 1
        if self._stateless_oks > 1:
            self.identity = IDENTITY_PUBLISHED
            self._unit_state = ShufflerState.UNREPORTED
            yield from self._report_rest(done=False)

    def _report_rest(self, *, done: bool) -> Iterator[Event]:
        end_awaited, self._end_awaited = self._end_awaited, False
        if end_awaited and not done:
            yield from self._switch_fault(SHUFFLE_NOT_DONE)
        elif self._is_ready or done:
            yield from self._switch_fault(None)

    def _report_end(self, cards: int | None, unread_cards: int = 0) -> Event:
        self._shuffle_end.reported = True
        self.health["shuffles"] += 1
        return ShuffleEnded(cards, unread_cards)

    def _switch_fault(self, code: str | None) -> Iterator[Event]:
        fault = FaultRaised(SHUFFLER, SHUFFLER_FAULT, {"code": code or ""})
        return self._fault_tracker.switch_fault(fault, active=code is not None)
