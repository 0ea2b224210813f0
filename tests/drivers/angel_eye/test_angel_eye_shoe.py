from collections.abc import Callable
from itertools import product
from random import Random

import pytest

from drivers.angel_eye import AngelEyeShoe
from firmware.core.vocabulary.cards import FULL_PACK, JOKER_CARD, Card, parse_card
from firmware.core.vocabulary.events import (
    CardRead,
    CutCardSeen,
    DrawnFor,
    FaultEnded,
    FaultRaised,
    ShoeRestarted,
    ShoeResult,
)
from hal.errors import PortLost
from sim.machines.angel_eye import SimAngelEye
from sim.wires.memory_port import MemoryPort
from tests.kits.drivers.angel_eye_line import Line, frame, thrice
from tests.kits.drivers.far_ends import Silent
from tests.kits.offenders import each

MISSED = FaultRaised("shoe", "missed")
UNSURE = {"missed", "disagreement"}
BETWEEN_CARDS = 300


# --- what is said becomes events


@each("index", [1, 2, 3])
@each("hand, first", [(DrawnFor.PLAYER, 0x80), (DrawnFor.BANKER, 0x90)])
def test_each_card_is_read_once_at_each_place(hand: DrawnFor, first: int, index: int) -> None:
    far = Silent()
    line = Line(far)
    for rank, suit in product(range(1, 14), range(1, 5)):
        seq = chr(0x30 + (4 * rank + suit - 5) % 10)
        far.says += thrice(seq, "D", bytes([first | index, 0x80 | suit << 4 | rank]))
    cards = [parse_card(rank + suit) for rank, suit in product("A23456789TJQK", "DCSH")]
    assert line.pass_time(1) == [CardRead(card, hand, index) for card in cards]


def script(*draws: str) -> Callable[[SimAngelEye], None]:
    def deal(far: SimAngelEye) -> None:
        for name in draws:
            far.draw(parse_card(name))

    return deal


THIRD_CARD_GAMES = {
    (DrawnFor.PLAYER, 1): ("*", "2S", "3S", "4S"),
    (DrawnFor.BANKER, 1): ("2S", "*", "3S", "4S"),
    (DrawnFor.PLAYER, 2): ("2S", "4S", "*", "3S"),
    (DrawnFor.BANKER, 2): ("2S", "4S", "3S", "*"),
    (DrawnFor.PLAYER, 3): ("2S", "3S", "KD", "KH", "*"),
    (DrawnFor.BANKER, 3): ("7S", "3S", "KD", "KH", "*"),
}


@each("card", FULL_PACK)
@each("place", THIRD_CARD_GAMES)
def test_simulated_cards_arrive_at_their_places(card: Card, place: tuple[DrawnFor, int]) -> None:
    far = SimAngelEye()
    line = Line(far, commands=False)
    script(*(card.name if name == "*" else name for name in THIRD_CARD_GAMES[place]))(far)
    assert CardRead(card, *place) in line.pass_time(1)


def test_round_follows_wire_order() -> None:
    far = SimAngelEye()
    line = Line(far)
    far.power_on()
    far.burn_card(parse_card("4D"))
    script("9S", "KH")(far)
    far.cut_card()
    script("TD", "8C", "2C")(far)
    far.clear_error()
    far.prepare_game()
    far.draw(JOKER_CARD)
    far.force_end()
    read = parse_card
    assert line.pass_time(1) == [
        ShoeRestarted(),
        CardRead(read("4D"), DrawnFor.BURN),
        CardRead(read("9S"), DrawnFor.PLAYER, 1),
        CardRead(read("KH"), DrawnFor.BANKER, 1),
        CutCardSeen(),
        CardRead(read("TD"), DrawnFor.PLAYER, 2),
        CardRead(read("8C"), DrawnFor.BANKER, 2),
        ShoeResult("player"),
        FaultRaised("shoe", "overdraw"),
        CardRead(read("2C"), DrawnFor.OUTSIDE),
        FaultEnded("shoe", "overdraw"),
        FaultRaised("shoe", "card_code"),
        ShoeResult("forced"),
    ]
    assert line.shoe.messages.counts["P"] == line.shoe.messages.counts["S"] == 1


