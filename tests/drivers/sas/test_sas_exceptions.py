"""Every exception that there can be, by its meaning."""

from collections import Counter

from drivers.sas.exceptions import (
    DOOR_CLOSED_CODES,
    GAME_DISTURBING,
    ExceptionMeaning,
    exception_meaning,
)


def test_each_of_256_has_one_meaning() -> None:
    found = Counter(exception_meaning(code) for code in range(256))
    assert found == {
        ExceptionMeaning.DOOR_OPENED: 5,
        ExceptionMeaning.DOOR_CLOSED: 5,
        ExceptionMeaning.POWER_ON: 1,
        ExceptionMeaning.POWER_OFF: 1,
        ExceptionMeaning.TILT: 15 + 7,
        ExceptionMeaning.MEMORY_ERROR: 10,
        ExceptionMeaning.OPTIONS_CHANGED: 1,
        ExceptionMeaning.HAND_PAY_PENDING: 1,
        ExceptionMeaning.HAND_PAY_RESET: 1,
        ExceptionMeaning.JACKPOT_TIMEOUT: 1,
        ExceptionMeaning.JACKPOT_WON: 1,
        ExceptionMeaning.HOST_JACKPOT_WON: 1,
        ExceptionMeaning.QUEUE_OVERFLOW: 1,
        ExceptionMeaning.METERS_RESET: 1,
        ExceptionMeaning.GAME_STARTED: 1,
        ExceptionMeaning.GAME_ENDED: 1,
        ExceptionMeaning.OPENED_WITHOUT_POWER: 4,
        ExceptionMeaning.UNLISTED: 256 - 58,
    }


def test_exceptions_as_published() -> None:
    told = {0x11: "door_opened", 0x12: "door_shut", 0x17: "power_on", 0x18: "power_off"}
    told |= {0x20: "tilt", 0x46: "tilt", 0x31: "memory", 0x3A: "memory", 0x3C: "options"}
    told |= {0x51: "hand_pay", 0x52: "hand_paid", 0x53: "lot_unheard", 0x70: "overflow"}
    told |= {0x7A: "meters_reset", 0x7E: "game_began", 0x7F: "game_ended", 0x98: "opened_dark"}
    assert {code: exception_meaning(code).value for code in told} == told


def test_door_shut_code_follows_its_open_code() -> None:
    assert all(shuts == opens + 1 for opens, shuts in DOOR_CLOSED_CODES.items())


def test_20_to_46_are_mostly_tilts() -> None:
    others = {*range(0x31, 0x3B), 0x3C}
    unlisted = {0x2F, 0x30, 0x3B, 0x3D, 0x3E, 0x3F}
    for code in {*range(0x20, 0x47)} - others:
        assert exception_meaning(code) is (
            ExceptionMeaning.UNLISTED if code in unlisted else ExceptionMeaning.TILT
        )
    assert {exception_meaning(code) for code in others} == {
        ExceptionMeaning.MEMORY_ERROR,
        ExceptionMeaning.OPTIONS_CHANGED,
    }


def test_tilts_memory_and_doors_disturb_a_game() -> None:
    disturbing = {code for code in range(256) if exception_meaning(code) in GAME_DISTURBING}
    assert disturbing == {
        *range(0x20, 0x2F),
        *range(0x40, 0x47),
        *range(0x31, 0x3B),
        *DOOR_CLOSED_CODES,
    }
