"""The requests of a page that a person's hands execute, each with its act."""

from collections.abc import Callable, Mapping
from typing import Any

from firmware.core.vocabulary.events import Door
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.technician.answers import Refusal
from firmware.shell.technician.client import TECHNICIAN_SOCKET, send_technician_request
from firmware.shell.technician.requests import ClearFaults, OrderWheel, TechnicianRequest
from sim.people.decisions import DecisionRequest
from sim.people.keys import card_named
from sim.people.person import Person
from sim.people.pot_chips import is_pot_place
from sim.web.bench.bench import Bench
from sim.web.hands.fault_injector import FaultInjector
from sim.web.messages import messages_in as requests

HandRequests = Mapping[type[requests.PageRequest], Callable[[Any], object]]


def hand_requests(person: Person, bench: Bench, fault_injector: FaultInjector) -> HandRequests:
    """Return the act of each request. An act raises RequestFailed or ControlError."""
    return {
        **_chip_requests(person),
        **_key_requests(person),
        **_result_requests(person),
        **_device_requests(bench, fault_injector),
    }


def _chip_requests(person: Person) -> HandRequests:
    chips, read_status = person.player_chips, person.actor.read_status

    def lay_chips(request: requests.LayChips) -> None:
        place = chips.place(request.spot, request.bet_name)
        if is_pot_place(place):
            person.pot_chips.push(place, Cents(request.cents))
        else:
            chips.bet(place, Cents(request.cents), request.bettor)

    return {
        requests.LayChips: lay_chips,
        requests.TakeChips: lambda request: chips.take_bet(
            chips.place(request.spot, request.bet_name), request.bettor
        ),
        requests.TidyChips: lambda _: person.tidy_chips(),
        requests.KeyAmount: lambda _: chips.key_amount(read_status()),
        requests.SellTicket: lambda request: person.sell_ticket(
            request.spot, request.numbers, request.cents, request.draws
        ),
    }


def _key_requests(person: Person) -> HandRequests:
    keys = person.panel_keys

    def press_key(request: requests.PressKey) -> None:
        keys.press_key(request.key)
        person.pot_chips.collect()

    return {
        requests.PressKey: press_key,
        requests.TurnKeySwitch: lambda request: keys.turn_key_switch(is_on=request.is_on),
        requests.NameCards: lambda request: keys.name_cards(request.cards),
        requests.KeyDecision: lambda request: person.decisions.decide(
            DecisionRequest(request.spot, request.decision, request.hand, request.bettor)
        ),
    }


def _result_requests(person: Person) -> HandRequests:
    read_status = person.actor.read_status

    def draw_card(request: requests.DrawCard) -> None:
        cards = person.require_cards()
        # A page may draw before the poll that sees the new round.
        cards.prepare_round(read_status())
        chosen = None if request.card is None else card_named(request.card, person.layout.game)
        if chosen is not None and request.is_foreign:
            cards.draw_foreign_card(chosen)
        else:
            cards.draw_card(chosen, readable=request.readable)

    return {
        requests.DrawCard: draw_card,
        requests.DrawCutCard: lambda _: person.require_cards().draw_cut_card(),
        requests.ShuffleCards: lambda _: person.require_cards().shuffle(read_status()),
        requests.ThrowResult: lambda request: person.result_maker.throw_result(
            request.symbols, request.revolutions
        ),
    }


def _device_requests(bench: Bench, fault_injector: FaultInjector) -> HandRequests:
    return {
        requests.InjectFault: lambda request: fault_injector.set_fault(
            request.part, request.fault_name, active=request.active
        ),
        requests.MoveDoor: lambda request: _move_door(bench, request.door, is_open=request.open),
        requests.AllowClear: lambda _: _ask_as_technician(bench, ClearFaults()),
        requests.OrderWheel: lambda request: _ask_as_technician(
            bench, OrderWheel(order=request.order)
        ),
    }


def _move_door(bench: Bench, door: Door, *, is_open: bool) -> None:
    if door not in bench.config.wiring.keys.doors.values():
        raise RequestFailed(Text("web.act.no_door", {"door": door.value}))
    bench.sim_table.move_door(door, is_open=is_open)


def _ask_as_technician(bench: Bench, request: TechnicianRequest) -> None:
    """Do what a technician does at the console. Raises RequestFailed if it is refused."""
    socket_path = bench.table_dir.socket_path(TECHNICIAN_SOCKET)
    answer = send_technician_request(socket_path, request)
    if isinstance(answer, Refusal):
        raise RequestFailed(answer.why)
