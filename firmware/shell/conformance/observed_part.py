"""A driver as its bus runs it, and its reactions to what its unit says."""

from collections import Counter
from typing import Final

from drivers.message_log import UNKNOWN_COUNTER
from drivers.part import Part
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.panel import Panel
from firmware.shell.conformance.event_notation import replayed_event
from firmware.shell.conformance.line_result import Reaction
from firmware.shell.conformance.log_growth import LogGrowth
from firmware.shell.parts.attached_part import AttachedPart
from hal.ports import NEVER, Millis

SOUND_COUNTERS: Final = frozenset({"frames", "words", "lines"})
"""Counters of what was understood."""
UNSHOWN_COUNTERS: Final = SOUND_COUNTERS | {UNKNOWN_COUNTER}


class ObservedPart:
    """One part on its wire. It is not self-tested: a capture has no answers to that."""

    def __init__(self, part: Part) -> None:
        self.part = part
        self._attached = AttachedPart(part)
        self._panel = Panel({})
        self._events: list[Event] = []
        self._growth = LogGrowth(part.messages)
        self._health: Counter[str] = Counter()
        self._losses = 0

    @property
    def is_up(self) -> bool:
        """Whether it is started, and not lost."""
        return self._attached.is_up

    def due_at(self) -> Millis:
        """Return when it wants its next turn."""
        return self._attached.due_at()

    def requests_poll(self) -> bool:
        """Return whether its interrupt line asks for a turn."""
        return self._attached.requests_poll()

    @property
    def interrupt_poll_ms(self) -> Millis:
        """How often its interrupt line is read, NEVER if it has none."""
        return self.part.interrupt_poll_ms if self.part.interrupt_active else NEVER

    def turn(self, now: Millis, *, wire_active: bool = False) -> bool:
        """Let it have a turn; return whether it had events, or was lost."""
        event_count = len(self._events)
        self._events += self._attached.poll(now, wire_active=wire_active)
        self._attached.selftest.due_at = NEVER
        self._events += self._attached.show(self._panel, now)
        return len(self._events) > event_count or self._attached.losses != self._losses

    def reaction(self) -> Reaction:
        """Return what it did since the last call."""
        events = tuple(map(replayed_event, self._events))
        health = Counter(self.part.health)
        grown = health - self._health
        rows, unknown = self._growth.take()
        error = self._attached.last_error if self._attached.losses != self._losses else ""
        self._events.clear()
        self._health, self._losses = health, self._attached.losses
        return Reaction(
            events,
            rows,
            unknown,
            {name: count for name, count in grown.items() if name not in UNSHOWN_COUNTERS},
            error,
            sum(grown[name] for name in SOUND_COUNTERS),
        )
