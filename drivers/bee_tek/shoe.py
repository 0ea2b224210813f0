"""The Bee-Tek shoe on its serial line, 9600 8N1, which only sends."""

import logging
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from drivers.bee_tek.message_table import ROWS
from drivers.bee_tek.messages import (
    BURN_MODE,
    BeeTekMessage,
    CardSighted,
    CardUnread,
    DamagedText,
    KnownWord,
    ShoeAlarm,
    ShoeWarning,
    UnknownWord,
)
from drivers.bee_tek.sightings import CARD_UNREADABLE, SHOE, Sightings
from drivers.bee_tek.tokens import BeeTekFramer
from drivers.message_log import MessageLog
from drivers.part import Part, SelfTestProof
from firmware.core.vocabulary.events import CardRead, DrawnFor, Event, FaultEnded, FaultRaised
from firmware.core.vocabulary.panel import Panel
from hal.ports import Millis, SerialPort

POLL_INTERVAL: Final = 5
"""Milliseconds; five characters at 9600 baud."""
DRAWN: Final = "drawn"
BY_MODE: Final = "by_mode"
"""What a card is in the mode for burning by hand: drawn, or what the mode says, burnt."""
NAMED_WARNING: Final = len("W0x01")
"""A warning of a longer code is counted without it: there is no end of them."""
BURN_MODE_SET: Final = FaultRaised(SHOE, "burn_mode", {"code": BURN_MODE})

logger = logging.getLogger(__name__)


