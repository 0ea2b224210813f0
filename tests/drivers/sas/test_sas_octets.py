"""SAS octet for octet, from published traces."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.sas import polls, responses
from drivers.sas.crc_bcd import crc_octets, decode_bcd, encode_bcd, has_valid_crc, with_crc
from drivers.sas.responses import JackpotWin, MachineIdentity, MeterReading
from hal.errors import BadReply
from sim.slot_machine.crc16 import crc16
from tests.kits.offenders import each

TEN_METERS = bytes.fromhex(
    "016F7A0000"
    "000009000000000000000000" "010009000000000000000000" "040009000000000000029000"
    "030009000000000000000000" "220009000000000000000000" "240009000000000000042500"
    "020009000000000000000000" "0C0009000000000000000000" "050009000000000000000000"
    "060009000000000000000000" "6762"
)  # fmt: skip
OTHER_METERS = bytes.fromhex(
    "016F5200000000050000000000" "0100050000000000" "0400050000301119" "0300050000301119"
    "2200050000000000" "2400050000413261" "0200050000000000" "0C00050000000000"
    "0500050000000000" "0600050000000000" "B04E"
)  # fmt: skip
"""Traces of machines: each gives ten meters."""
LITERAL = {
    "01 01 51 08": polls.command_poll(1, polls.SHUT_DOWN),
    "01 02 CA 3A": polls.command_poll(1, polls.START_UP),
    "81": polls.general_poll(1),
    "80": polls.SYNCHRONIZATION_POLL,
    "01 54": polls.read_poll(1, polls.SAS_VERSION),
    "01 6F 06 00 00 00 00 01 00 5B 6E": polls.extended_meters_poll(1, 0, (0, 1)),
    "00 80 01 01 00 00 12 34 56 40 86": polls.jackpot_broadcast(1, 1, 123_456),
}


def test_check_octets_are_kermit_s() -> None:
    assert crc_octets(b"123456789") == bytes.fromhex("8921")
    assert with_crc(bytes.fromhex("0106")) == bytes.fromhex("0106EE7C")


@given(st.binary(max_size=40))
def test_two_check_algorithms_agree(data: bytes) -> None:
    assert crc_octets(data) == crc16(data)
    assert has_valid_crc(with_crc(data))


@each("octets", LITERAL)
def test_host_sends_the_traced_octets(octets: str) -> None:
    assert LITERAL[octets].octets == bytes.fromhex(octets)


@each("number, size", [(0, 1), (99, 1), (123_456, 5), (10**18 - 1, 9)])
def test_decimal_digits_round_trip(number: int, size: int) -> None:
    assert decode_bcd(encode_bcd(number, size)) == number
    assert len(encode_bcd(number, size)) == size


@each("octets", [bytes([octet]) for octet in range(256) if octet >> 4 > 9 or octet & 15 > 9])
def test_non_decimal_digit_is_refused(octets: bytes) -> None:
    with pytest.raises(BadReply):
        decode_bcd(octets)


@each("number, size", [(100, 1), (-1, 4), (10**10, 5)])
def test_oversize_amount_is_never_sent(number: int, size: int) -> None:
    with pytest.raises(ValueError, match="does not fit"):
        encode_bcd(number, size)


CODES = (0x00, 0x01, 0x04, 0x03, 0x22, 0x24, 0x02, 0x0C, 0x05, 0x06)


def test_traced_answers_of_ten_meters_are_read() -> None:
    poll = polls.extended_meters_poll(1, 0, CODES)
    for answer, size, reported in (
        (TEN_METERS, 127, {0x04: 29_000, 0x24: 42_500}),
        (OTHER_METERS, 87, {0x04: 301_119, 0x03: 301_119, 0x24: 413_261}),
    ):
        assert responses.response_size(poll, answer[:3]) == len(answer) == size
        responses.check_response(poll, answer)
        found = responses.decode_meters(answer)
        assert tuple(found) == CODES
        assert {code: one.value for code, one in found.items() if one.value} == reported
        assert responses.decode_meter_game(answer) == 0


def test_fixed_meters_are_five_of_four_octets() -> None:
    data = b"".join(encode_bcd(number, 4) for number in (12_345_678, 2, 3, 4, 5))
    assert responses.decode_meters(with_crc(b"\x01\x19" + data)) == {
        responses.COIN_IN_METER: MeterReading(12_345_678, 8),
        responses.COIN_OUT_METER: MeterReading(2, 8),
        responses.DROP_METER: MeterReading(3, 8),
        responses.JACKPOT_METER: MeterReading(4, 8),
        responses.GAMES_PLAYED_METER: MeterReading(5, 8),
    }


def test_machine_identifies_itself() -> None:
    reported = b"IG000" + bytes([0x04, 3, 1, 0, 0]) + b"PT1234" + b"9012"
    assert responses.decode_identity(with_crc(b"\x01\x1f" + reported)) == MachineIdentity(
        25, 3, 1, "PT1234", 9012
    )
    assert responses.decode_identity(with_crc(b"\x01\x53\x00\x02" + reported)) == MachineIdentity(
        25, 3, 1, "PT1234", 9012
    )
    assert responses.decode_version(with_crc(b"\x01\x54\x08602AB123")) == ("602", "AB123")
    assert responses.decode_game_count(with_crc(b"\x01\x51\x00\x12")) == 12


def test_machine_reports_its_win() -> None:
    answer = with_crc(bytes.fromhex("0184010100001 23456".replace(" ", "")))
    assert responses.decode_jackpot_win(answer) == JackpotWin(1, 1, 123_456)


@each("message", ["01", "0119FF", "026F", "016F7A0000"])
def test_foreign_or_spoilt_is_refused(message: str) -> None:
    poll = polls.extended_meters_poll(1, 0, (0,))
    answer = bytes.fromhex(message)
    if len(answer) > 1:
        with pytest.raises(BadReply):
            responses.check_response(poll, answer + b"\0\0")


@given(st.integers(0, 8 * 127 - 1))
def test_one_wrong_bit_is_noticed(place: int) -> None:
    answer = bytearray(TEN_METERS)
    answer[place // 8] ^= 1 << place % 8
    with pytest.raises(BadReply):
        responses.check_response(polls.extended_meters_poll(1, 0, CODES), bytes(answer))


@given(st.binary(max_size=60))
def test_garbage_with_valid_crc_is_meters_or_error(data: bytes) -> None:
    try:
        found = responses.decode_meters(
            with_crc(bytes([1, polls.EXTENDED_METERS, len(data)]) + data)
        )
    except BadReply:
        return
    assert all(0 <= one.value < 10**one.digits for one in found.values())
