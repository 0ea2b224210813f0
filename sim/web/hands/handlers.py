"""A page's requests, executed by a person's hands: one method for each message."""

from functools import singledispatch
from typing import NamedTuple

from firmware.core.vocabulary.events import Door
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.technician.answers import Refusal
from firmware.shell.technician.client import SOCKET, ask_technician
from firmware.shell.technician.requests import Clear as ClearRequest
from sim.people.decisions import Wanted
from sim.people.keys import card_of
from sim.people.person import Person
from sim.web.bench.bench import Bench
from sim.web.hands.breaking import Breaking
from sim.web.messages import messages_in as ask


class AtPage(NamedTuple):
    """A page's user: his person at the table, and the faults he can inject."""

    person: Person
    bench: Bench
    breaking: Breaking


@singledispatch
def do(act: ask.Act, by: AtPage) -> None:
    """Execute a request. Raises CannotBeDone, ControlError."""
    raise NotImplementedError(f"{type(act).__name__} is not for hands: {by}")


# chips


@do.register
def _(act: ask.Put, by: AtPage) -> None:
    chips = by.person.chips
    chips.lay(chips.place(act.spot, act.on), Cents(act.cents), act.bettor)


@do.register
def _(act: ask.Take, by: AtPage) -> None:
    chips = by.person.chips
    chips.take(chips.place(act.spot, act.on), act.bettor)


@do.register
def _(_act: ask.Tidy, by: AtPage) -> None:
    by.person.tidy()


@do.register
def _(_act: ask.Amounts, by: AtPage) -> None:
    by.person.chips.key_amount(by.person.body.look())


# keys


@do.register
def _(act: ask.Press, by: AtPage) -> None:
    by.person.keys.press(act.key)


@do.register
def _(act: ask.Turn, by: AtPage) -> None:
    by.person.keys.turn(on=act.on)


@do.register
def _(act: ask.Name, by: AtPage) -> None:
    by.person.keys.name(act.cards)


@do.register
def _(act: ask.Decide, by: AtPage) -> None:
    by.person.decisions.decide(Wanted(act.spot, act.do, act.hand, act.bettor))


# cards, results, tickets


@do.register
def _(act: ask.Draw, by: AtPage) -> None:
    cards = by.person.at_shoe()
    cards.ready(by.person.body.look())
    chosen = None if act.card is None else card_of(act.card, by.person.layout.game)
    cards.draw(chosen, readable=act.readable)


@do.register
def _(_act: ask.Cut, by: AtPage) -> None:
    by.person.at_shoe().cut()


@do.register
def _(_act: ask.Shuffle, by: AtPage) -> None:
    by.person.at_shoe().shuffle(by.person.body.look())


@do.register
def _(act: ask.Throw, by: AtPage) -> None:
    by.person.throws.throw(act.symbols, act.revolutions)


@do.register
def _(act: ask.Sell, by: AtPage) -> None:
    by.person.sell(act.spot, act.numbers, act.cents, act.draws)


# parts


@do.register
def _(act: ask.Break, by: AtPage) -> None:
    by.breaking.do(act.part, act.how, on=act.on)


@do.register
def _(act: ask.MoveDoor, by: AtPage) -> None:
    if act.door not in by.bench.config.wiring.keys.doors.values():
        raise CannotBeDone(Text("web.act.no_door", {"door": act.door.value}))
    by.bench.sim.move_door(Door(act.door), is_open=act.open)


@do.register
def _(_act: ask.Clear, by: AtPage) -> None:
    answer = ask_technician(by.bench.room.socket(SOCKET), ClearRequest())
    if isinstance(answer, Refusal):
        raise CannotBeDone(answer.why)