class BeeTekShoe(Part):
    """Reads the cards as they leave the shoe; it sees no cut card and does not follow the game.

    In a game the shoe repeats a card's characters. The same card within `repeat_ms` of its last
    word is a repetition, later it is a second card: so `repeat_ms` must be longer than the shoe's
    pause between repetitions and shorter than a dealer takes between two cards. If it is too short,
    a card counts twice. If it is too long, the second of two cards drawn in haste is a
    `disagreement`, or is lost if it has the rank and suit of the first: if every card is drawn in
    haste, that is one card in 59 with eight decks, (8-1)/(8*52-1), and none with one. The table
    still checks: a card too many is impossible once all of its kind have left the shoe, or comes
    when none is due; for a lost card the table waits, and the dealer sees it on the felt.

    There is no checksum: two equal words make a card; a single word does only if nothing else came
    with it. So a rank or suit that the wire turned into another is not noticed if the shoe does not
    repeat it, as with cards burnt by hand (one flipped bit in 67 does that), or if the repetition
    is lost entirely. A card of which nothing arrives is not noticed either.

    In its mode for burning by hand the shoe sends each card at once, and some set-ups run it so for
    good. Such a card is burnt, unless `every_card` is DRAWN. If one comes where the table deals a
    card, the fault `burn_mode` comes before it.

    Untried on real hardware: the words rest on three field programs; how often and how fast a card
    is repeated, as a whole word or by its bare characters, and all codes but E3 are not public.
    """

    name = SHOE
    panel_fields = ("shoe_clears", "card_due")

    def __init__(self, port: SerialPort, repeat_ms: int, *, every_card: str = BY_MODE) -> None:
        if repeat_ms < 1:
            raise ValueError(f"a repetition takes time: repeat_ms can't be {repeat_ms}")
        self.health: Counter[str] = Counter()
        """Counts of words, drops and their reasons (see `BeeTekFramer`), `unknown`, `repeats`,
        `alarms`, `warnings` and their codes."""
        self.messages: MessageLog = MessageLog(ROWS, self.health)
        self._serial_port = port
        self._repeat_ms = repeat_ms
        self._every_card = every_card
        self._card_due = False
        self._framer = BeeTekFramer(self.health)
        self._sightings = Sightings(repeat_ms, self.health)
        self._unread_raised = False
        self._cleared_fault: str | None = None
        self._fault_cleared = False
        self._last_alarm: ShoeAlarm | None = None
        self._last_alarm_at = Millis(0)

    def start(self, now: Millis) -> None:
        """Reopen the port; a card that was read before is still reported."""
        self._serial_port.reopen()
        self._handle_messages(self._framer.break_off(), now)
        self.due = now

    def poll(self, now: Millis) -> Sequence[Event]:
        """Return the shoe's events, in wire order."""
        messages = self._framer.feed(self._serial_port.read(), now)
        self.due = Millis(now + POLL_INTERVAL)
        reported = [*self._sightings.settled_events(now), *self._handle_messages(messages, now)]
        # A fault that the supervisor cleared ends before the next card, never after it.
        events = [*self._end_cleared_fault(), *self._end_unread_fault(reported)]
        return [*self._name_burn_mode(events)]

    def show(self, panel: Panel, now: Millis) -> None:  # noqa: ARG002
        """Note whether a card is due, and forget an unread card that the supervisor has cleared;
        nothing is sent to the shoe.
        """
        self._card_due = panel.card_due
        if panel.shoe_clears != self._cleared_fault:
            self._cleared_fault = panel.shoe_clears
            self._fault_cleared |= self._cleared_fault == CARD_UNREADABLE.code

    def test(self, now: Millis) -> SelfTestProof:  # noqa: ARG002
        """Return that the driver can only listen."""
        return SelfTestProof.LISTENS

    def _handle_messages(self, messages: Iterable[BeeTekMessage], now: Millis) -> list[Event]:
        return [event for message in messages for event in self._message_events(message, now)]

    def _message_events(self, message: BeeTekMessage, now: Millis) -> Iterator[Event]:
        match message:
            case DamagedText(received_at):
                self._sightings.note_damage(received_at)
            case UnknownWord(form, text, received_at):
                self.messages.note_unknown(text, form, now, is_secret=True)
                fault = FaultRaised(SHOE, "unknown_message", {"code": form})
                self._sightings.note_damage(received_at, fault)
            case _:
                self.messages.note(message.row)
                yield from self._known_events(message, now)

    def _known_events(self, word: KnownWord, now: Millis) -> Iterator[Event]:
        match word:
            case CardSighted(card, was_burnt):
                is_burnt = was_burnt and self._every_card != DRAWN
                drawn_for = DrawnFor.BURN if is_burnt else None
                yield from self._sightings.note_card(CardRead(card, drawn_for), now)
            case CardUnread():
                yield from self._sightings.note_unread(now)
            case ShoeWarning(code):
                self._log_warning(code)
            case ShoeAlarm():
                yield from self._alarm_events(word, now)

    def _name_burn_mode(self, events: Iterable[Event]) -> Iterator[Event]:
        """Yield the events, and before a burnt card that the table would deal, the fault."""
        for event in events:
            if isinstance(event, CardRead) and event.drawn is DrawnFor.BURN and self._card_due:
                yield BURN_MODE_SET
            yield event

    def _end_unread_fault(self, events: Iterable[Event]) -> Iterator[Event]:
        """Yield the events; before the next good card, end the fault of an unread one."""
        for event in events:
            if isinstance(event, CardRead) and self._unread_raised:
                self._unread_raised = False
                yield FaultEnded(SHOE, CARD_UNREADABLE.code)
            self._unread_raised |= event is CARD_UNREADABLE
            yield event

    def _end_cleared_fault(self) -> Iterator[Event]:
        if self._fault_cleared:
            self._fault_cleared = self._unread_raised = False
            yield FaultEnded(SHOE, CARD_UNREADABLE.code)

    def _log_warning(self, code: str) -> None:
        self.health["warnings"] += 1
        if len(code) <= NAMED_WARNING:
            self.health[code] += 1
        logger.warning("%s: warning %s", self._serial_port.path, code)

    def _alarm_events(self, shoe_alarm: ShoeAlarm, now: Millis) -> Iterator[Event]:
        # The shoe repeats an alarm as it repeats a card.
        is_new = shoe_alarm != self._last_alarm or now - self._last_alarm_at >= self._repeat_ms
        self._last_alarm, self._last_alarm_at = shoe_alarm, now
        if is_new:
            self.health["alarms"] += 1
            logger.warning("%s: alarm %s", self._serial_port.path, shoe_alarm.code)
            yield FaultRaised(SHOE, "part_alarm", {"code": shoe_alarm.code})
