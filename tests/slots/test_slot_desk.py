"""What persons ask of a bank, at its socket and by the command."""

import threading

import msgspec
import pytest

from firmware.cli.commands import slots
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.technician.requests import Person
from firmware.shell.words.words import LANGUAGES, Words
from firmware.slots.requests import Answer, Decide, Desk, Done, How, Look, Refused
from firmware.slots.status import Status
from tests.kits.slots.bank_world import BEGIN, BankWorld, terms

RIGHT = "a horse in the rain"
ROLES = {"carl": "auditor", "luc": "technician"}


def prove(name: str, passphrase: str) -> Person:
    if passphrase != RIGHT:
        raise CannotBeDone(Text("console.wrong"))
    return Person(name, ROLES.get(name, "supervisor"))


class AskedWorld(BankWorld):
    def asks(self, request: How | Look | Decide) -> Answer:
        desk = Desk(self.bank, threading.Lock(), prove, lambda: BEGIN + self.now)
        return desk.answer(msgspec.json.encode(request))

    def looks(self, who: str, passphrase: str = RIGHT) -> str:
        answer = self.asks(Look(1, who, passphrase))
        return answer.said.key if isinstance(answer, Done) else answer.why.key


@pytest.fixture
def world() -> AskedWorld:
    world = AskedWorld(terms(2))
    world.run(4000)
    return world


def test_two_people_who_have_signed_in_look_at_meters_that_were_reset(world: AskedWorld) -> None:
    assert world.looks("anne") == "slots.nothing_to_look_at"
    world.machines[1].reset_meters()
    world.run(3000)
    assert world.looks("anne", "wrong") == "console.wrong"
    assert world.looks("anne") == world.looks("anne") == "slots.looked_once"
    assert world.looks("luc") == "slots.looked_twice"
    assert world.looks("luc") == "slots.nothing_to_look_at"


def test_an_auditor_neither_looks_nor_decides(world: AskedWorld) -> None:
    world.machines[1].reset_meters()
    world.machines[1].begin(2)
    world.machines[1].tilt()
    world.run(4000)
    refused = Refused(Text("slots.role", {"who": "carl"}))
    assert world.asks(Look(1, "carl", RIGHT)) == refused
    assert world.asks(Decide(1, "carl", RIGHT, "player")) == refused
    assert world.looks("luc") == "slots.looked_once"


def test_a_person_decides_on_a_defective_game(world: AskedWorld) -> None:
    asked = Decide(1, "anne", RIGHT, "machine")
    assert world.asks(asked) == Refused(Text("slots.nothing_to_decide", {"machine": 1}))
    world.machines[1].begin(2)
    world.run(3000)
    world.machines[1].tilt()
    world.machines[1].end()
    world.run(3000)
    done = world.asks(asked)
    assert done == Done(Text("slots.refunded", {"machine": 1, "stake_cents": 50}))
    assert world.machine().playing.defects == []


@pytest.mark.parametrize("line", [b"", b"{}", b'{"ask":"look"}', b"\xff", b'{"ask":"jump"}'])
def test_what_is_no_request_is_refused_in_words(world: AskedWorld, line: bytes) -> None:
    desk = Desk(world.bank, threading.Lock(), prove, lambda: 0)
    refused = desk.answer(line)
    assert isinstance(refused, Refused)
    assert all(Words.load(language).say(refused.why) for language in LANGUAGES)


def test_a_machine_that_is_not_there_is_refused(world: AskedWorld) -> None:
    refused = world.asks(Look(9, "anne", RIGHT))
    assert refused == Refused(Text("bank.no_machine", {"machine": 9}))


def test_the_status_has_the_lot_for_the_panel_and_every_alarm_in_words(world: AskedWorld) -> None:
    for code in (0x11, 0x18, 0x51, 0x31, 0x99, 0x53, 0x7A):
        world.machines[1].exceptions.put(code)
    world.machines[2].begin(3)
    world.run(6000)
    world.machines[2].tilt()
    world.wire.taps[2].hears = False
    world.run(40_000)
    found = world.asks(How())
    assert isinstance(found, Status)
    again = msgspec.json.decode(msgspec.json.encode(found), type=Status)
    said = {language: "\n".join(slots.told(again, Words.load(language))) for language in LANGUAGES}
    assert "Progressive jackpot: $10,000.00" in said["en"]
    assert "Lot progressif\u00a0: 10\u00a0000,00\u00a0$" in said["fr"]
    assert len(found.alarms) == 7


def test_a_bank_that_is_well_says_so(world: AskedWorld) -> None:
    found = world.asks(How())
    assert isinstance(found, Status)
    assert [*slots.told(found, Words.load("en"))][-1] == "All is well"
