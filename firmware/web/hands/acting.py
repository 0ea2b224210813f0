"""Does what pages ask for at a seated table, one thing after the other."""

import math
import threading
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from firmware.core.game.course import DEALER
from firmware.core.vocabulary.events import Door
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.core.vocabulary.status import Status
from firmware.shell.desk.socket import Sale
from firmware.shell.rules.rules import open_game
from firmware.shell.script import Script
from firmware.shell.sockets.line_socket import ControlError
from firmware.shell.technician.answers import Refusal
from firmware.shell.technician.asking import SOCKET, ask_technician
from firmware.shell.technician.requests import Clear as ClearRequest
from firmware.web.bench.bench import Floor
from firmware.web.bench.people import People, Play
from firmware.web.bench.round_start import RoundStart
from firmware.web.hands.breaking import Breaking
from firmware.web.hands.by_hand import ByHand
from firmware.web.hands.draws_by_hand import SoldAtDesk
from firmware.web.hands.staging import Staging
from firmware.web.messages import messages_in as ask
from firmware.web.messages.messages_out import PeopleTold
from firmware.web.recording.recorder import Recorder
from sim.bench.wheels import symbols_of
from sim.people.cage import NoSuchChip
from sim.people.croupier import SimCroupier
from sim.people.deal import Deal
from sim.people.person import Person
from sim.people.players import Layout

Act = Any
"""One of `messages_in.AnyAct`, but Seat, Load and Look, which are the server's."""


class Chance(Play):
    """People who play as chance has it, for as long as they are let."""

    over = False

    def __init__(self, croupier: SimCroupier) -> None:
        self._croupier = croupier

    @property
    def person(self) -> Person:
        """The croupier."""
        return self._croupier.person

    def step(self) -> None:
        """Do the one thing that the table asks for."""
        self._croupier.step()


class Acting:
    """The hands at a floor: whose page asks, and the people's. One of them acts at a time.

    `do` and `stage` are called by one thread, `watch` by another; `told` and `left` by any.
    """

    def __init__(self, floor: Floor, breaking: Breaking, chance: Random) -> None:
        self._floor = floor
        self._breaking = breaking
        self._turn = threading.RLock()
        self._deal = Deal(floor.game, chance)
        self._croupier = self._seated(chance)
        self._hands = ByHand(floor, self._seated(chance, speed=math.inf), self._deal)
        self._start = RoundStart(floor, self._deal, self._hands.croupier.dealer)
        self._recorder = Recorder(floor.room)
        self._staging: Staging | None = None
        self._picking: set[int] = set()
        """The spots that are asked to set a hand."""
        self._people = People(Chance(self._croupier), self._turn, self._ready)
        self._with_hands = self._acts_of_hands()
        self._others: Mapping[type[ask.Act], Callable[[Act], str | None]] = {
            ask.People: self._let_play,
            ask.Speed: self._quicken,
            ask.Step: lambda _: self._people.step(),
            ask.Back: lambda _: self._go_back(),
            ask.Save: lambda _: self._recorder.script(),
            ask.Power: self._switch,
        }

    def _seated(self, chance: Random, *, speed: float = 1.0) -> SimCroupier:
        floor, table = self._floor, self._floor.config.table
        return SimCroupier(
            floor.hands,
            floor.look,
            chance,
            Layout(
                table.spots,
                floor.config.limits,
                table.denominations,
                open_game(table.game, dict(floor.config.game_options)),
                table.amounts,
            ),
            speed=speed,
            mishaps=0,
            symbols=symbols_of(floor.config.wiring.wheel),
            desk=SoldAtDesk(floor),
            rack=floor.rack,
            deal=self._deal,
        )

    def _acts_of_hands(self) -> Mapping[type[ask.Act], Callable[[Act], object]]:
        chips, keys, draws = self._hands.chips, self._hands.keys, self._hands.draws
        return {
            ask.Put: lambda act: chips.put(act.spot, act.on, Cents(act.cents), act.bettor),
            ask.Take: lambda act: chips.take(act.spot, act.on, act.bettor),
            ask.Tidy: lambda _: chips.tidy(),
            ask.Press: lambda act: keys.press(act.key),
            ask.Turn: lambda act: keys.turn(on=act.on),
            ask.Name: lambda act: keys.name(act.cards),
            ask.Decide: lambda act: keys.decide(act.spot, act.do, act.hand, act.bettor),
            ask.Amounts: lambda _: keys.amounts(),
            ask.Draw: lambda act: draws.draw(act.card, readable=act.readable),
            ask.Cut: lambda _: draws.cut(),
            ask.Shuffle: lambda _: draws.shuffle(),
            ask.Throw: lambda act: draws.throw(act.symbols, act.revolutions),
            ask.Sell: lambda act: draws.sell(Sale(act.spot, act.cents, act.draws, act.numbers)),
            ask.Break: lambda act: self._breaking.do(act.part, act.how, on=act.on),
            ask.MoveDoor: self._move_door,
            ask.Clear: lambda _: self._clear(),
        }

    # what is asked

    def do(self, act: Act) -> str | None:
        """Do it; return what is answered besides. Raises CannotBeDone if it can't be now."""
        try:
            if type(act) in self._others:
                return self._others[type(act)](act)
            with self._turn:
                self._ready()
                self._with_hands[type(act)](act)
                self._recorder.catch_up()
        except ControlError:
            raise CannotBeDone(Text("web.act.no_service")) from None
        except NoSuchChip as none:
            raise CannotBeDone(Text("web.act.no_chip", {"cents": none.kind.cents})) from None
        return None

    def stage(self, script: Script) -> None:
        """Have the people play a script; the table is the one that it is for."""
        self._staging = Staging(
            script, self._floor, ByHand(self._floor, self._croupier, self._deal)
        )
        self._people.follow(self._staging)

    def close(self) -> None:
        """Send the people home."""
        self._people.leave()

    def _let_play(self, act: ask.People) -> None:
        if not act.play:
            self._people.leave()
            return
        if self._staging and self._staging.over:
            self._staging = None
            self._people.follow(Chance(self._croupier))
        self._people.begin()

    def _quicken(self, act: ask.Speed) -> None:
        self._people.quicken(act.times)
        self._floor.sim.quicken(act.times)

    def _switch(self, act: ask.Power) -> None:
        (self._floor.power.switch_on if act.on else self._floor.power.cut)()

    def _move_door(self, act: ask.MoveDoor) -> None:
        if act.door not in self._floor.config.wiring.keys.doors.values():
            raise CannotBeDone(Text("web.act.no_door", {"door": act.door.value}))
        self._floor.sim.move_door(Door(act.door), is_open=act.open)

    def _clear(self) -> None:
        answer = ask_technician(self._floor.room.socket(SOCKET), ClearRequest())
        if isinstance(answer, Refusal):
            raise CannotBeDone(answer.why)

    # rounds

    def watch(self, status: Status | None) -> None:
        """See the table as it is now; a round that opens is kept, so that one can go back to it."""
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

    # what is told

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

    def left(self) -> int:
        """Say how many cards are in the shoe."""
        return self._hands.draws.left if self._floor.game.decks else 0


def _hand_of(spot: int) -> str:
    """Return what a spot's hand is called in a status."""
    return "dealer" if spot == DEALER else str(spot)
