"""An independent count of the meters: from the rulings in the journal, event by event."""

from typing import NamedTuple

from msgspec.structs import asdict, replace

from firmware.core.table.checkpoint import Checkpoint
from firmware.core.vocabulary.meters import BetMeters, Meters
from firmware.shell.history.journal_entries import Checked, Entry, Happened, Ruled
from firmware.shell.history.meter_count import (
    MeterCount,
    RuledEvent,
    SettledLines,
    add_amounts,
    count_rulings,
)


class MeterDifference(NamedTuple):
    """The table's meters as a round opened, and the journal's recount."""

    round: int
    recorded: Meters
    recounted: Meters


class MeterRecount:
    """Counts the entries of a journal, fed in order, starting anywhere.

    It starts with the meters of the first usable `Checked`, and compares every later one with the
    rulings. Entries that a `Carried` repeats are counted only once. Rulings in a test are not
    counted: the meters must be the same after it.
    """

    def __init__(self) -> None:
        self.meters: Meters | None = None
        """The meters as the last round opened, as they were recorded."""
        self.settled_rounds: tuple[SettledLines, ...] = ()
        """The rounds that ended between the last two openings: the lines with amounts of each, none
        if a player was the bank.
        """
        self._starting_count = MeterCount(Meters())
        """The start of the count: the meters of the last `Checked`, and whether a test was on."""
        self._ruled_events: list[RuledEvent] = []

    def take(self, entry: Entry) -> MeterDifference | None:
        """Take the next entry; return the difference of its meters from the recount, if there is
        one.

        After a difference the count continues from the recorded meters, to report each one once.
        """
        match entry:
            case Happened(event=event):
                self._ruled_events.append(RuledEvent(event))
            case Ruled(rulings, events_after) if 0 <= events_after < len(self._ruled_events):
                event_index = len(self._ruled_events) - 1 - events_after
                self._ruled_events[event_index] = RuledEvent(
                    self._ruled_events[event_index].event, rulings
                )
            case Checked(table, events_since):
                return self._compare_checkpoint(table, events_since)
        return None

    @property
    def current_meters(self) -> Meters | None:
        """The meters after the last entry; None without a usable `Checked`."""
        if self.meters is None:
            return None
        return count_rulings(self._starting_count, self._ruled_events).meters

    @property
    def ended_rounds(self) -> tuple[SettledLines, ...]:
        """The rounds that have ended since the last opening that is recorded, as in
        `settled_rounds`: the record of an opening comes with the event after it.
        """
        return (
            ()
            if self.meters is None
            else count_rulings(self._starting_count, self._ruled_events).finished_rounds
        )

    def _compare_checkpoint(self, table: Checkpoint, events_since: int) -> MeterDifference | None:
        opening_index, recorded = len(self._ruled_events) - events_since, table.meters
        events_before, self._ruled_events = (
            self._ruled_events[: max(opening_index, 0)],
            self._ruled_events[max(opening_index, 0) :],
        )
        self.settled_rounds = ()
        was_counting, self.meters = (
            self.meters is not None,
            recorded if opening_index >= 0 else None,
        )
        # the round began before the first entry read: nothing to compare yet
        if not was_counting or opening_index < 0:
            self._starting_count = MeterCount(recorded, testing=table.aside is not None)
            return None
        meter_count = count_rulings(self._starting_count, events_before)
        self._starting_count = MeterCount(recorded, testing=meter_count.testing)
        self.settled_rounds = meter_count.finished_rounds
        is_different = not _meters_agree(meter_count.meters, recorded)
        return (
            MeterDifference(table.real.round, recorded, meter_count.meters)
            if is_different
            else None
        )


def _meters_agree(recounted: Meters, recorded: Meters) -> bool:
    """Return whether two counts are the same; of a record from before bets were counted by class,
    only the money by the bet's name.
    """
    if recounted == recorded:
        return True
    has_bet_counts = any(bet.bets for bet in recorded.bets.values())
    return not has_bet_counts and _merged_by_name(recounted) == _merged_by_name(recorded)


def _merged_by_name(meters: Meters) -> Meters:
    bets: dict[str, BetMeters] = {}
    for name, bet in meters.bets.items():
        base_name, amounts = name.split(":")[0], {**asdict(bet), "bets": 0, "squares": 0}
        bets[base_name] = add_amounts(bets.get(base_name, BetMeters()), amounts)
    return replace(meters, bets=bets)
