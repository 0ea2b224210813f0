"""Executes the pages' requests at a table, one at a time."""

import math
import threading
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from firmware.core.game.course import DEALER
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.core.vocabulary.status import Status
from firmware.shell.desk.socket import SOCKET as DESK
from firmware.shell.script import Script
from firmware.shell.sockets.line_client import ControlError
from sim.people.actor import Body
from sim.people.by_chance.make_croupier import AnyCroupier, croupier_at
from sim.people.by_script.staging import Staging
from sim.people.deal import Deal
from sim.people.desk import ServedDesk
from sim.people.layout import layout_of
from sim.people.person import Person
from sim.web.bench.bench import Bench
from sim.web.bench.people import People, Play
from sim.web.bench.round_start import RoundStart
from sim.web.hands.breaking import Breaking
from sim.web.hands.handlers import AtPage
from sim.web.hands.handlers import do as do_by_hand
from sim.web.messages import messages_in as ask
from sim.web.messages.messages_out import PeopleTold, School
from sim.web.recording.recorder import Recorder
from sim.web.school.exercise import Exercise
from sim.web.school.lesson import Lesson

Act = Any
"""One of `messages_in.AnyAct`, but Seat, Load, Learn and Look, which are the server's."""


class Chance(Play):
    """People who play as chance has it, for as long as they are let."""

    over = False

    def __init__(self, croupier: AnyCroupier) -> None:
        self._croupier = croupier

    @property
    def body(self) -> Body:
        """The croupier's eyes and hands."""
        return self._croupier.person.body

    def step(self) -> None:
        """Do the one thing that the table asks for."""
        self._croupier.step()


class Acting:
    """The hands at a table: the page's and the people's. One of them acts at a time.

    `do`, `stage` and `teach` are called by one thread, `watch` by another; the rest by any.
    """

    def __init__(self, bench: Bench, breaking: Breaking, chance: Random) -> None:
        self._bench = bench
        self._turn = threading.RLock()
        self._deal = Deal(bench.game, chance)
        self._croupier = croupier_at(self._person(chance), chance, mishaps=0)
        self._page = AtPage(self._person(chance, speed=math.inf), bench, breaking)
        self._start = RoundStart(bench, self._deal, self._page.person.cards)
        self._recorder = Recorder(bench.room)
        self._staging: Staging | None = None
        self._lesson: Lesson | None = None
        self._picking: set[int] = set()
        """The spots that are asked to set a hand."""
        self._people = People(Chance(self._croupier), self._turn, self._ready)
        self._others: Mapping[type[ask.Act], Callable[[Act], str | None]] = {
            ask.People: self._let_play,
            ask.Speed: self._quicken,
            ask.Step: lambda _: self._people.step(),
            ask.Back: lambda _: self._go_back(),
            ask.Save: lambda _: self._recorder.script(),
            ask.Power: self._switch,
        }

    def _person(self, chance: Random, *, speed: float = 1.0) -> Person:
        bench = self._bench
        return Person(
            Body(bench.hands, bench.look, speed),
            layout_of(bench.config),
            chance,
            rack=bench.rack,
            deal=self._deal,
            desk=ServedDesk(bench.room.socket(DESK)),
        )

    # what is asked

    def do(self, act: Act) -> str | None:
        """Execute it; return its result. Raises CannotBeDone."""
        return self._lesson.do(act, self._do) if self._lesson else self._do(act)

    def _do(self, act: Act) -> str | None:
        try:
            if type(act) in self._others:
                return self._others[type(act)](act)
            with self._turn:
                self._ready()
                do_by_hand(act, self._page)
                self._recorder.catch_up()
        except ControlError:
            raise CannotBeDone(Text("web.act.no_service")) from None
        return None

    def stage(self, script: Script) -> None:
        """Have the people play a script; the table is the one that it is for."""
        self._staging = Staging(script, self._croupier.person)
        self._people.follow(self._staging)

    def teach(self, exercise: Exercise) -> None:
        """Have the people lay out the situation of an exercise, and watch what is done then."""
        self._lesson = Lesson(exercise, self._croupier.person.body.glance, self._bench.clock.now)
        self.stage(exercise.situation)
        self._people.hurry()

    def close(self) -> None:
        """Send the people home."""
        self._people.leave()

    def _let_play(self, act: ask.People) -> None:
        if not act.play:
            self._people.leave()
            return
        if self._staging and self._staging.over:
            self._staging = self._lesson = None
            self._people.follow(Chance(self._croupier))
        self._people.begin()

    def _quicken(self, act: ask.Speed) -> None:
        self._people.quicken(act.times)
        self._bench.sim.quicken(act.times)

    def _switch(self, act: ask.Power) -> None:
        (self._bench.power.switch_on if act.on else self._bench.power.cut)()

    # rounds

    def watch(self, status: Status | None) -> None:
        """See the table as it is now; a round that opens is kept, so that one can go back to it."""
        if self._lesson:
            self._teach_on(self._lesson, status)
        if status is None:
            return
        self._picking = {choice.spot for choice in status.choices if choice.picks}
        if not self._start.is_new(status):
            return
        if self._turn.acquire(blocking=False):
            try:
                self._ready()
            finally:
                self._turn.release()

    def _teach_on(self, lesson: Lesson, status: Status | None) -> None:
        """Go on with a lesson, unless somebody has his hands at the table."""
        over = self._staging is not None and self._staging.over
        lesson.begun |= over and not self._people.playing
        lesson.see(status)
        if self._turn.acquire(blocking=False):
            try:
                lesson.have_happen(self._do)
            finally:
                self._turn.release()

    def _ready(self) -> None:
        """Keep the round, if a new one is open."""
        if self._start.mark(self._staging.at if self._staging else 0):
            self._recorder.catch_up()

    def _go_back(self) -> None:
        kept = self._start.kept
        if kept is None:
            raise CannotBeDone(Text("web.act.no_way_back"))
        self._people.leave()
        with self._turn:
            self._start.back(kept)
            self._croupier.start_over()
            if self._staging:
                self._staging.at = kept.step
            self._recorder.begin_again()
            self._recorder.catch_up()

    # messages

    def told(self) -> PeopleTold:
        """Say who plays, and how far they are."""
        staging = self._staging
        return PeopleTold(
            play=self._people.playing,
            times=self._people.times,
            script=staging.name if staging else None,
            step=staging.at if staging else 0,
            steps=staging.steps if staging else 0,
            next=staging.next if staging else None,
            recorded=self._recorder.steps,
            may_go_back=self._start.kept is not None,
            holds={_hand_of(spot): self._held_by(spot) for spot in self._picking},
        )

    def _held_by(self, spot: int) -> tuple[str, ...]:
        return tuple(card.name for card in self._deal.hands.get(spot, ()))

    def school(self) -> School:
        """Say how the trainee is doing."""
        return School(self._lesson.told if self._lesson else None)

    def left(self) -> int:
        """Say how many cards are in the shoe."""
        return len(self._deal.pack) if self._bench.game.decks else 0


def _hand_of(spot: int) -> str:
    """Return the name of a spot's hand in a status."""
    return "dealer" if spot == DEALER else str(spot)
