"""The fold of one journal: its facts, in the order of their positions, become a table's state.

    facts up to the watermark ──apply_fact──┬──> takings: settled rounds, final
                                            └──> open rounds (two)
                                                      │ play_after_fact, one after the other
    settled play ─────────────────────────────────────┴──> current_play: phase, round, bets, alarms

**Takings** are made of facts that are published only once a round can't be undone any more: they
are added at once, and never taken back.

**Play** is made of immediate facts, which the dealer may undo. An `undone` fact lists the positions
that it withdraws, and reaches back no further than the round before the present one. So the facts
of these two rounds are retained by position, on top of the settled play. A `meters` fact ends a
round: the facts of the older one are then merged into the settled play, and its alarms that are
over become final.

A fold needs its state alone, which is written with its rows: whichever ledger had the journal last,
the next one continues. The ledger stops at the watermark, so a fold never sees a gap.
A fact that can't be folded, of another program version or a table that makes them up, is set aside
with one alarm for the journal, and the later facts still count: the ledger has it at that place.
"""

from collections.abc import Iterable
from functools import reduce
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from firmware.floor.facts import LANE_START, LanePosition
from firmware.floor.projection.fact import TableFact, read_fact
from firmware.floor.projection.play import TablePlay, check_shown, play_after_fact
from firmware.floor.projection.table_alarms import Alarm, bound_id
from firmware.floor.projection.takings import FindEdges, SettledRound, TableTakings, TakingsState

MAX_OPEN_FACTS: Final = 512
"""The most facts of an open round, above those of any round; beyond them it counts as settled."""


class OpenFact(NamedTuple):
    """A fact that the dealer may still undo."""

    position: LanePosition
    fact: TableFact


class FoldState(msgspec.Struct):
    """All that the fold of later facts depends on, but for the last rounds. Rows have no name of
    their table, which may be given another.
    """

    last_position: LanePosition = LANE_START
    """The position of the last fact."""
    last_fact_ms: int = 0
    settled_play: TablePlay = TablePlay("")
    # two rounds, since an undo may retract facts of the round before
    open_rounds: tuple[list[OpenFact], list[OpenFact]] = msgspec.field(
        default_factory=lambda: ([], [])
    )
    """The facts of the round before, and of the present one."""
    has_unread: bool = False
    """Whether a fact was set aside."""
    takings: TakingsState = msgspec.field(default_factory=TakingsState)


class TableFold:
    """The fold of one journal. Facts are applied in the order of their positions; one that can't be
    folded is set aside.
    """

    def __init__(
        self,
        journal_identity: str,
        find_edges: FindEdges,
        state: FoldState | None = None,
        settled_rounds: Iterable[SettledRound] = (),
    ) -> None:
        self.journal_identity = journal_identity
        self.state = state or FoldState()
        self.takings = TableTakings(find_edges, self.state.takings, settled_rounds)
        self.current_play = self._play_over(1)
        """The table after all its facts."""
        self._final_alarms: list[Alarm] = []
        """Those that are over for certain since `take_final_alarms`."""

    def apply_fact(self, position: LanePosition, fact_body: str, received_at: str) -> None:
        self.state.last_position = position
        try:
            table_fact = read_fact(
                self.journal_identity, position, fact_body, received_at, self.state.last_fact_ms
            )
            check_shown(table_fact)  # an unreadable fact would fail in every later fold
            self._apply_readable(OpenFact(position, table_fact))
        except Exception:  # noqa: BLE001 - a fact from outside may fail in any way, and ends nothing
            self._retract([position])
            self._set_aside()

    def take_final_alarms(self) -> list[Alarm]:
        """Return the alarms that are final since the last call: later facts change them no more."""
        final_alarms = [*self._final_alarms, *self.takings.alarms]
        self._final_alarms, self.takings.alarms = [], []
        return final_alarms

    def _apply_readable(self, open_fact: OpenFact) -> None:
        table_fact = open_fact.fact
        if table_fact.fact_name == "undone":
            self._retract([LanePosition(*position) for position in table_fact.payload])
            self.current_play = self._play_over(1)
        else:
            next_play = play_after_fact(self.current_play, table_fact)
            self.takings.apply_fact(table_fact)
            self.state.open_rounds[-1].append(open_fact)
            self.current_play = next_play
        self.state.last_fact_ms = table_fact.time_ms
        if table_fact.fact_name == "meters" or len(self.state.open_rounds[-1]) >= MAX_OPEN_FACTS:
            self._settle_round()

    def _retract(self, positions: Iterable[LanePosition]) -> None:
        retracted = {*positions}
        for round_facts in self.state.open_rounds:
            round_facts[:] = [
                open_fact for open_fact in round_facts if open_fact.position not in retracted
            ]

    def _set_aside(self) -> None:
        """Raise the alarm of a fact that can't be folded, once for the journal."""
        if not self.state.has_unread:
            self.state.has_unread = True
            self._final_alarms.append(unread_alarm(self.journal_identity, self.state))

    def _settle_round(self) -> None:
        settled_play = self._play_over(0)
        self._final_alarms += [alarm for alarm in settled_play.alarms if alarm.over is not None]
        lasting_alarms = tuple(alarm for alarm in settled_play.alarms if alarm.over is None)
        self.state.settled_play = replace(settled_play, alarms=lasting_alarms)
        self.state.open_rounds = (self.state.open_rounds[-1], [])
        self.current_play = self._play_over(1)

    def _play_over(self, last_round: int) -> TablePlay:
        open_facts = (
            open_fact.fact
            for round_facts in self.state.open_rounds[: last_round + 1]
            for open_fact in round_facts
        )
        return reduce(play_after_fact, open_facts, self.state.settled_play)


def unread_alarm(journal_identity: str, state: FoldState) -> Alarm:
    """Return the alarm of a journal whose last fact can't be read."""
    position = state.last_position
    return Alarm(
        bound_id(journal_identity[:8], "unread", *position),
        "unread",
        "",
        state.last_fact_ms,
        state.last_fact_ms,
        {"place": f"{position.shoe}.{position.number}"},
    )
