"""Reads the facts of a journal to learn where a gaming day begins and ends in it."""

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import msgspec
from msgspec.structs import replace

from firmware.core.vocabulary.meters import Meters
from firmware.floor.day.day_content import JournalState, RoundCorrection
from firmware.floor.day.stored_facts import StoredFact
from firmware.floor.facts import LanePosition
from firmware.floor.gaming_day import HourRange
from firmware.floor.projection.fact import MS_PER_HOUR, TableFact, read_fact


class JournalReading:
    """A journal's day, by facts that are taken in the order of their positions. A fact belongs to
    the day by the table's own clock, at any position in the journal.
    """

    def __init__(
        self, journal: str, hours: HourRange, state: JournalState, meters: Meters | None
    ) -> None:
        """`meters` are the last ones before the state's next fact."""
        self.first_fact: LanePosition | None = None
        self.last_fact: LanePosition | None = None
        self.corrections: list[RoundCorrection] = []
        self.first_meters = self.last_meters = meters
        self._journal, self._hours, self._state = journal, hours, state
        self._last_position = state.next_fact
        self._next_state: JournalState | None = None

    def read(self, stored_facts: Iterable[StoredFact]) -> None:
        for stored in stored_facts:
            self._take(stored)

    @property
    def last_state(self) -> JournalState:
        """The journal after its last fact."""
        return replace(self._state, next_fact=self._last_position)

    @property
    def next_state(self) -> JournalState:
        """The journal before the first fact after the day, where the next day's reading begins."""
        return self._next_state or self.last_state

    @property
    def open_round(self) -> int | None:
        """The round whose bets were closed in the day and whose money is not in the meters."""
        return self._state.closed_round if self._state.closed_ms < self._hours.end_ms else None

    def _take(self, stored: StoredFact) -> None:
        # a fact from outside may fail in any way, and ends nothing: the ledger's own fold sets it
        # aside too, with an alarm
        with suppress(Exception):
            fact = read_fact(self._journal, *stored, self._state.last_ms)
            self._note(stored.position, fact)
            self._state = _state_after(self._state, stored.position, fact)
        self._last_position = stored.position

    def _note(self, position: LanePosition, fact: TableFact) -> None:
        hour = fact.time_ms // MS_PER_HOUR
        if hour >= self._hours.end and self._next_state is None:
            self._next_state = self.last_state
        is_meters = fact.fact_name == "meters"
        if self._hours.first <= hour < self._hours.end:
            self.first_fact, self.last_fact = self.first_fact or position, position
            if is_meters:
                self.last_meters = _meters(fact.payload)
            if fact.fact_name == "RoundCorrected":
                payload = fact.payload
                self.corrections.append(
                    RoundCorrection(fact.time_ms, payload["round"], payload["cents"])
                )
        elif is_meters and hour < self._hours.first and self.first_fact is None:
            self.first_meters = self.last_meters = _meters(fact.payload)


def _meters(payload: Any) -> Meters:  # noqa: ANN401 - JSON of a fact
    return msgspec.convert(payload["meters"], Meters)


def _state_after(state: JournalState, position: LanePosition, fact: TableFact) -> JournalState:
    state = replace(state, last_ms=fact.time_ms)
    match fact.fact_name:
        case "started":
            return replace(state, in_service=True)
        case "ServiceEnded":
            return replace(state, in_service=False)
        case "BetsLocked":
            closed = {"closed_round": fact.payload["round"], "closed_ms": fact.time_ms}
            return replace(state, closed_at=position, **closed)
        case "meters" if state.closed_round is not None:
            is_settled = fact.payload["round"] > state.closed_round
            return _without_round(state) if is_settled else state
        case "undone" if state.closed_at is not None:
            is_undone = [*state.closed_at] in [[*withdrawn] for withdrawn in fact.payload]
            return _without_round(state) if is_undone else state
    return state


def _without_round(state: JournalState) -> JournalState:
    return replace(state, closed_round=None, closed_at=None, closed_ms=0)
