"""The projection of one journal: its facts, in the order of their positions, become a table's
state.

    facts up to the watermark ──apply_fact──┬──> takings: settled rounds, final
                                            └──> open rounds (two)
                                                      │ play_after_fact, one after the other
    settled play ─────────────────────────────────────┴──> current_play: phase, round, bets, alarms

**Takings** are made of facts that are published only once a round can't be undone any more: they
are added at once, and never taken back.

**Play** is made of immediate facts, which the dealer may undo. An `undone` fact lists the positions
that it withdraws, and reaches back no further than the round before the present one. So the facts
of these two rounds are retained by position, and `current_play` is computed from them at each call,
on top of the settled play. A `meters` fact ends a round: the facts of the older one are then merged
into the settled play, and its alarms that are over become final.

The reader stops at the watermark, so a projection never sees a gap. A fact that can't be folded, of
another program version or a table that makes them up, is set aside with one alarm for the journal,
and the later facts still count: the ledger has it at that place.
"""

from functools import reduce

from msgspec.structs import replace

from firmware.floor.facts import LANE_START, LanePosition
from firmware.floor.projection.fact import TableFact, read_fact
from firmware.floor.projection.play import TablePlay, check_play, play_after_fact
from firmware.floor.projection.table_alarms import Alarm, bound_id
from firmware.floor.projection.takings import FindEdges, TableTakings


class TableProjection:
    """The projection of one journal. Facts are applied in the order of their positions; one that
    can't be folded is set aside.
    """

    def __init__(self, table_name: str, journal_identity: str, find_edges: FindEdges) -> None:
        self.table_name = table_name
        self.journal_identity = journal_identity
        self.last_position = LANE_START
        """The position of the last fact."""
        self.takings = TableTakings(table_name, find_edges)
        self._settled_play = TablePlay(table_name)
        self._current_play: TablePlay | None = None
        """The table after all its facts, if that was asked since the last of them."""
        self._last_fact_ms = 0
        self._past_alarms: list[Alarm] = []
        """The alarms that are over and final."""
        self._unread_alarm: Alarm | None = None
        self._alarms: list[Alarm] | None = None
        """All alarms, if they were asked since the last fact."""
        # two rounds, since an undo may retract facts of the round before
        self._open_rounds: list[dict[LanePosition, TableFact]] = [{}, {}]
        """The facts of the round before, and of the present one."""

    def apply_fact(self, position: LanePosition, fact_body: str, received_at: str) -> None:
        self.last_position = position
        self._current_play = self._alarms = None
        try:
            table_fact = read_fact(
                self.journal_identity, position, fact_body, received_at, self._last_fact_ms
            )
            # tried on an empty table: an unreadable fact would fail in every later fold
            check_play(play_after_fact(TablePlay(self.table_name), table_fact))
            self._apply_readable(position, table_fact)
        except Exception:  # noqa: BLE001 - a fact from outside may fail in any way, and ends nothing
            self._open_rounds[-1].pop(position, None)
            self.set_aside(position)

    def set_aside(self, position: LanePosition | None = None) -> None:
        """Raise the alarm of a fact that can't be folded or shown, once for the journal."""
        fact_position = position or self.last_position
        self._alarms = None
        self._unread_alarm = self._unread_alarm or Alarm(
            bound_id(self.journal_identity[:8], "unread", *fact_position),
            "unread",
            self.table_name,
            self._last_fact_ms,
            self._last_fact_ms,
            {"place": f"{fact_position.shoe}.{fact_position.number}"},
        )

    @property
    def unread_alarms(self) -> list[Alarm]:
        return [self._unread_alarm] if self._unread_alarm else []

    def _apply_readable(self, position: LanePosition, table_fact: TableFact) -> None:
        if table_fact.fact_name == "undone":
            self._retract(table_fact.payload)
        else:
            self.takings.apply_fact(table_fact)
            self._open_rounds[-1][position] = table_fact
        self._last_fact_ms = table_fact.time_ms
        if table_fact.fact_name == "meters":
            self._settle_round()

    @property
    def current_play(self) -> TablePlay:
        """Return the table after all its facts."""
        if self._current_play is None:
            self._current_play = self._play_over(1)
        return self._current_play

    @property
    def alarms(self) -> list[Alarm]:
        if self._alarms is None:
            own_alarms = (*self._past_alarms, *self.current_play.alarms, *self.takings.alarms)
            self._alarms = [*own_alarms, *self.unread_alarms]
        return self._alarms

    def _retract(self, positions: list[list[int]]) -> None:
        for position in positions:
            for round_facts in self._open_rounds:
                round_facts.pop(LanePosition(*position), None)

    def _settle_round(self) -> None:
        settled_play = self._play_over(0)
        self._past_alarms += [alarm for alarm in settled_play.alarms if alarm.over is not None]
        lasting_alarms = tuple(alarm for alarm in settled_play.alarms if alarm.over is None)
        self._settled_play = replace(settled_play, alarms=lasting_alarms)
        self._open_rounds = [self._open_rounds[-1], {}]

    def _play_over(self, last_round: int) -> TablePlay:
        open_facts = (
            table_fact
            for open_facts in self._open_rounds[: last_round + 1]
            for table_fact in open_facts.values()
        )
        return reduce(play_after_fact, open_facts, self._settled_play)
