"""A trainee of ours at a table in this process: he does what the table asks, by a page's acts."""

from firmware.core.vocabulary.asks import Act
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.core.vocabulary.status import Status
from sim.web.bench.script_seating import seating_of
from sim.web.messages import messages_in as ask
from sim.web.messages.messages_out import LessonTold
from sim.web.school.exercise import Exercise, asked_by
from tests.kits.sim.web.seated_table import SeatedTable

MOST_ACTS = 150
QUIET_MS = 400
UNTIL_ASKED_MS = 30_000

BY_HAND: dict[Act, tuple[ask.Act, ...]] = {
    Act.OPEN_TABLE: (ask.Press(key=Key.CONFIRM),),
    Act.PLACE_BETS: (ask.Press(key=Key.NO_MORE_BETS),),
    Act.KEY_AMOUNT: (ask.Amounts(),),
    Act.DEAL: (ask.Draw(),),
    Act.SHUFFLE: (ask.Shuffle(),),
    Act.CONFIRM: (ask.Press(key=Key.CONFIRM),),
    Act.CONFIRM_FELT: (ask.Press(key=Key.CONFIRM),),
    **dict.fromkeys((Act.PAY, Act.TAKE, Act.MOVE, Act.RETURN_BET), (ask.Tidy(),)),
    **dict.fromkeys((Act.PUT_BACK, Act.UNREAD_CHIP), (ask.Tidy(),)),
    **dict.fromkeys((Act.BRING_RESULT, Act.KEY_RESULT, Act.KEY_AGAIN), (ask.Throw(),)),
}
SUPERVISED: dict[Act, Key] = {
    Act.RESOLVE_LATE: Key.RESOLVE,
    Act.CLEAR: Key.CLEAR,
    Act.VOID: Key.VOID,
    Act.CHOOSE_CARD: Key.ENTER,
    Act.ENTER_CARD: Key.ENTER,
}


class Trainee:
    """Works off one exercise."""

    def __init__(self, exercise: Exercise) -> None:
        self.exercise = exercise
        self.table = SeatedTable(seating_of(exercise.situation))
        self.table.acting.teach(exercise)
        self.seen: list[Status] = []
        """The table as it was before each of his acts."""

    def close(self) -> None:
        self.table.close()

    @property
    def lesson(self) -> LessonTold:
        told = self.table.acting.school().lesson
        assert told is not None
        return told

    def await_situation(self) -> None:
        """Wait until the people have laid out the situation."""
        self.table.until(lambda _: not self.table.acting.told().play)
        assert self.table.acting.told().step == len(self.exercise.situation.steps)
        self.rest()

    def work(self) -> LessonTold:
        """Do what is asked until the exercise is over, or nothing more can be done."""
        self.await_situation()
        for _ in range(MOST_ACTS):
            if self.lesson.over:
                break
            self._answer()
            self.rest()
        return self.lesson

    def rest(self) -> None:
        """Let the table see and hear what was done."""
        for _ in range(4):
            self.table.bench.hands.wait(QUIET_MS // 4)
            self.table.acting.watch(self.table.glance())

    def _answer(self) -> None:
        seen = self.table.glance()
        if seen is None:
            self.table.do(ask.Power(on=True))
            return
        self.seen.append(seen)
        try:
            for act in self._acts(seen):
                self.table.do(act)
                self.rest()
                if isinstance(act, ask.Throw):
                    self._await_result(seen)
        except CannotBeDone as refused:
            if seen.ask.do not in (Act.PAY, Act.TAKE):
                raise AssertionError(f"{seen.ask}: {refused.why}") from refused
            self.table.do(ask.Press(key=Key.NEXT))

    def _acts(self, seen: Status) -> tuple[ask.Act, ...]:
        for part, hows in self.table.breaking.broken().items():
            return tuple(ask.Break(part=part, how=how, on=False) for how in hows)
        if seen.doors_open:
            return tuple(ask.MoveDoor(door=door, open=False) for door in seen.doors_open)
        if seen.ask.do is Act.DECIDE:
            return self._decision(seen)
        if seen.ask.fault == "unreadable":
            return self._entry()
        if seen.ask.do is Act.MEND:
            return ()
        if seen.ask.do is Act.RESOLVE_LATE:
            return self._supervised(seen, ask.Tidy())
        if seen.ask.do in SUPERVISED:
            return self._supervised(seen)
        return BY_HAND[seen.ask.do]

    def _supervised(self, seen: Status, *first: ask.Act) -> tuple[ask.Act, ...]:
        key = SUPERVISED[seen.ask.do]
        return (*first, ask.Turn(on=True), ask.Press(key=key), ask.Turn(on=False))

    def _decision(self, seen: Status) -> tuple[ask.Act, ...]:
        told = next((mark for mark in self.lesson.marks if mark.state == "asked"), None)
        wanted = told and told.key
        one = next((c for c in seen.choices if c.do == wanted), seen.choices[0])
        laid = tuple(
            ask.Put(spot=one.spot, on=stake.on, cents=stake.least, bettor=one.bettor)
            for stake in one.stakes
            if stake.least != stake.most and stake.least and not stake.laid
        )
        return *laid, ask.Decide(spot=one.spot, do=Key(one.do), hand=one.hand, bettor=one.bettor)

    def _entry(self) -> tuple[ask.Act, ...]:
        unread = self.table.acting._deal.unread
        enter = ask.Press(key=Key.ENTER)
        named = ask.Name(cards=(str(unread),))
        return ask.Turn(on=True), enter, named, enter, ask.Turn(on=False)

    def _await_result(self, before: Status) -> None:
        """Wait until the wheel is at rest, and the table has seen where."""
        asked = asked_by(before)
        self.table.until(lambda now: asked_by(now) != asked or self.lesson.over)
