"""A page's requests, executed by a person's hands: one method for each message."""

from functools import singledispatch
from typing import NamedTuple

from firmware.core.vocabulary.events import Door
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.technician.answers import Refusal
from firmware.shell.technician.client import TECHNICIAN_SOCKET, send_technician_request
from firmware.shell.technician.requests import ClearFaults as ClearRequest
from sim.people.decisions import DecisionRequest
from sim.people.keys import card_named
from sim.people.person import Person
from sim.web.bench.bench import Bench
from sim.web.hands.fault_injector import FaultInjector
from sim.web.messages import messages_in as requests


class PageUser(NamedTuple):
    """A page's user: his person at the table, and the faults he can inject."""

    person: Person
    bench: Bench
    fault_injector: FaultInjector


@singledispatch
def execute_request(request: requests.PageRequest, user: PageUser) -> None:
    """Execute a request. Raises CannotBeDone, ControlError."""
    raise NotImplementedError(f"{type(request).__name__} is not for hands: {user}")


# chips


@execute_request.register
def _(request: requests.LayChips, user: PageUser) -> None:
    chips = user.person.player_chips
    chips.lay(chips.place(request.spot, request.bet_name), Cents(request.cents), request.bettor)


@execute_request.register
def _(act: requests.TakeChips, by: PageUser) -> None:
    chips = by.person.player_chips
    chips.take_chips(chips.place(act.spot, act.bet_name), act.bettor)


@execute_request.register
def _(_request: requests.TidyChips, by: PageUser) -> None:
    by.person.tidy_chips()


@execute_request.register
def _(_act: requests.KeyAmount, by: PageUser) -> None:
    by.person.player_chips.key_amount(by.person.actor.read_status())


# keys


@execute_request.register
def _(act: requests.PressKey, by: PageUser) -> None:
    by.person.panel_keys.press_key(act.key)


@execute_request.register
def _(act: requests.TurnKeySwitch, by: PageUser) -> None:
    by.person.panel_keys.turn_key_switch(is_on=act.is_on)


@execute_request.register
def _(act: requests.NameCards, by: PageUser) -> None:
    by.person.panel_keys.name(act.cards)


@execute_request.register
def _(act: requests.KeyDecision, by: PageUser) -> None:
    by.person.decisions.decide(DecisionRequest(act.spot, act.decision, act.hand, act.bettor))


# cards, results, tickets


@execute_request.register
def _(act: requests.DrawCard, by: PageUser) -> None:
    cards = by.person.require_cards()
    cards.prepare_round(by.person.actor.read_status())
    chosen_card = None if act.card is None else card_named(act.card, by.person.layout.game)
    cards.draw_card(chosen_card, readable=act.readable)


@execute_request.register
def _(_act: requests.DrawCutCard, by: PageUser) -> None:
    by.person.require_cards().draw_cut_card()


@execute_request.register
def _(_act: requests.ShuffleCards, by: PageUser) -> None:
    by.person.require_cards().shuffle(by.person.actor.read_status())


@execute_request.register
def _(act: requests.ThrowResult, by: PageUser) -> None:
    by.person.result_maker.throw_result(act.symbols, act.revolutions)


@execute_request.register
def _(act: requests.SellTicket, by: PageUser) -> None:
    by.person.sell_ticket(act.spot, act.numbers, act.cents, act.draws)


# parts


@execute_request.register
def _(act: requests.InjectFault, by: PageUser) -> None:
    by.fault_injector.set_fault(act.part, act.fault_name, active=act.active)


@execute_request.register
def _(act: requests.MoveDoor, by: PageUser) -> None:
    if act.door not in by.bench.config.wiring.keys.doors.values():
        raise RequestFailed(Text("web.act.no_door", {"door": act.door.value}))
    by.bench.sim_table.move_door(Door(act.door), is_open=act.open)


@execute_request.register
def _(_act: requests.AllowClear, by: PageUser) -> None:
    answer = send_technician_request(
        by.bench.table_dir.socket_path(TECHNICIAN_SOCKET), ClearRequest()
    )
    if isinstance(answer, Refusal):
        raise RequestFailed(answer.why)
