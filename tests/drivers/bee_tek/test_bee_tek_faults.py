import pytest

from drivers.bee_tek import BeeTekShoe
from drivers.part import SelfTestProof
from firmware.core.vocabulary.cards import JOKER_CARD, parse_card
from firmware.core.vocabulary.events import FaultEnded, FaultRaised
from hal.errors import PortLost
from sim.machines.bee_tek import SimBeeTek
from sim.wires.memory_port import MemoryPort
from tests.kits.drivers.bee_tek_line import REPEAT_MS, Line, read, say, word
from tests.kits.drivers.far_ends import Silent
from tests.kits.offenders import each

MISSED = FaultRaised("shoe", "missed")
DISAGREEMENT = FaultRaised("shoe", "disagreement")
UNREADABLE = FaultRaised("shoe", "unreadable")
READABLE = FaultEnded("shoe", "unreadable")


# --- cards that the shoe can't read


FAILED = b" [Game]<Game> "
E3 = b" [Game]<Alarm:E3 Card Not Read> "


@each("said", [FAILED, E3, FAILED + E3, E3 + FAILED, FAILED * 5])
def test_unread_card_is_reported_once_at_once(said: bytes) -> None:
    far = Silent()
    line = Line(far)
    far.says = said
    assert line.pass_time(1) == [UNREADABLE]
    assert line.pass_time(1000) == []


def test_next_card_ends_fault_before_its_deal() -> None:
    assert say(FAILED, 1000, word("4S") * 2) == [UNREADABLE, READABLE, read("4S")]
    assert say(FAILED, 5, word("4S") * 2) == [UNREADABLE, READABLE, read("4S")]


def test_fault_ends_once() -> None:
    cards = say(FAILED, 1000, word("4S") * 2, 1000, word("5S") * 2)
    assert cards == [UNREADABLE, READABLE, read("4S"), read("5S")]


def test_another_unread_card_is_reported_again() -> None:
    assert say(FAILED, REPEAT_MS + 5, FAILED) == [UNREADABLE, UNREADABLE]


def test_card_then_unread_disagree() -> None:
    assert say(word("4S"), FAILED) == [DISAGREEMENT]


def test_joker_is_unreadable() -> None:
    far = SimBeeTek(REPEAT_MS)
    line = Line(far)
    far.draw(JOKER_CARD)
    far.remove_card()
    assert line.pass_time(1000) == [UNREADABLE]


def test_supervisor_clears_the_fault() -> None:
    far = SimBeeTek(REPEAT_MS)
    line = Line(far)
    far.draw(parse_card("4S"), readable=False)
    assert line.pass_time(1) == [UNREADABLE]
    line.show()
    assert line.pass_time(1) == []
    line.show(clears="unreadable")
    line.show(clears="unreadable")
    assert line.pass_time(1000) == [READABLE]
    far.draw(parse_card("5S"))
    assert line.pass_time(1000) == [read("5S")]


def test_next_unread_card_is_not_cleared_along() -> None:
    far = SimBeeTek(REPEAT_MS)
    line = Line(far)
    far.draw(parse_card("4S"), readable=False)
    line.pass_time(1000)
    line.show(clears="unreadable")
    far.draw(parse_card("5S"), readable=False)
    assert line.pass_time(1000) == [READABLE, UNREADABLE]


def test_old_panel_does_not_clear_next_unread_card() -> None:
    far = SimBeeTek(REPEAT_MS)
    line = Line(far)
    line.show(clears="unreadable")
    line.pass_time(1)
    far.draw(parse_card("4S"), readable=False)
    assert line.pass_time(1) == [UNREADABLE]
    line.show(clears="unreadable")
    assert line.pass_time(1000) == []


@pytest.mark.parametrize("clears", ["lost", "button", None])
def test_nothing_else_is_cleared(clears: str | None) -> None:
    line = Line(Silent())
    line.show(clears=clears)
    assert line.pass_time(100) == []