@pytest.mark.parametrize("copies", [1, 2, 3])
def test_good_wire_ignores_copy_count(copies: int) -> None:
    far = SimAngelEye()
    line = Line(far, copies_needed=copies)
    script("9S", "KH", "TD", "8C")(far)
    events = line.pass_time(1000)
    assert [type(event) for event in events] == [CardRead] * 4 + [ShoeResult]


def test_notes_are_no_events() -> None:
    far = Silent()
    line = Line(far)
    far.says = (
        thrice("1", "P") + thrice("2", "L", b"\x81") + thrice("3", "M", b"010008")
    ) + thrice("4", "R", b"\x81\xb8")
    assert line.pass_time(1) == []
    assert line.shoe.is_locked is True
    assert line.shoe.preset == "010008"
    assert line.shoe.messages.counts == {"P": 1, "L 1": 1, "M": 1, "R player 1": 1}


@each("payload", ["84 B8", "80 B8", "81 81", "81 B0", "81 8E", "81 BF", "B1 B8", "81"])
@each("code", "Dd")
def test_invalid_card_is_a_fault_and_hidden(code: str, payload: str) -> None:
    if code == "d" and payload in ("84 B8", "80 B8"):
        return
    far = Silent()
    line = Line(far)
    far.says = thrice("1", code, bytes.fromhex(payload))
    assert line.pass_time(1) == [MISSED]
    assert line.shoe.health["rejected"] == line.shoe.health["unknown"] == 1
    assert line.shoe.messages.unknown[0].octets == "··"


# --- what the table lacks


@each("code", [*"ABFHIJKNOQTUVWXYZabcfgijklmnopqrstuvwxyz", "{", "0"])
def test_unknown_letter_stops_by_its_name(code: str) -> None:
    far = Silent()
    line = Line(far)
    far.says = thrice("1", code, b"\x81\xb8")
    assert line.pass_time(1) == [FaultRaised("shoe", "unknown_message", {"code": code})]
    assert line.shoe.messages.unknown[0][1:] == ("··", f"message {code}")


@each(
    "code, payload",
    [
        *(("S", "80"), ("P", "81"), ("C", "80"), ("G", "80"), ("G", "94"), ("G", "")),
        *(("R", "81 81"), ("R", "FF"), ("E", ""), ("E", "81 81"), ("e", "")),
    ],
)
def test_unknown_form_of_a_known_letter_stops_by_its_name(code: str, payload: str) -> None:
    far = Silent()
    line = Line(far)
    far.says = thrice("1", code, bytes.fromhex(payload))
    assert line.pass_time(1) == [FaultRaised("shoe", "unknown_message", {"code": code})]


@each("code, payload", [("L", "82"), ("L", ""), ("M", "30"), ("M", "B1")])
def test_unknown_form_of_the_shoes_own_state_is_only_counted(code: str, payload: str) -> None:
    far = Silent()
    line = Line(far)
    far.says = thrice("1", code, bytes.fromhex(payload))
    assert line.pass_time(1) == []
    assert line.shoe.health["unknown"] == 1


def error(number: int) -> FaultRaised:
    return FaultRaised("shoe", "unknown_state", {"code": f"E{number}"})


ERROR_OVER = FaultEnded("shoe", "unknown_state")


@each("number", [0, *range(8, 64)])
def test_unknown_error_is_a_state_until_it_is_over(number: int) -> None:
    far = Silent()
    line = Line(far)
    far.says = thrice("1", "E", bytes([0xC0 | number])) + thrice("2", "e", bytes([0x80 | number]))
    assert line.pass_time(1) == [error(number), ERROR_OVER]
    assert line.shoe.messages.unknown[0].octets.startswith(f"05 31 45 {0xC0 | number:02X}")


