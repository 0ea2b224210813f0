"""The facts of a journal: all that leaves the table of a shoe in play. Pure, the same at both ends.

A fact has listed fields of a listed ruling or event, and nothing else of a record. Of all other
records not even the existence may leave the table: keying a card takes as many key presses as its
rank is far from the first, so a count of records would reveal the card. Facts therefore have
numbers of their own, which start again with each shoe. A position is the number of the record with
which the shoe began, which may be known by then, and the number of the fact since.

Which ruling or event is a fact, with which fields, its class declares: `FACT` of a ruling,
`DISCLOSURE` of an event (firmware/core/vocabulary/disclosure.py).

Immediate facts are those that players and pit see anyway. Settled facts wait until the round is
over and can't be undone any more: results, decisions, settlements, and the meters. The messages of
a linked jackpot are signed when a round is over, and are immediate.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Final, NamedTuple

import msgspec

from firmware.core.vocabulary import rulings
from firmware.core.vocabulary.disclosure import FactRelease
from firmware.core.vocabulary.events import Event, KeyPressed, encode_plain
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.rulings import Ruling, Undone
from firmware.shell.history.journal_entries import (
    Attested,
    Checked,
    Entry,
    Happened,
    Ruled,
    Setting,
    Started,
)
from firmware.shell.history.shoes import ShoeTracker

FactBody = dict[str, Any]
POSITION_LIMIT: Final = 1 << 40
"""Above the number of every record: more than a table writes in a thousand years."""
PositionNumber = Annotated[int, msgspec.Meta(ge=-1, lt=POSITION_LIMIT)]


class LanePosition(NamedTuple):
    """A position in a lane. Of a record only the number counts."""

    shoe: PositionNumber
    number: PositionNumber


LANE_START: Final = LanePosition(0, -1)
"""The position before the first fact or record."""

ROUND_BOUNDARIES: Final = (rulings.BetsLocked, rulings.RoundVoided, rulings.RoundOpened)
SETTING_FIELDS: Final = ("version", "program", "rules", "game", "options", "table", "device")

UNTIMED_KEYS: Final = frozenset({Key.NEXT_RANK, Key.NEXT_SUIT, Key.ENTER_CARD, Key.PICK_CARD})


class ImpossibleEntry(ValueError):
    """An entry that no table writes: it counts fewer than no events back."""


class Fact(NamedTuple):
    """One fact; `previous` is the position of the one before it."""

    position: LanePosition
    previous: LanePosition
    body: FactBody


@dataclass(slots=True)
class _EventFacts:
    """An event of an open round: positions of its published facts, and bodies of those
    that wait.
    """

    wall_time: str | None
    own_positions: list[LanePosition] = field(default_factory=list)
    """Of the event itself, without its rulings."""
    positions: list[LanePosition] = field(default_factory=list)
    """Of its rulings."""
    deferred_bodies: list[FactBody] = field(default_factory=list)
    round_boundaries: list[type] = field(default_factory=list)
    """The rulings of the event that begin, close or void a round."""


class FactExtractor:
    """Extracts the facts of a journal's entries, given in order.

    If it starts within a journal, it makes no facts before the second shoe that it sees beginning:
    so the same facts get the same positions from any starting point.
    """

    def __init__(self) -> None:
        self.released_records = 0
        """How many records may be sent whole: all before the present shoe."""
        self.last_position = LANE_START
        """The position of the last fact."""
        self._shoe_starts = ShoeTracker[int]()
        self._open_events: list[_EventFacts] = []
        self._shoes_to_skip: int | None = None
        """How many more shoes must begin before facts are made; None before the first entry."""

    def extract(self, record_number: int, journal_entry: Entry) -> list[Fact]:
        """Add the next record; return its facts. Raises ImpossibleEntry."""
        _check_possible(journal_entry)
        if self._shoes_to_skip is None:
            self._shoes_to_skip = 2 if record_number else 0
        self._shoe_starts.take(journal_entry, record_number)
        extracted = list(self._facts_of_entry(journal_entry))
        published = [] if self._shoes_to_skip else extracted
        self._enter_next_shoe()
        return published

    def _facts_of_entry(self, journal_entry: Entry) -> Iterator[Fact]:
        match journal_entry:
            case Started(wall=wall_time, setting=setting):
                yield self._next_fact(_started_body(setting) | {"wall": wall_time})
            case Happened(wall=wall_time, event=event):
                event_facts = _EventFacts(None if _is_untimed(event) else wall_time)
                self._open_events.append(event_facts)
                yield from self._facts_of_occurrence(event_facts, event)
            case Ruled(ruled, events_back) if events_back < len(self._open_events):
                yield from self._facts_of_rulings(len(self._open_events) - 1 - events_back, ruled)
            case Checked():
                yield from self._facts_of_settled_rounds(journal_entry)
            case Attested():
                yield self._next_fact({"Attested": msgspec.to_builtins(journal_entry)})

    def _facts_of_rulings(self, event_index: int, ruled: Sequence[Ruling]) -> Iterator[Fact]:
        for ruling in ruled:
            if isinstance(ruling, Undone):
                yield from self._retraction(event_index, ruling)
            else:
                yield from self._facts_of_occurrence(self._open_events[event_index], ruling)

    def _facts_of_occurrence(
        self, event_facts: _EventFacts, occurrence: Event | Ruling
    ) -> Iterator[Fact]:
        rule = occurrence.FACT if isinstance(occurrence, Ruling) else occurrence.DISCLOSURE.fact
        if rule.release is FactRelease.NEVER:
            return
        wall_field = {"wall": event_facts.wall_time} if event_facts.wall_time else {}
        body = _listed_fields(occurrence, rule.fields) | wall_field
        if rule.release is FactRelease.SETTLED:
            event_facts.deferred_bodies.append(body)
            return
        fact = self._next_fact(body)
        positions = (
            event_facts.positions if isinstance(occurrence, Ruling) else event_facts.own_positions
        )
        positions.append(fact.position)
        event_facts.round_boundaries += (
            [type(occurrence)] if type(occurrence) in ROUND_BOUNDARIES else []
        )
        yield fact

    def _retraction(self, event_index: int, undone: Undone) -> Iterator[Fact]:
        """Withdraw what was ruled on the undone events, and those that don't stand themselves."""
        positions: list[LanePosition] = []
        for events_ago in range(min(undone.back, event_index), 0, -1):
            event_facts = self._open_events[event_index - events_ago]
            if events_ago not in undone.retained:
                positions += event_facts.own_positions
                event_facts.own_positions = []
            positions += event_facts.positions
            event_facts.positions, event_facts.deferred_bodies = [], []
            event_facts.round_boundaries = []
        if positions:
            yield self._next_fact({"undone": positions})

    def _facts_of_settled_rounds(self, journal_entry: Checked) -> Iterator[Fact]:
        settled_count = max(len(self._open_events) - journal_entry.since, 0)
        settled_events, self._open_events = (
            self._open_events[:settled_count],
            self._open_events[settled_count:],
        )
        yield from map(self._next_fact, _settled_bodies(settled_events))
        checkpoint = journal_entry.table
        if not checkpoint.aside:
            meter_fields = msgspec.to_builtins(checkpoint.meters)
            yield self._next_fact({"round": checkpoint.round, "meters": meter_fields})

    def _next_fact(self, body: FactBody) -> Fact:
        previous, next_number = self.last_position, self.last_position.number + 1
        self.last_position = LanePosition(
            self.released_records, next_number if previous.shoe == self.released_records else 0
        )
        return Fact(self.last_position, previous, body)

    def _enter_next_shoe(self) -> None:
        """Begin to count from the next shoe, if one has begun."""
        shoe_start = self._shoe_starts.shoe_start or 0
        if shoe_start > self.released_records:
            self.released_records = shoe_start
            self._shoes_to_skip = max((self._shoes_to_skip or 0) - 1, 0)


