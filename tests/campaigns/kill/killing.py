"""Repeated kills of one table, in a directory of its own, each checked against its far ends."""

import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Final

from firmware.core.vocabulary.next_step import Act
from firmware.shell.journal.records import RECORD_OVERHEAD
from tests.campaigns.kill.floor import PowerOff
from tests.campaigns.kill.history import Difference, Segment, recent
from tests.campaigns.kill.plans import AT_A_ROTATION, IN_RECOVERY, Plan, Plans, Recovery
from tests.campaigns.kill.scene import Scene
from tests.campaigns.kill.zygote import SMALL

SHOWN_WITHIN_S: Final = 3.0
ACT_WITHIN_S: Final = 2.0
ROTATION_WITHIN_S: Final = 4.0
NEARLY_FULL: Final = 0.93
"""The share of a segment after which its rotation is waited for."""


class Killing:
    """The service of one table, its people, and who kills it."""

    def __init__(self, scene: Scene, seed: str, note: Callable[[str], None]) -> None:
        self._report = note
        self._plans = Plans(Random(f"{seed} plans"), scene.acts)
        self._power, self._replica, self._judge = scene.power, scene.replica, scene.judge
        self._floor, self._dealer, self._meddle = scene.floor, scene.people, scene.meddle
        self._counts: Counter[str] = Counter()
        self._filled = 0
        self._files: list[set[Path]] = []
        self._row = 0

    @property
    def counts(self) -> Counter[str]:
        """What has been seen so far, by name."""
        counts = self._counts + self._judge.counts + self._floor.counts + self._replica.counts
        counts["rounds finished"] = len(self._dealer.archive)
        counts["events journaled"] = self._replica.events
        counts["records read back"] = self._replica.read
        return counts

    def run(self, kills: int) -> None:
        """Kill so many times, then play on. Raises the first Difference."""
        for number in range(1, kills + 1):
            near = self._filled > NEARLY_FULL * SMALL.segment_bytes
            chosen = self._plans.next(rotation_near=near)
            self._live(chosen, number)
            self._meddle()
        self._play_on()

    def close(self) -> None:
        """End everything."""
        self._power.close()

    # one life

    def _live(self, chosen: Plan, number: int) -> None:
        before = self._replica.read
        self._power.start(cold=chosen.cold)
        self._serve_until(chosen)
        life_s = time.monotonic() - self._power.started_at
        self._examine()
        where = self._where(self._replica.read - before)
        self._count(chosen, where)
        self._report(
            f"kill {number:4}: {chosen.kind:13} {life_s:4.1f} s  round {self._dealer.number:4}  "
            f"{where:32} {self._replica.read - before:4} records, {self._replica.read} in all"
        )

    def _serve_until(self, chosen: Plan) -> None:
        power = self._power
        try:
            if chosen.kind == IN_RECOVERY:
                power.kill_in(chosen.delay_s)
            elif chosen.kind == AT_A_ROTATION:
                power.kill_at_rotation(chosen.delay_s)
            self._come_back(chosen)
            if chosen.act:
                self._serve(ACT_WITHIN_S, chosen.act)
            if chosen.kind == AT_A_ROTATION:
                self._serve(ROTATION_WITHIN_S)
            if chosen.kind != IN_RECOVERY:
                power.kill_in(chosen.delay_s, chosen.transfers)
            while True:
                self._dealer.step()
        except PowerOff:
            self._floor.let_go()

    def _serve(self, seconds: float, until: Act | None = None) -> None:
        """Play so long, or until the table asks for an act."""
        end = time.monotonic() + seconds
        while self._power.look().ask.do is not until and time.monotonic() < end:
            self._dealer.step()

    def _come_back(self, chosen: Plan | None = None) -> None:
        """See the table come back and show itself; have the felt confirmed, and see it again."""
        first = self._power.look()
        if chosen:
            self._plans.recovered(self._recovery(), cold=chosen.cold)
        self._judge.back(first)
        self._see_shown()
        while self._power.look().stopped:
            self._dealer.step()
        self._see_shown()
        self._counts["starts that came to play"] += 1

    def _recovery(self) -> Recovery:
        now, began, lit_at = time.monotonic(), self._power.started_at, self._power.lit_at
        return Recovery((lit_at or now) - began, now - began)

    def _see_shown(self) -> None:
        end = time.monotonic() + SHOWN_WITHIN_S
        while wrong := self._judge.disagreement(self._power.look()):
            if time.monotonic() > end:
                raise Difference(f"the far ends don't show what is told: {wrong}")
            self._power.rest(10)

    def _play_on(self) -> None:
        """After the last kill: finish the round, and hold all that was ever read to the journal."""
        self._power.start(cold=True)
        try:
            self._come_back()
            last = self._dealer.number
            while self._dealer.number <= last:
                self._dealer.step()
        except PowerOff:
            raise Difference("the power has failed, and nobody had cut it") from None
        self._power.kill()
        self._examine()
        self._replica.follow(recent(self._power.journal, 0))

    # after its death

    def _examine(self) -> None:
        power = self._power
        power.defuse()
        if not power.server.wait_for_disconnect(5):
            raise Difference("a dead service still holds the far end")
        found = recent(power.journal, self._replica.read)
        self._judge.kill(found, power.last, self._dealer)
        self._filled = _octets(found)

    def _where(self, records: int) -> str:
        """Name the moment at which the service was killed."""
        if self._power.last is not None:
            return self._judge.phase()
        if not records:
            return "recovery, nothing recorded"
        return "recovery, " + ("recorded" if self._power.lit_at is None else "lit, not yet tested")

    def _count(self, chosen: Plan, where: str) -> None:
        counts = self._counts
        counts["kills"] += 1
        counts[f"killed {chosen.kind}"] += 1
        counts[f"killed while: {where}"] += 1
        counts["cold starts"] += chosen.cold
        recovering = self._power.last is None
        self._row = self._row + 1 if recovering else 0
        counts["kills in recovery"] += recovering
        if self._row > 1:
            counts[f"killed in recovery {self._row} times in a row"] += 1
        counts["killed in a rotation"] += self._has_torn_a_rotation()

    def _has_torn_a_rotation(self) -> bool:
        """Say whether one copy has a segment, or a part of one, that the other has not, again."""
        before, self._files = self._files, self._power.files()
        first, second = ({file.name for file in copy} for copy in self._files)
        return first != second and self._files != before


def _octets(found: Sequence[Segment]) -> int:
    """Return how much the newest segment holds."""
    return sum(RECORD_OVERHEAD + len(record.payload) for record in found[-1]) if found else 0
