"""What persons ask of a bank, at its socket and by the command."""

import threading
from dataclasses import replace

import msgspec
import pytest

from firmware.cli.commands import slots
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.technician.requests import Person
from firmware.shell.words.languages import languages_with
from firmware.shell.words.words import Words
from firmware.slots.requests import (
    AcknowledgeRequest,
    BankAnswer,
    BankRequestHandler,
    DecisionRequest,
    RequestDone,
    RequestRefused,
    StatusRequest,
)
from firmware.slots.status import BankStatus
from tests.kits.rule_packs import pack_of
from tests.kits.slots.bank_world import BEGIN, BankWorld, terms

RIGHT = "a horse in the rain"
ROLES = {"carl": "auditor", "luc": "technician"}


def prove(name: str, passphrase: str) -> Person:
    if passphrase != RIGHT:
        raise RequestFailed(Text("console.wrong"))
    return Person(name, ROLES.get(name, "supervisor"))


class AskedWorld(BankWorld):
    def asks(self, request: StatusRequest | AcknowledgeRequest | DecisionRequest) -> BankAnswer:
        desk = BankRequestHandler(self.bank, threading.Lock(), prove, lambda: BEGIN + self.now)
        return desk.answer_request(msgspec.json.encode(request))

    def looks(self, who: str, passphrase: str = RIGHT) -> str:
        answer = self.asks(AcknowledgeRequest(1, who, passphrase))
        return answer.message.key if isinstance(answer, RequestDone) else answer.reason.key


@pytest.fixture
def world() -> AskedWorld:
    world = AskedWorld(terms(2))
    world.run(4000)
    return world


def test_reset_meters_need_two_signed_in_people(world: AskedWorld) -> None:
    assert world.looks("anne") == "slots.nothing_to_look_at"
    world.machines[1].reset_meters()
    world.run(3000)
    assert world.looks("anne", "wrong") == "console.wrong"
    assert world.looks("anne") == world.looks("anne") == "slots.looked_once"
    assert world.looks("luc") == "slots.looked_twice"
    assert world.looks("luc") == "slots.nothing_to_look_at"


def test_one_person_suffices_for_a_printer_without_paper(world: AskedWorld) -> None:
    world.machines[1].exceptions.put_exception(0x61)
    world.run(2000)
    assert world.looks("anne") == "slots.looked_alone"
    assert world.looks("anne") == "slots.nothing_to_look_at"


def test_auditor_does_not_check_or_decide(world: AskedWorld) -> None:
    world.machines[1].reset_meters()
    world.machines[1].begin_game(2)
    world.machines[1].raise_tilt()
    world.run(4000)
    refused = RequestRefused(Text("slots.role", {"who": "carl"}))
    assert world.asks(AcknowledgeRequest(1, "carl", RIGHT)) == refused
    assert world.asks(DecisionRequest(1, "carl", RIGHT, "player")) == refused
    assert world.looks("luc") == "slots.looked_once"


def test_person_decides_on_a_defect(world: AskedWorld) -> None:
    asked = DecisionRequest(1, "anne", RIGHT, "machine")
    assert world.asks(asked) == RequestRefused(Text("slots.nothing_to_decide", {"machine": 1}))
    world.machines[1].begin_game(2)
    world.run(3000)
    world.machines[1].raise_tilt()
    world.machines[1].end_game()
    world.run(3000)
    done = world.asks(asked)
    assert done == RequestDone(Text("slots.refunded", {"machine": 1, "stake_cents": 50}))
    assert world.machine().play_state.undecided_games == []


@pytest.mark.parametrize("line", [b"", b"{}", b'{"ask":"look"}', b"\xff", b'{"ask":"jump"}'])
def test_invalid_request_is_refused(world: AskedWorld, line: bytes) -> None:
    desk = BankRequestHandler(world.bank, threading.Lock(), prove, lambda: 0)
    refused = desk.answer_request(line)
    assert isinstance(refused, RequestRefused)
    assert all(Words.load(language).render(refused.reason) for language in languages_with("slots"))


def test_absent_machine_is_refused(world: AskedWorld) -> None:
    refused = world.asks(AcknowledgeRequest(9, "anne", RIGHT))
    assert refused == RequestRefused(Text("bank.no_machine", {"machine": 9}))


def test_status_has_lot_and_every_alarm(world: AskedWorld) -> None:
    for code in (0x11, 0x18, 0x51, 0x31, 0x99, 0x53, 0x7A):
        world.machines[1].exceptions.put_exception(code)
    world.machines[2].begin_game(3)
    world.run(6000)
    world.machines[2].raise_tilt()
    world.wire.taps[2].receives = False
    world.run(40_000)
    found = world.asks(StatusRequest())
    assert isinstance(found, BankStatus)
    again = msgspec.json.decode(msgspec.json.encode(found), type=BankStatus)
    said = {
        language: "\n".join(slots._status_texts(again, Words.load(language)))
        for language in languages_with("slots")
    }
    assert "Progressive jackpot: $10,000.00" in said["en"]
    assert "Lot progressif\u00a0: 10\u00a0000,00\u00a0$" in said["fr"]
    assert len(found.alarms) == 7


def test_healthy_bank_is_reported_so(world: AskedWorld) -> None:
    found = world.asks(StatusRequest())
    assert isinstance(found, BankStatus)
    assert [*slots._status_texts(found, Words.load("en"))][-1] == "All is well"


def test_the_bank_speaks_the_currency_of_its_house(
    world: AskedWorld, capsys: pytest.CaptureFixture[str]
) -> None:
    euro = "[pack]\ncurrency = { code = 'EUR', sign = '€', before = false }"
    world.bank.config = replace(world.bank.config, rule_pack=pack_of(euro))
    status = world.asks(StatusRequest())
    assert isinstance(status, BankStatus)
    texts = "\n".join(slots._status_texts(status, Words.load("en")))
    assert "€" in texts
    assert "$" not in texts