def test_unknown_state_lasts_to_the_last_of_its_errors() -> None:
    far = Silent()
    line = Line(far)
    far.says = thrice("1", "E", b"\xc8") + thrice("2", "E", b"\xc9") + thrice("3", "e", b"\x88")
    assert line.pass_time(1) == [error(8), error(9)]
    far.says = thrice("4", "e", b"\x89")
    assert line.pass_time(1) == [ERROR_OVER]


def test_shoe_that_starts_again_has_no_errors() -> None:
    far = SimAngelEye()
    line = Line(far)
    far.draw(JOKER_CARD)
    far.send_error(12)
    line.pass_time(1)
    far.power_on()
    assert line.pass_time(1) == [
        ShoeRestarted(),
        FaultEnded("shoe", "card_code"),
        FaultEnded("shoe", "unknown_state"),
    ]


def test_error_from_before_the_start_ends() -> None:
    far = Silent()
    line = Line(far)
    far.says = thrice("1", "e", b"\x81")
    assert line.pass_time(1) == [FaultEnded("shoe", "unreadable")]


def test_shoe_with_another_checksum_is_named() -> None:
    """A BCC that begins with ENQ: each is off by 05."""
    far = Silent()
    line = Line(far)
    good = frame("1", "D", b"\x81\xb8")
    other = good[:-2] + f"{int(good[-2:], 16) ^ 5:02X}".encode()
    far.says = other * 3
    assert line.pass_time(1) == [FaultRaised("shoe", "unknown_message", {"code": "BCC"})]
    assert line.shoe.messages.unknown[0][1:] == ("··", "wrong checksum")
    far.says = other * 2 + good * 2
    assert line.pass_time(1) == [CardRead(parse_card("8S"), DrawnFor.PLAYER, 1)]


# --- the pairs of the result


def dealt(cards: str, result: int) -> list[object]:
    """Deal a hand of two cards each, and say the result."""
    far = SimAngelEye()
    line = Line(far)
    script(*cards.split())(far)
    said, far._unsent_bytes = bytes(far._unsent_bytes), bytearray()
    silent = Silent()
    line = Line(silent)
    silent.says = said[: -len(frame("4", "G", b"\x80")) * 3] + thrice("4", "G", bytes([result]))
    return [event for event in line.pass_time(1) if not isinstance(event, CardRead)]


DIFFER = FaultRaised("shoe", "disagreement")


@each(
    "cards, bits, reported",
    [
        ("9S KH TD 8C", 0x90, [ShoeResult("player")]),
        ("9S KH TD 8C", 0x91, [DIFFER, ShoeResult("player")]),
        ("9S KH TD 8C", 0x92, [DIFFER, ShoeResult("player")]),
        ("9S KH 9D KC", 0x93, [ShoeResult("player")]),
        ("9S KH 9D KC", 0x91, [DIFFER, ShoeResult("player")]),
        ("9S KH 9D KC", 0x90, [ShoeResult("player")]),
        ("9S KH TD 8C", 0xF3, [ShoeResult("forced")]),
    ],
)
def test_pairs_of_the_result_are_compared(cards: str, bits: int, reported: list[object]) -> None:
    assert dealt(cards, bits) == reported


# --- bad wires: more in test_angel_eye_wires.py


@pytest.mark.parametrize("copy", [0, 1, 2])
def test_bit_flip_in_one_copy_changes_nothing(copy: int) -> None:
    good = bytes.fromhex("05 31 44 81 B8 03 34 46")
    for bit in range(8 * len(good)):
        copies = [good] * 3
        copies[copy] = (int.from_bytes(good) ^ 1 << bit).to_bytes(len(good))
        far = Silent()
        line = Line(far, commands=False)
        far.says = frame("0", "P") * 3 + b"".join(copies) + frame("2", "P") * 3
        assert line.pass_time(1000) == [CardRead(parse_card("8S"), DrawnFor.PLAYER, 1)]