# --- alarms and warnings


def test_alarm_is_a_fault_with_its_code() -> None:
    far = SimBeeTek(REPEAT_MS)
    line = Line(far)
    for _ in range(3):
        far.send_alarm("E5 Lid")
    far.send_alarm("E6 Motor")
    assert line.pass_time(1000) == [
        FaultRaised("shoe", "part_alarm", {"code": "E5"}),
        FaultRaised("shoe", "part_alarm", {"code": "E6"}),
    ]
    far.send_alarm("E6 Motor")
    assert line.pass_time(1) == [FaultRaised("shoe", "part_alarm", {"code": "E6"})]
    assert line.shoe.health["alarms"] == 3


def test_alarm_is_no_card_report() -> None:
    alarm = FaultRaised("shoe", "part_alarm", {"code": "E5"})
    assert say(word("4S"), b" [Game]<Alarm:E5 Lid> ", word("4S")) == [alarm, read("4S")]


def test_warnings_are_only_logged(caplog: pytest.LogCaptureFixture) -> None:
    far = SimBeeTek(REPEAT_MS)
    line = Line(far)
    far.send_warning(0x01)
    far.draw(parse_card("4S"))
    far.send_warning(0x1F)
    assert line.pass_time(1000) == [read("4S")]
    assert line.shoe.health == {"words": 3, "warnings": 2, "W0x01": 1, "W0x1F": 1}
    assert line.shoe.messages.counts == {"<W0x>": 2, "[Game]<Card>": 1}
    assert [record.getMessage() for record in caplog.records] == [
        "memory: warning W0x01",
        "memory: warning W0x1F",
    ]


def test_cards_are_never_logged(caplog: pytest.LogCaptureFixture) -> None:
    say(word("4S"), b" [Setup]<Card:5S> ", b" [Game]<Alarm:E5 6S> ", word("7S"), b" 8S")
    assert not any(name in caplog.text for name in ("4S", "5S", "6S", "7S", "8S"))


# --- unplugged


def test_card_read_before_cable_loss_is_reported() -> None:
    far = Silent()
    line = Line(far)
    far.says = word("4S")
    assert line.pass_time(5) == []
    line.port.unplug()
    with pytest.raises(PortLost):
        line.shoe.poll(line.now)
    with pytest.raises(PortLost):
        line.shoe.start(line.now)
    line.port.plug()
    line.shoe.start(line.now)
    assert line.pass_time(1000) == [read("4S")]


def test_token_split_by_cable_is_missed_not_joined() -> None:
    far = Silent()
    line = Line(far)
    far.says = b" [Game]<Card:4"
    line.pass_time(5)
    line.port.unplug()
    line.port.plug()
    line.shoe.start(line.now)
    far.says = b"S> "
    assert line.pass_time(1000) == [MISSED]


def test_token_cut_by_cable_is_missed() -> None:
    far = Silent()
    line = Line(far)
    far.says = b" [Game]<Card:4"
    line.pass_time(5)
    line.port.unplug()
    line.port.plug()
    line.shoe.start(line.now)
    assert line.pass_time(1000) == [MISSED]


def test_unread_card_outlives_cable() -> None:
    far = Silent()
    line = Line(far)
    far.says = FAILED
    assert line.pass_time(1) == [UNREADABLE]
    line.shoe.start(line.now)
    far.says = word("4S") * 2
    assert line.pass_time(1) == [READABLE, read("4S")]


# --- the rest


def test_driver_only_listens() -> None:
    far = Silent()
    line = Line(far)
    assert line.shoe.test(line.now) is SelfTestProof.LISTENS
    line.show(clears="unreadable")
    line.pass_time(1000)
    line.shoe.blank()
    assert far.orders == []


def test_zero_window_is_refused() -> None:
    with pytest.raises(ValueError, match="repeat_ms"):
        BeeTekShoe(MemoryPort(Silent()), 0)
