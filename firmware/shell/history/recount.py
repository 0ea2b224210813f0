"""An independent count of the meters: from the rulings in the journal, event by event."""

from typing import NamedTuple

from msgspec.structs import asdict, replace

from firmware.core.table.state import Checkpoint
from firmware.core.vocabulary.counters import BetMeters, Meters
from firmware.shell.history.count import Count, Happening, Lines, recounted, summed
from firmware.shell.history.records import Checked, Entry, Happened, Ruled


class Difference(NamedTuple):
    """The table's meters as a round opened, and the journal's recount."""

    round: int
    recorded: Meters
    recounted: Meters


class Recount:
    """Counts the entries of a journal, fed in order, starting anywhere.

    It starts with the meters of the first usable `Checked`, and compares every later one with the
    rulings. Entries that a `Carried` repeats are counted only once. Rulings in a test are not
    counted: the meters must be the same after it.
    """

    def __init__(self) -> None:
        self.meters: Meters | None = None
        """The meters as the last round opened, as they were recorded."""
        self.settled: tuple[Lines, ...] = ()
        """The rounds that ended between the last two openings: the lines with amounts of each, none
        if a player was the bank.
        """
        self._began = Count(Meters())
        """The start of the count: the meters of the last `Checked`, and whether a test was on."""
        self._since: list[Happening] = []

    def take(self, entry: Entry) -> Difference | None:
        """Take the next entry; return the difference of its meters from the recount, if there is
        one.

        After a difference the count continues from the recorded meters, to report each one once.
        """
        match entry:
            case Happened(event=event):
                self._since.append(Happening(event))
            case Ruled(rulings, back) if 0 <= back < len(self._since):
                at = len(self._since) - 1 - back
                self._since[at] = Happening(self._since[at].event, rulings)
            case Checked(table, since):
                return self._check(table, since)
        return None

    @property
    def ended(self) -> tuple[Lines, ...]:
        """The rounds that have ended since the last opening that is recorded, as in `settled`: the
        record of an opening comes with the event after it.
        """
        return () if self.meters is None else recounted(self._began, self._since).over

    def _check(self, table: Checkpoint, since: int) -> Difference | None:
        opened, recorded = len(self._since) - since, table.meters
        before, self._since = self._since[: max(opened, 0)], self._since[max(opened, 0) :]
        self.settled = ()
        known, self.meters = self.meters is not None, recorded if opened >= 0 else None
        if not known or opened < 0:
            self._began = Count(recorded, testing=table.aside is not None)
            return None
        count = recounted(self._began, before)
        self._began = Count(recorded, testing=count.testing)
        self.settled = count.over
        differ = not _agree(count.meters, recorded)
        return Difference(table.real.round, recorded, count.meters) if differ else None


def _agree(recounted: Meters, recorded: Meters) -> bool:
    """Return whether two counts are the same; of a record from before bets were counted by class,
    only the money by the bet's name.
    """
    if recounted == recorded:
        return True
    counted = any(bet.bets for bet in recorded.bets.values())
    return not counted and _by_name(recounted) == _by_name(recorded)


def _by_name(meters: Meters) -> Meters:
    bets: dict[str, BetMeters] = {}
    for name, bet in meters.bets.items():
        base, money = name.split(":")[0], {**asdict(bet), "bets": 0, "squares": 0}
        bets[base] = summed(bets.get(base, BetMeters()), money)
    return replace(meters, bets=bets)
