"""One table's rounds on disks that lose their power at every act, and each restored table."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from firmware.core.table.table import Table
from firmware.core.vocabulary.events import Event, KeyPressed
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.rulings import Ruling
from firmware.shell.history.journal_entries import Entry, Happened, Ruled, decode
from firmware.shell.history.recount import MeterRecount
from firmware.shell.journal import JournalCopy, JournalError
from hal.ports import NEVER, Millis
from tests.campaigns.powercut.powercut_disk import VARIANTS, Machine, ModelCopy, Point, Segments
from tests.campaigns.powercut.powercut_table import (
    Acting,
    Moment,
    Player,
    Seat,
    Service,
    changed_by_power,
    opened,
    seat,
    state_of,
)
from tests.kits.shell.journal_copies import FailingCopy

RESTARTS: Final = 0.01
"""How often the service is started again after a turn, ended in order or killed."""
CUT_AGAIN: Final = (1 / 200, 1 / 100)
"""How many comebacks are cut at every act themselves, and how many of those that come of it."""
PACE_MS: Final = (1, 10, 60)
"""Between two turns: readings share a commit, or wait for one in vain when the power goes."""
RECOUNTED: Final = 1 / 50
"""For how many comebacks the meters are recounted over the whole journal."""
ONE_GONE: Final = 0.15
"""How often a disk does not survive the cut."""
SHOWN: Final = 5
"""Losses that are reported in full."""


Plays = Callable[[Random, str, Table], Acting]
"""Who plays at a table of a game."""
Images = tuple[Segments | None, Segments | None]
"""What each disk holds; None is one that is gone."""


class Lost(AssertionError):
    """What came back is not what had been acknowledged."""


@dataclass
class Count:
    """What a share came to; counts by name."""

    counts: Counter[str] = field(default_factory=Counter)
    acts: Counter[str] = field(default_factory=Counter)
    findings: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)


class Share:
    """One table's rounds, cut at every act."""

    def __init__(
        self, game: str, rounds: int, seed: int, kind: type[ModelCopy], player: Plays = Player
    ) -> None:
        self.name = f"{game} {seed}"
        self.count = Count()
        self._rounds, self._kind = rounds, kind
        self._chance = Random(self.name)
        self._seat: Seat = seat(game, self._chance)
        self._player = player(self._chance, game, self._seat.table)
        self._moments: list[Moment] = []
        """What truly happened: the table after each number of events."""
        self._known: dict[object, int] = {}

    def run(self) -> Count:
        """Play, and cut after each turn the acts that it took."""
        machine, table, now = Machine(self._kind, {}, {}), self._seat.table, 0
        service = self._start(machine, now)
        self._moments.append(Moment(None, (), state_of(table)))
        acknowledged = 0
        while table.state.meters.rounds < self._rounds:
            acknowledged = self._cut(machine.stretch(), self._moments, acknowledged)
            self.count.counts["cuts with readings waiting"] += service.loop.commit_due < NEVER
            now += self._chance.choice(PACE_MS)
            if self._chance.random() < RESTARTS:
                if self._chance.random() < 0.5:
                    service.loop.end_service(Millis(now))
                service = self._start(machine, now)
                self.count.counts["restarts"] += 1
            else:
                self._player.act(service.loop, now)
            self.count.counts["turns"] += 1
        self._cut(machine.stretch(), self._moments, acknowledged)
        try:
            self._check_recount(service.journal.records())
        except Lost as lost:
            self._tell(f"{self.name}: {lost}")
        self.count.counts["rounds"] += table.state.meters.rounds
        self.count.counts["events"] += len(self._moments) - 1
        return self.count

    def _start(self, machine: Machine, now: int) -> Service:
        journal = opened(machine.copies)
        service = Service(journal, self._seat.setting, self._seat.table, self._moments.append)
        service.loop.begin(Millis(now))
        return service

    def _cut(
        self, points: list[Point], moments: list[Moment], acknowledged: int, depth: int = 0
    ) -> int:
        """Cut a stretch of acts everywhere; return what is acknowledged at its end."""
        last = len(moments) - 1
        known = self._known if depth == 0 else {}
        for point in points:
            returned = point is points[-1]
            allowed = range(last if returned else acknowledged, last + 1)
            if depth == 0 and not returned:
                self.count.acts[point.act] += 1
            for variant, left in VARIANTS.items():
                self.count.counts["cuts in a comeback" if depth else "cuts"] += 1
                images = left(point.disks[0], self._chance), left(point.disks[1], self._chance)
                if depth == 0 and self._chance.random() < ONE_GONE:
                    images = self._without_one(images)
                try:
                    self._hold(images, moments, allowed, depth, known)
                except Lost as lost:
                    self._tell(f"{self.name}, depth {depth}, {point.act}, {variant}: {lost}")
        for key in [key for key, number in known.items() if number < last]:
            del known[key]
        return last

    def _without_one(self, images: Images) -> Images:
        """Return what is left if one of the disks is gone, and the other was ever begun."""
        gone = self._chance.randrange(2)
        if not images[1 - gone]:
            return images
        self.count.counts["cuts with a disk gone"] += 1
        return (None, images[1]) if gone == 0 else (images[0], None)

    def _hold(
        self,
        images: Images,
        moments: list[Moment],
        allowed: range,
        depth: int,
        known: dict[object, int],
    ) -> None:
        key = tuple(tuple(sorted(image.items())) if image else None for image in images)
        if key not in known:
            known[key] = self._come_back(images, moments, allowed, depth)
        number = known[key]
        if number not in allowed:
            raise Lost(f"{number} events came back, not {allowed[0]} to {allowed[-1]}")
        if allowed[0] < number < allowed[-1]:
            self.count.counts["cuts that kept the first of a turn's events"] += 1

    def _come_back(self, images: Images, moments: list[Moment], allowed: range, depth: int) -> int:
        """Start the service on what the disks hold; return how many events came back."""
        self.count.counts["comebacks"] += 1
        machine, received = Machine(self._kind, *(image or {} for image in images)), list[Moment]()
        now = Millis(len(moments))
        try:
            journal = opened(_there(machine, images))
            service = Service(journal, self._seat.setting, self._seat.other, received.append)
            service.loop.begin(now)
        except JournalError as error:
            raise Lost(str(error)) from error
        self.count.findings.update(type(found).__name__ for found in journal.findings)
        number = self._judge(service, moments, allowed)
        if self._chance.random() < RECOUNTED:
            self._check_recount(journal.records())
        if (
            None not in images
            and depth < len(CUT_AGAIN)
            and self._chance.random() < CUT_AGAIN[depth]
        ):
            self._cut_again(
                machine, service, [*moments[: number + 1], *received], number, depth + 1
            )
        return number

    def _cut_again(
        self, machine: Machine, service: Service, after: list[Moment], number: int, depth: int
    ) -> None:
        """Cut the comeback, and the turn after it, which comes on mended disks."""
        self.count.counts["comebacks cut"] += 1
        coming, back = machine.stretch(), list(after)
        service.on_event = after.append
        service.loop.handle_and_follow([KeyPressed(Key.CONFIRM)], Millis(len(after)))
        turn = machine.stretch()
        acknowledged = self._cut(coming, back, number, depth)
        self._cut(turn, after, acknowledged, depth)

    def _judge(self, service: Service, moments: list[Moment], allowed: range) -> int:
        read, found = story(service.ledger.read), service.resumed
        for number in reversed(allowed):
            start = number + 1 - len(read)
            if start >= 0 and moments[number].state == found:
                reported = [(m.event, m.rulings) for m in moments[start : number + 1]]
                if reported == read:
                    break
        else:
            raise Lost(self._difference(read, found, moments, allowed))
        wrong = changed_by_power(service.before, service.loop.table) if number else None
        if wrong or service.ledger.meter_differences:
            raise Lost(wrong or f"the meters differ: {service.ledger.meter_differences}")
        return number

    def _difference(
        self, read: list[object], found: bytes, moments: list[Moment], allowed: range
    ) -> str:
        states = [moment.state for moment in moments]
        at = [number for number, state in enumerate(states) if state == found]
        return (
            f"of {allowed[0]} to {allowed[-1]} events {at[-3:] or 'none'} would be this state; "
            f"read back were {len(read)}, the last {read[-2:]}; "
            f"true is {[moments[n][:2] for n in allowed]}"
        )

    def _check_recount(self, records: Iterable[bytes]) -> None:
        recount = MeterRecount()
        for record in records:
            difference = recount.take(decode(record))
            if difference is not None:
                raise Lost(f"the recount differs: {difference}")
        self.count.counts["recounts"] += 1

    def _tell(self, text: str) -> None:
        self.count.counts["losses"] += 1
        if len(self.count.differences) < SHOWN:
            self.count.differences.append(text)


def _there(machine: Machine, images: Images) -> tuple[JournalCopy, JournalCopy]:
    first, second = (
        _gone(copy.name) if image is None else copy
        for copy, image in zip(machine.copies, images, strict=True)
    )
    return first, second


def _gone(name: str) -> JournalCopy:
    copy = FailingCopy(name)
    copy.failing = True
    return copy


def story(entries: Sequence[Entry]) -> list[object]:
    """Return each event that is reported, with what was ruled on it."""
    events: list[tuple[Event, tuple[Ruling, ...]]] = []
    for entry in entries:
        if isinstance(entry, Happened):
            events.append((entry.event, ()))
        elif isinstance(entry, Ruled) and entry.back < len(events):
            at = len(events) - 1 - entry.back
            events[at] = (events[at][0], entry.rulings)
    return list[object](events)