def _check_possible(journal_entry: Entry) -> None:
    match journal_entry:
        case Ruled(ruled, back):
            counts = [back, *(ruling.back for ruling in ruled if isinstance(ruling, Undone))]
        case Checked(since=since):
            counts = [since]
        case _:
            return
    if min(counts) < 0:
        raise ImpossibleEntry


def _settled_bodies(settled_events: Sequence[_EventFacts]) -> list[FactBody]:
    """Return the facts of settled rounds; of a voided one, only those from before its close."""
    fact_bodies: list[FactBody] = []
    closed_count = 0
    for event_facts in settled_events:
        if rulings.RoundVoided in event_facts.round_boundaries:
            # what a voided round made after its close does not count
            del fact_bodies[closed_count:]
        if rulings.BetsLocked in event_facts.round_boundaries:
            closed_count = len(fact_bodies)
        fact_bodies += event_facts.deferred_bodies
        if rulings.RoundOpened in event_facts.round_boundaries:
            closed_count = len(fact_bodies)
    return fact_bodies


def _started_body(setting: Setting) -> FactBody:
    return {"started": {field_name: getattr(setting, field_name) for field_name in SETTING_FIELDS}}


def _listed_fields(occurrence: Event | Ruling, field_names: Sequence[str]) -> FactBody:
    plain_fields = msgspec.to_builtins(occurrence, enc_hook=encode_plain)
    return {
        # the tag is the name on the wire: a renamed class still has it
        str(occurrence.__struct_config__.tag): {
            field_name: plain_fields[field_name] for field_name in field_names
        }
    }


def _is_untimed(event: Event) -> bool:
    if isinstance(event, KeyPressed):
        return event.key in UNTIMED_KEYS
    return not event.DISCLOSURE.fact.timed