def test_loss_of_all_copies_shows_at_next_message() -> None:
    far = SimAngelEye()
    line = Line(far)
    script("2S")(far)
    line.pass_time(100)
    far.damage = lambda _copy: b""
    script("3S")(far)
    far.damage = None
    script("4S")(far)
    assert line.pass_time(100) == [MISSED, CardRead(parse_card("4S"), DrawnFor.PLAYER, 2)]


def test_noise_is_counted_and_no_event() -> None:
    far = Silent()
    line = Line(far)
    far.says = Random(3).randbytes(100_000)
    assert line.pass_time(1000) == []
    assert line.shoe.health["dropped_bytes"] > 90_000
    assert line.shoe.health["frames"] == 0
    far.says = b"\x05" + thrice("7", "C")
    assert line.pass_time(1) == [CutCardSeen()]


def test_octets_without_a_message_are_an_unknown_state() -> None:
    """As of a shoe at another speed, or of another device."""
    far = Silent()
    line = Line(far, commands=False)
    events = []
    for _ in range(60):
        far.says = b"\x80\xf8\x00\x78" * 3
        events += line.pass_time(100)
    assert events == [FaultRaised("shoe", "unknown_state", {"code": "?"})]
    assert line.shoe.messages.unknown[0].octets == "··"
    far.says = thrice("1", "C")
    assert line.pass_time(1) == [ERROR_OVER, CutCardSeen()]


def test_answers_alone_are_no_unknown_state() -> None:
    far = Silent()
    line = Line(far)
    for number in range(60):
        line.show(locked=bool(number % 2))
        far.says = b"\x06"
        assert line.pass_time(1000) == []


def test_late_copies_counted_silently() -> None:
    far = Silent()
    line = Line(far)
    far.says = thrice("7", "C") + frame("7", "C")
    assert line.pass_time(1) == [CutCardSeen()]
    assert line.shoe.health["late_copies"] == 2


# --- unplugged


def test_reopened_mid_frame_reads_on() -> None:
    far = Silent()
    line = Line(far)
    far.says = thrice("3", "C") + frame("4", "D", b"\x81\xb8")[:5]
    assert line.pass_time(1) == [CutCardSeen()]
    line.port.unplug()
    with pytest.raises(PortLost):
        line.shoe.poll(line.now)
    with pytest.raises(PortLost):
        line.shoe.start(line.now)
    line.port.plug()
    line.shoe.start(line.now)
    assert (line.shoe.health["dropped_bytes"], line.shoe.health["resyncs"]) == (5, 1)
    far.says = thrice("9", "D", b"\x91\xb1")
    assert line.pass_time(1000) == [MISSED, CardRead(parse_card("AS"), DrawnFor.BANKER, 1)]


def test_card_behind_unsettled_one_outlives_cable() -> None:
    far = Silent()
    line = Line(far)
    far.says = frame("3", "C") + thrice("4", "D", b"\x81\xb8")
    assert line.pass_time(1) == []
    line.port.unplug()
    with pytest.raises(PortLost):
        line.shoe.poll(line.now)
    line.port.plug()
    line.shoe.start(line.now)
    assert line.pass_time(1) == [MISSED, CardRead(parse_card("8S"), DrawnFor.PLAYER, 1)]


@pytest.mark.parametrize("copies", [0, 4])
def test_impossible_copy_count_refused(copies: int) -> None:
    with pytest.raises(ValueError, match="three copies"):
        AngelEyeShoe(MemoryPort(Silent()), copies_needed=copies)


RECORDED = bytes.fromhex("05354481b8033442" * 2 + "05364491a2033432" * 2)
"""8S for the player and 2C for the bank, as a recorder received them: SEQ 5 and 6, twice each."""


def test_recording_played_behind_a_start_is_noticed() -> None:
    far = Silent()
    line = Line(far, commands=False)
    far.says = bytes.fromhex("053053033630") * 3 + RECORDED
    events = line.pass_time(100)
    assert events[:2] == [ShoeRestarted(), MISSED]
    assert [type(event) for event in events[2:]] == [CardRead, CardRead]
