import pytest

from drivers.angel_eye.commands import encode_command
from drivers.angel_eye.messages import ERRORS
from firmware.core.vocabulary.cards import FULL_PACK, JOKER_CARD
from firmware.core.vocabulary.events import (
    CardRead,
    CutCardSeen,
    DrawnFor,
    FaultEnded,
    FaultRaised,
)
from hal.errors import PortLost
from sim.machines.angel_eye import SimAngelEye
from tests.kits.drivers.angel_eye_line import Line, frame, thrice
from tests.kits.drivers.far_ends import Silent
from tests.kits.offenders import each

LOCK = bytes.fromhex("02 4F 50 4C 4B 30 32 03 31 42")
UNLOCK = bytes.fromhex("02 4F 50 4C 4B 30 31 03 31 38")
CLEAR_OVERDRAW = bytes.fromhex("02 4F 50 45 43 30 32 03 31 41")
ACK = b"\x06"


def test_literal_vector_is_sent() -> None:
    assert encode_command("LK", 2) == LOCK
    assert encode_command("EC", 2) == CLEAR_OVERDRAW


def answered(line: Line, far: Silent, answer: bytes = ACK) -> None:
    far.says += answer
    line.pass_time(1)


def test_lock_is_sent_only_on_change() -> None:
    far = Silent()
    line = Line(far)
    for wanted in (False, False, True, True, False):
        line.show(locked=wanted)
        answered(line, far)
    assert far.orders == [UNLOCK, LOCK, UNLOCK]
    assert line.shoe.health["refused"] == 0


def test_last_order_follows_the_one_in_flight() -> None:
    far = Silent()
    line = Line(far)
    line.show()
    line.show(locked=True)
    line.show()
    line.show(locked=True, clears="overdraw")
    assert far.orders == [UNLOCK]
    answered(line, far)
    assert far.orders == [UNLOCK, LOCK]
    answered(line, far)
    assert far.orders == [UNLOCK, LOCK, CLEAR_OVERDRAW]
    answered(line, far)
    line.pass_time(1000)
    assert len(far.orders) == 3


def test_newly_named_fault_is_cleared() -> None:
    far = Silent()
    line = Line(far)
    line.show()
    answered(line, far)
    for clears in ("overdraw", "overdraw", None, "overdraw", "missed"):
        line.show(clears=clears)
        answered(line, far)
    assert far.orders == [UNLOCK, CLEAR_OVERDRAW, CLEAR_OVERDRAW]


@each("code, fault", ERRORS.items())
def test_each_error_has_its_clear_code(code: int, fault: str) -> None:
    far = Silent()
    line = Line(far)
    line.show()
    answered(line, far)
    line.show(clears=fault)
    assert far.orders[-1][3:7] == b"EC0%d" % code


def test_unknown_errors_are_cleared_by_their_numbers() -> None:
    far = SimAngelEye()
    line = Line(far)
    line.show()
    far.send_error(12)
    line.pass_time(50)
    line.show(clears="unknown_state")
    assert line.pass_time(50) == [FaultEnded("shoe", "unknown_state")]
    assert not far.in_error


def test_shoe_lost_after_three_silences() -> None:
    far = Silent()
    line = Line(far)
    line.show()
    line.pass_time(99)
    assert far.orders == [UNLOCK]
    line.pass_time(200)
    assert far.orders == [UNLOCK] * 3
    with pytest.raises(PortLost, match="does not answer"):
        line.pass_time(100)


def test_card_at_the_last_timeout_is_a_sign_of_life() -> None:
    far = Silent()
    line = Line(far)
    line.show()
    line.pass_time(300)
    far.says = thrice("1", "C")
    assert line.pass_time(100) == [CutCardSeen()]
    assert line.shoe.health["unanswered"] == 1


def test_shoe_that_speaks_is_not_lost_without_answers() -> None:
    far = Silent()
    line = Line(far)
    for number in range(10):
        line.show(locked=bool(number % 2))
        far.says = thrice(str(number), "P")
        line.pass_time(900)
    assert line.shoe.health["unanswered"] == 10
    assert line.shoe.answered
    line.pass_time(1500)
    line.show()
    with pytest.raises(PortLost):
        line.pass_time(400)


