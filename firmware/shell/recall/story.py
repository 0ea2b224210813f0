"""The records, replayed by a fresh table and retold round by round."""

from collections.abc import Iterator

from msgspec.structs import replace

from firmware.core.game.options import OptionRefused
from firmware.core.table.state import Checkpoint
from firmware.core.table.table import Table
from firmware.core.vocabulary.events import CardRead, Event
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.rulings import Undone
from firmware.shell.history.records import (
    Carried,
    Checked,
    Entry,
    Happened,
    Noted,
    Ruled,
    Setting,
    Started,
)
from firmware.shell.history.replay import Follower, Replay, Rulings
from firmware.shell.recall.card_moves import Watch, Went, shown
from firmware.shell.recall.round_record import Round
from firmware.shell.recall.rounds import rounds_of
from firmware.shell.recall.steps import Dealt, Step
from firmware.shell.rules.rules import RulesError


class Story:
    """Takes entries from any place on, with the `setting` there, and returns the rounds."""

    def __init__(self, setting: Setting | None = None) -> None:
        self._replay: Replay | None = Replay(Follower(setting))
        self._setting = setting
        self._steps: list[Step] = []
        self._events: list[Step] = []
        self._first: Checkpoint | None = None
        self._shoe = 1
        self._dealt: list[Dealt] = []
        self._lost = False
        """Whether there was a gap in the records."""
        self._astray = False
        """Whether the replaying table differs from the recorded one."""

    def take(self, number: int, entry: Entry) -> None:
        match entry:
            case Happened():
                self._happen(number, entry)
            case Ruled(rulings, back):
                self._follow(number, entry)
                self._rule(rulings, back)
            case Started(wall=wall, setting=setting):
                self._follow(number, entry)
                self._decide_by(number, wall, setting)
            case Checked(table=table):
                self._follow(number, entry)
                self._astray = self._table is None
                self._first = self._first or table
            case Carried() if self._first is None or self._lost:
                self._begin(number, entry)
            case Noted(wall=wall, note=note):
                self._steps.append(Step(number, wall, self._setting, note=note))

    def lose(self, number: int) -> None:
        """Restart after a gap at a record, from the next recorded table."""
        note = Text("recall.damaged", {"number": number})
        self._steps.append(Step(number, "", self._setting, note=note))
        self._replay, self._lost = Replay(Follower(self._setting)), True
        self._events, self._dealt = [], []

    def rounds(self, *, shoe_out: bool = False) -> Iterator[Round]:
        """Return the rounds so far, the oldest first; none of a table that was never opened.

        The last shoe is in play, unless it is known to be out.
        """
        return rounds_of(self._steps, self._first, self._shoe + shoe_out)

    def _begin(self, number: int, carried: Carried) -> None:
        if self._lost:
            self._steps.append(Step(number, "", carried.setting, begins=carried.table))
        self._setting, self._lost = carried.setting, False
        self._first = self._first or carried.table
        self._follow(number, replace(carried, since=()))
        for happened in carried.since:
            self._happen(number, happened)

    @property
    def _table(self) -> Table | None:
        return self._replay.follower.table if self._replay else None

    def _follow(self, number: int, entry: Entry) -> Rulings:
        """Let the table handle an entry; return its rulings."""
        if self._replay is None:
            return ()
        try:
            differs = self._replay.take(number, entry) is not None
        except (RulesError, OptionRefused):
            self._replay, differs = None, True
        if differs and self._events:
            self._astray = self._events[-1].differs = True
        return self._replay.decided if self._replay else ()

    def _happen(self, number: int, happened: Happened) -> None:
        step = Step(number, happened.wall, self._setting, happened.event)
        self._steps.append(step)
        self._events.append(step)
        table = self._table
        if table is None:
            self._follow(number, happened)
            self._lose(step, happened.event)
            return
        was_round, left, tested = (
            table.state.phase is Phase.ROUND,
            table.state.shoe.left,
            table.state.testing,
        )
        watch = Watch(table, happened.event)
        self._deal(step, watch.went(self._follow(number, happened)))
        step.ends = was_round and table.state.phase is not Phase.ROUND
        self._shoe += table.state.shoe.left > left and not (tested or table.state.testing)
        self._note_shown(table)

    def _lose(self, step: Step, event: Event) -> None:
        """Record a card of an unknown hand."""
        if isinstance(event, CardRead):
            self._deal(step, Went(event.card, event.tag))

    def _deal(self, step: Step, went: Went | None) -> None:
        if went is not None:
            step.dealt = Dealt(went, self._shoe, shown=went.open and not self._astray)
            self._dealt.append(step.dealt)

    def _note_shown(self, table: Table) -> None:
        """Record which cards are face up, as far as the replaying table can tell."""
        here = [dealt for dealt in self._dealt if dealt.shoe == self._shoe]
        self._dealt = here if table.state.phase is Phase.ROUND else []
        if not self._astray:
            for at in shown(table.state.game, [dealt.went for dealt in self._dealt]):
                self._dealt[at].shown = True

    def _rule(self, rulings: Rulings, back: int) -> None:
        at = len(self._events) - 1 - back
        if at < 0:
            return
        self._events[at].rulings = rulings
        for ruling in rulings:
            if isinstance(ruling, Undone):
                for step in self._events[max(at - ruling.back, 0) : at]:
                    step.undone = True

    def _decide_by(self, number: int, wall: str, setting: Setting) -> None:
        changed = self._setting not in (None, setting)
        self._setting = setting
        if changed:
            self._steps.append(Step(number, wall, setting, changed=True))
