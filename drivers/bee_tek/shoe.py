"""The Bee-Tek shoe on its serial line, 9600 8N1, which only sends."""

import logging
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from drivers.bee_tek.sightings import SHOE, UNREADABLE, Sightings
from drivers.bee_tek.tokens import Alarm, Damage, Framer, Seen, Unread, Warned, Word
from drivers.part import Part, Proof
from firmware.core.vocabulary.events import CardRead, Drawn, Event, FaultEnded, FaultRaised
from firmware.core.vocabulary.panel import Panel
from hal.ports import Millis, SerialPort

POLL_EVERY: Final = 5
"""Milliseconds; five characters at 9600 baud."""

log = logging.getLogger(__name__)


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

    Untried on real hardware: the words rest on two field programs; how often and how fast a card is
    repeated, as a whole word or by its bare characters, and all codes but E3 are not public.
    """

    name = SHOE
    shows = ("shoe_clears",)

    def __init__(self, port: SerialPort, repeat_ms: int) -> None:
        if repeat_ms < 1:
            raise ValueError(f"a repetition takes time: repeat_ms can't be {repeat_ms}")
        self.health: Counter[str] = Counter()
        """Counts of words, drops and their reasons (see `Framer`), `repeats`, `warnings` and their
        codes, `alarms`."""
        self._port = port
        self._repeat_ms = repeat_ms
        self._framer = Framer(self.health)
        self._sightings = Sightings(repeat_ms, self.health)
        self._unread = False
        self._clears: str | None = None
        self._cleared = False
        self._alarm: Alarm | None = None
        self._alarmed = Millis(0)

    def start(self, now: Millis) -> None:
        """Reopen the port; a card that was read before is still reported."""
        self._port.reopen()
        self._hear(self._framer.break_off(), now)
        self.due = now

    def poll(self, now: Millis) -> Sequence[Event]:
        """Return the shoe's events, in wire order."""
        words = self._framer.feed(self._port.read(), now)
        self.due = Millis(now + POLL_EVERY)
        told = [*self._sightings.settled(now), *self._hear(words, now)]
        return [*self._forgotten(), *self._ended(told)]

    def show(self, panel: Panel, now: Millis) -> None:  # noqa: ARG002
        """Forget an unread card that the supervisor has cleared; nothing is sent to the shoe."""
        if panel.shoe_clears != self._clears:
            self._clears = panel.shoe_clears
            self._cleared |= self._clears == UNREADABLE.code

    def test(self, now: Millis) -> Proof:  # noqa: ARG002
        """Return that the driver can only listen."""
        return Proof.LISTENS

    def _hear(self, words: Iterable[Word], now: Millis) -> list[Event]:
        return [event for word in words for event in self._events(word, now)]

    def _events(self, word: Word, now: Millis) -> Iterator[Event]:
        match word:
            case Seen(card, burnt):
                drawn = Drawn.BURN if burnt else None
                yield from self._sightings.read(CardRead(card, drawn), now)
            case Unread():
                yield from self._sightings.unread(now)
            case Damage(at):
                self._sightings.damaged(at)
            case Warned(code):
                self._warned(code)
            case Alarm():
                yield from self._alarms(word, now)

    def _ended(self, events: Iterable[Event]) -> Iterator[Event]:
        """Yield the events; before the next good card, end the fault of an unread one."""
        for event in events:
            if isinstance(event, CardRead) and self._unread:
                self._unread = False
                yield FaultEnded(SHOE, UNREADABLE.code)
            self._unread |= event is UNREADABLE
            yield event

    def _forgotten(self) -> Iterator[Event]:
        if self._cleared:
            self._cleared = self._unread = False
            yield FaultEnded(SHOE, UNREADABLE.code)

    def _warned(self, code: str) -> None:
        self.health["warnings"] += 1
        self.health[code] += 1
        log.warning("%s: warning %s", self._port.path, code)

    def _alarms(self, alarm: Alarm, now: Millis) -> Iterator[Event]:
        is_news = alarm != self._alarm or now - self._alarmed >= self._repeat_ms
        self._alarm, self._alarmed = alarm, now
        if is_news:
            self.health["alarms"] += 1
            log.warning("%s: alarm %s", self._port.path, alarm.code)
            yield FaultRaised(SHOE, "part_alarm", {"code": alarm.code})