@each("code", [b"21", b"22", b"01", b"02", b"03", b"\x21", b"\x02", b"99", b"\x7f"])
def test_transient_refusal_has_three_tries(code: bytes) -> None:
    far = Silent()
    line = Line(far)
    line.show()
    for sends in (1, 2, 3):
        assert far.orders == [UNLOCK] * sends
        far.says = b"\x15" + code
        line.pass_time(105)
    line.pass_time(500)
    line.show()
    assert far.orders == [UNLOCK] * 3
    assert line.shoe.health["refused"] == 1
    line.show(locked=True)
    assert far.orders[3:] == [LOCK]


def test_busy_then_silent_shoe_is_lost_with_the_next_command() -> None:
    far = Silent()
    line = Line(far)
    line.show()
    answered(line, far, b"\x1521")
    line.pass_time(1000)
    assert far.orders == [UNLOCK] * 3
    assert line.shoe.health["unanswered"] == 1
    line.show(locked=True)
    with pytest.raises(PortLost):
        line.pass_time(400)


def test_unknown_refusal_is_kept_with_its_octets() -> None:
    far = Silent()
    line = Line(far)
    line.show()
    answered(line, far, b"\x15\x7f")
    assert line.shoe.health["unknown"] == 1
    assert line.shoe.messages.unknown[0][1:] == ("15 7F", "NAK 7F")


@each("code", [b"11", b"12", b"13", b"14", b"FF", b"\x11", b"\x12", b"\x13", b"\x14", b"\xff"])
def test_lasting_refusal_is_retried_on_change(code: bytes) -> None:
    far = Silent()
    line = Line(far)
    line.show()
    answered(line, far, b"\x15" + code)
    line.show()
    line.pass_time(500)
    assert far.orders == [UNLOCK]
    assert line.shoe.health["refused"] == 1
    line.show(locked=True)
    assert far.orders == [UNLOCK, LOCK]


def test_restarted_shoe_is_relocked() -> None:
    far = SimAngelEye()
    line = Line(far)
    line.show(locked=True)
    line.pass_time(50)
    assert far.is_locked
    far.power_on()
    assert not far.is_locked
    line.pass_time(50)
    assert far.is_locked


def test_unsolicited_answer_is_counted() -> None:
    far = Silent()
    line = Line(far)
    answered(line, far)
    assert line.shoe.health["stray_answers"] == 1


def test_ack_inside_a_frame_is_ignored() -> None:
    far = Silent()
    line = Line(far)
    line.show()
    answered(line, far, frame("1", "D", b"\x81\xb8")[:-1] + ACK)
    line.pass_time(100)
    assert far.orders == [UNLOCK] * 2


def test_disabled_commands_send_nothing() -> None:
    far = Silent()
    line = Line(far, commands=False)
    for wanted in (False, True):
        line.show(locked=wanted, clears="overdraw")
        answered(line, far, ACK + b"\x1521" + thrice("0", "S"))
        line.pass_time(500)
    assert far.orders == []


def test_simulator_locks_and_clears() -> None:
    far = SimAngelEye()
    line = Line(far)
    far.draw(JOKER_CARD)
    assert line.pass_time(5) == [FaultRaised("shoe", "card_code")]
    line.show(locked=True, clears="card_code")
    assert line.pass_time(50) == [FaultEnded("shoe", "card_code")]
    assert far.is_locked
    assert line.shoe.is_locked
    far.draw(card := FULL_PACK[0])
    assert line.pass_time(5) == [CardRead(card, DrawnFor.OUTSIDE)]


def test_busy_simulator_obeys_once_free() -> None:
    far = SimAngelEye()
    line = Line(far)
    far.is_busy = True
    line.show(locked=True)
    line.pass_time(150)
    far.is_busy = False
    line.pass_time(150)
    assert far.is_locked
    assert line.shoe.health["refused"] == 0
